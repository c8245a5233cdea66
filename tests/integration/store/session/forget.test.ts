import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createStore, type Store } from '@/lib/store'
import { allow, bankMovement } from '@/tests/support/consented'
import {
  describeOnEachDatabase,
  newBankCustomerId,
  newMigratedDatabase,
  newTokenKey,
  type TestDatabase,
} from '@/tests/support/database'
import { runSql } from '@/tests/support/postgres-server'
import { someDraft, someOrder, somePreparation } from '@/tests/support/transfers'

const at = new Date('2026-11-27T09:00:00Z')
const range = { from: '2026-11-01', to: '2026-11-30', isWhole: true }

/** Something in every table that can hold something of a customer; `mark` is in each text of theirs. */
async function fill(store: Store, mark: string): Promise<string> {
  const { customerId } = await store.customers.ensure(newBankCustomerId())
  const details = { fields: [{ path: 'holder', kind: 'text' as const, value: mark }], isComplete: true }
  const productId = `P-${mark}`
  const secret = () => randomBytes(32).toString('base64url')
  const expiresAt = new Date(at.getTime() + 60_000)

  await store.connections.save(customerId, { accessToken: mark })
  const { sessionId } = await store.sessions.create({ customerId, label: mark, expiresAt })
  const attempt = { state: secret(), browserId: secret() }
  const { attemptId } = await store.connectAttempts.create({
    ...attempt,
    codeVerifier: secret(),
    expiresAt,
    returnTo: `/${mark}`,
  })
  await store.connectAttempts.consume({ ...attempt, code: secret() })
  await store.connectAttempts.finish(attemptId, { outcome: 'connected', sessionId, customerId })
  const type = { code: mark, description: mark }
  await store.accounts.replace(
    customerId,
    [{ productId, type, nickname: mark, currency: 'EUR', iban: mark }],
    at,
  )
  await store.authorizations.begin(customerId, {
    formToken: secret(),
    request: { kind: 'inquiry', operation: mark, productId },
  })
  const grants = ['ACCOUNT_INFO', 'PAYMENTS'].map((category) => ({ category, productIds: [productId] }))
  await store.consents.replaceFromBank(customerId, { grants, isWhole: true }, at)
  await store.customers.saveDetails(customerId, details, at)
  await store.products.saveDetails(customerId, productId, details, at)
  await store.balances.save(
    customerId,
    productId,
    { accounting: null, available: null, bankDate: null, details },
    at,
  )
  const listed = { booked: [bankMovement({ shortDescription: mark })], pending: [] }
  await store.movements.replaceRange(customerId, productId, range, listed, at)
  await fillTransfers(store, customerId, mark)
  return customerId
}

async function fillTransfers(store: Store, customerId: string, mark: string): Promise<void> {
  const formToken = randomBytes(24).toString('base64url')
  const draft = { ...someDraft, payeeName: mark }
  const { transferId } = (await store.transfers.begin(customerId, { formToken, draft, language: 'en' }))
    .transfer
  const order = { ...someOrder, beneficiaryName: mark }
  const event = { kind: 'check_started', check: 1 } as const
  await store.transfers.move(customerId, transferId, event, { actor: 'customer' }, { newCheck: { order } })
  await store.transfers.saveReceipt(customerId, transferId, { bytes: Buffer.from(mark), contentType: mark })
  await store.transfers.savePreparation(customerId, `P-${mark}`, { ...somePreparation, abi: mark }, at)
}

/** `rate_limit` has hashes only (tests/integration/app/server/limits.test.ts), and each for an hour. */
const OTHER_TABLES = `'_prisma_migrations', 'rate_limit'`

/** In how many rows of each table a text stands, whatever the column. */
async function rowsWith({ settings }: TestDatabase, ...texts: string[]): Promise<Record<string, number>> {
  const tables = await runSql(
    settings,
    `SELECT table_name::text FROM information_schema.tables
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name NOT IN (${OTHER_TABLES})`,
  )
  const any = texts.map((text) => `t::text LIKE '%${text}%'`).join(' OR ')
  const counts = tables
    .flat()
    .map((table) => `SELECT '${table}', (SELECT count(*)::int FROM "${table}" t WHERE ${any})`)
  const rows = await runSql(settings, counts.join(' UNION ALL '))
  return Object.fromEntries(rows.map(([table, count]) => [String(table), Number(count)]))
}

describeOnEachDatabase('forgetting a customer', (kind) => {
  it('leaves nothing of them in any table of the database, and everything of the others', async () => {
    const database = await newMigratedDatabase(kind)
    const open = () => createStore({ ...database.settings, tokenKeys: newTokenKey('test'), now: () => at })
    const store = await open()
    const forgotten = await fill(store, 'MARKOFONE')
    const other = await fill(store, 'MARKOFOTHER')
    await store.close()

    const before = await rowsWith(database, forgotten, 'MARKOFONE')
    // A table that is new here: what it holds of a customer must be erased too, and `fill` must fill it.
    expect(Object.entries(before).filter(([, count]) => count === 0)).toEqual([])
    const beforeOther = await rowsWith(database, other, 'MARKOFOTHER')

    const again = await open()
    const report = await again.forget(forgotten)
    expect(Object.values(report).reduce((sum, count) => sum + count, 0)).toBe(
      Object.values(before).reduce((sum, count) => sum + count, 0),
    )
    expect(Object.values(report)).not.toContain(0)
    expect(Object.values(await again.forget(forgotten)).every((count) => count === 0)).toBe(true)
    await again.close()

    const after = await rowsWith(database, forgotten, 'MARKOFONE')
    expect(Object.values(after).every((count) => count === 0)).toBe(true)
    expect(await rowsWith(database, other, 'MARKOFOTHER')).toEqual(beforeOther)
    await database.remove()
  })

  it('is what deleting their row alone does too, by cascade', async () => {
    const database = await newMigratedDatabase(kind)
    const store = await createStore({
      ...database.settings,
      tokenKeys: newTokenKey('test'),
      now: () => at,
    })
    const customerId = await fill(store, 'MARKOFONE')
    await store.close()
    await runSql(database.settings, `DELETE FROM customer WHERE id = '${customerId}'`)
    const left = await rowsWith(database, customerId, 'MARKOFONE')
    expect(Object.values(left).every((count) => count === 0)).toBe(true)
    await database.remove()
  })

  it('wins over simultaneous writes for the customer, and ends without a deadlock', async () => {
    const database = await newMigratedDatabase(kind)
    const store = await createStore({
      ...database.settings,
      tokenKeys: newTokenKey('test'),
      now: () => at,
    })
    for (let round = 0; round < 5; round += 1) {
      const customerId = await fill(store, 'MARKOFONE')
      const listed = { booked: [bankMovement({ amount: '1' }), bankMovement()], pending: [] }
      const later = new Date(at.getTime() + 1)
      const [, replaced] = await Promise.allSettled([
        store.forget(customerId),
        store.movements.replaceRange(customerId, 'P-MARKOFONE', range, listed, later),
        allow(store, customerId, later),
      ])
      expect(replaced.status).toBe('fulfilled')
    }
    await store.close()
    const left = await rowsWith(database, 'MARKOFONE')
    expect(Object.values(left).every((count) => count === 0)).toBe(true)
    await database.remove()
  })
})

/** The files under a folder in whose bytes one of these texts stands. */
function filesWith(folder: string, ...texts: string[]): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => {
      const bytes = readFileSync(path)
      return texts.some((text) => bytes.includes(text))
    })
}

describe('the files of the embedded database', () => {
  it('have nothing of a forgotten customer after the next housekeeping, also when it runs after a restart', async () => {
    const database = await newMigratedDatabase('pglite')
    const { dataDir } = database.settings
    const open = () => createStore({ ...database.settings, tokenKeys: newTokenKey('test'), now: () => at })
    const store = await open()
    const forgotten = await fill(store, 'MARKOFONE')
    const restarted = await fill(store, 'MARKOFTWO')
    await fill(store, 'MARKOFOTHER')
    // Reaches the tables' files, and statistics, which quote texts.
    await store.maintain()
    expect(filesWith(join(dataDir, 'database', 'base'), 'MARKOFONE')).not.toEqual([])
    // A segment of the log that was used before and waits to be used again, as it was.
    const [first = ''] = readdirSync(join(dataDir, 'database', 'pg_wal')).filter((name) =>
      /^\w{24}$/.test(name),
    )
    const ahead = (BigInt(`0x${first}`) + 2n).toString(16).toUpperCase().padStart(24, '0')
    writeFileSync(join(dataDir, 'database', 'pg_wal', ahead), Buffer.alloc(16 * 1024 * 1024, 'MARKOFONE'))

    await store.forget(forgotten)
    await store.maintain()
    expect(filesWith(dataDir, 'MARKOFONE', forgotten)).toEqual([])

    await store.forget(restarted)
    await store.close()
    const again = await open()
    await again.maintain()
    expect(filesWith(dataDir, 'MARKOFTWO', restarted)).toEqual([])
    expect(filesWith(dataDir, 'MARKOFOTHER')).not.toEqual([])
    await again.close()
    expect(filesWith(dataDir, 'MARKOFONE', 'MARKOFTWO')).toEqual([])
    await database.remove()
  })

  it('have nothing of what is no longer shared, nor of an old draft, after the next housekeeping', async () => {
    const database = await newMigratedDatabase('pglite')
    const { dataDir } = database.settings
    const store = await createStore({ ...database.settings, tokenKeys: newTokenKey('test'), now: () => at })
    const customerId = await fill(store, 'MARKOFONE')
    const listed = { booked: [bankMovement({ shortDescription: 'COFFEE OF ONE' })], pending: [] }
    await store.movements.replaceRange(customerId, 'P-MARKOFONE', range, listed, new Date(at.getTime() + 1))
    await store.maintain()
    expect(filesWith(dataDir, 'COFFEE OF ONE')).not.toEqual([])

    const later = new Date(at.getTime() + 2)
    await store.consents.replaceFromBank(customerId, { grants: [], isWhole: true }, later)
    await store.maintain()
    expect(filesWith(dataDir, 'COFFEE OF ONE')).toEqual([])

    // An account that the bank lists no more, and a draft that is too old: each leads to a wipe of its own.
    const type = { code: 'C', description: 'D' }
    const account = { productId: 'P-1', type, nickname: 'NICKNAME OF ONE', currency: 'EUR', iban: '' }
    await store.accounts.replace(customerId, [account], later)
    await store.accounts.replace(customerId, [], new Date(at.getTime() + 3))
    await store.maintain()
    expect(filesWith(dataDir, 'NICKNAME OF ONE')).toEqual([])
    const draft = { ...someDraft, payeeName: 'PAYEE OF ONE' }
    const formToken = randomBytes(24).toString('base64url')
    await store.transfers.begin(customerId, { formToken, draft, language: 'en' })
    expect(await store.transfers.purgeDrafts(later)).toBe(1)
    await store.maintain()
    expect(filesWith(dataDir, 'PAYEE OF ONE')).toEqual([])
    await store.close()
    await database.remove()
  })
})
