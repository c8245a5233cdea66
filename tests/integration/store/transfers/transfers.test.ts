import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { finalNames, type TransferEvent } from '@/lib/domain/transfers/transfer-state'
import type { Transfer, TransferChange } from '@/lib/store'
import { createStore } from '@/lib/store'
import { TransferState as StoredState } from '@/prisma/generated/client'
import {
  describeOnEachDatabase,
  describeStore,
  newBankCustomerId,
  newMigratedDatabase,
  newTokenKey,
} from '@/tests/support/database'
import { runSql } from '@/tests/support/postgres-server'
import { someDraft, someOrder, someVerdict } from '@/tests/support/transfers'

const newToken = () => randomBytes(24).toString('base64url')
const newReturnId = () => randomBytes(32).toString('base64url')
const path = '/psd2/v0/private/x'
const answer = (resourceId = 'r-1') => ({
  verdict: someVerdict,
  resourceId,
  next: { kind: 'execute', resourceId, path } as const,
})

describeStore('transfers', (fixture) => {
  const transfers = () => fixture.store.transfers

  async function begin() {
    const customerId = await fixture.newCustomer()
    const begun = await transfers().begin(customerId, {
      formToken: newToken(),
      draft: someDraft,
      language: 'it',
    })
    return begun.transfer
  }

  async function move(
    { customerId, transferId }: Transfer,
    event: TransferEvent,
    change: TransferChange = {},
    seen?: Transfer,
  ) {
    return transfers().move(customerId, transferId, event, { actor: 'customer' }, change, seen)
  }

  async function atBank(returnId = newReturnId()) {
    const transfer = await begin()
    await move(transfer, { kind: 'check_started', check: 1 }, { newCheck: { order: someOrder } })
    await move(transfer, { kind: 'check_answered', check: 1, next: 'execute' }, { answer: answer() })
    await move(transfer, { kind: 'approval_started', check: 1 }, { returnId })
    const at = fixture.clock.now()
    const approval = { approach: 'redirect', scaUrl: 'https://bank.example/sca?secret=1' } as const
    await move(transfer, { kind: 'approval_answered', check: 1, approach: 'redirect', at }, { approval })
    return { transfer, returnId }
  }

  const stateOf = async ({ customerId, transferId }: Transfer) =>
    (await transfers().find(customerId, transferId))?.state.name

  it('PAY-1: of 20 submits of one form one begins a transfer; another draft under its token is a conflict', async () => {
    const customerId = await fixture.newCustomer()
    const form = { formToken: newToken(), draft: someDraft, language: 'en' }
    const all = await Promise.all(Array.from({ length: 20 }, () => transfers().begin(customerId, form)))
    expect(all.filter(({ kind }) => kind === 'begun')).toHaveLength(1)
    expect(new Set(all.map(({ transfer }) => transfer.transferId)).size).toBe(1)
    const other = { ...form, draft: { ...someDraft, amount: '9,99' } }
    expect((await transfers().begin(customerId, other)).kind).toBe('conflict')
    const events = await transfers().events(customerId, all[0]?.transfer.transferId ?? '')
    expect(events.map(({ what }) => what)).toEqual(['created'])
  })

  it('keeps all of a check, and the address at the bank only while the customer is to go there', async () => {
    const { transfer, returnId } = await atBank()
    const found = await transfers().find(transfer.customerId, transfer.transferId)
    if (found === null) throw new Error('not found')
    expect(found).toMatchObject({
      state: { name: 'at_bank', check: 1 },
      transactionId: transfer.transactionId,
      check: { number: 1, order: someOrder, verdict: someVerdict, resourceId: 'r-1', approach: 'redirect' },
    })
    expect(await transfers().scaUrlOf(found)).toBe('https://bank.example/sca?secret=1')
    expect(await transfers().findByReturnId(returnId)).toMatchObject({ check: 1 })
    expect(await transfers().findByReturnId(newReturnId())).toBeNull()
    await move(transfer, { kind: 'came_back', check: 1, at: fixture.clock.now() })
    expect(await transfers().scaUrlOf(found)).toBeNull()
  })

  it('of 20 claims to execute one moves it, and no claim after that', async () => {
    const { transfer } = await atBank()
    const at = fixture.clock.now()
    await move(transfer, { kind: 'came_back', check: 1, at })
    await move(transfer, { kind: 'status_read', check: 1, status: 'AUTHORIZED', at })
    const claim = { kind: 'execute_claimed', check: 1, by: 'system', at } as const
    const claims = await Promise.all(Array.from({ length: 20 }, () => move(transfer, claim)))
    expect(claims.filter(({ kind }) => kind === 'moved')).toHaveLength(1)
    await move(transfer, { kind: 'execute_lost', check: 1 })
    expect((await move(transfer, claim)).kind).toBe('not_moved')
    expect(await stateOf(transfer)).toBe('unknown')
    const events = await transfers().events(transfer.customerId, transfer.transferId)
    expect(events.filter(({ what }) => what === 'execute_claimed')).toHaveLength(1)
  })

  it('is claimed once also by those who saw it before the claim, and for the one whose state they saw', async () => {
    const { transfer } = await atBank()
    const at = fixture.clock.now()
    await move(transfer, { kind: 'came_back', check: 1, at })
    const authorized = await move(transfer, { kind: 'status_read', check: 1, status: 'AUTHORIZED', at })
    if (authorized.kind !== 'moved') throw new Error('it did not move')
    const seen = authorized.transfer
    const claim = { kind: 'execute_claimed', check: 1, by: 'system', at } as const
    const claims = await Promise.all(Array.from({ length: 20 }, () => move(transfer, claim, {}, seen)))
    expect(claims.map(({ kind }) => kind).sort()).toEqual(
      [...Array(1).fill('moved'), ...Array(19).fill('not_moved')].sort(),
    )
    expect(claims.find(({ kind }) => kind === 'moved')).toMatchObject({
      transfer: { state: { name: 'executing' }, check: { resourceId: 'r-1' } },
    })
    await move(transfer, { kind: 'execute_lost', check: 1 }, {}, seen)
    expect(await move(transfer, claim, {}, seen)).toMatchObject({
      kind: 'not_moved',
      transfer: { state: { name: 'unknown' } },
    })
    const events = await transfers().events(transfer.customerId, transfer.transferId)
    expect(events.filter(({ what }) => what === 'execute_claimed')).toHaveLength(1)
  })

  it.each(['PENDING', 'AUTHORIZED', 'NOT_AUTHORIZED', 'EXPIRED', 'other', 'gone'] as const)(
    'a status %s moves it only from the state in which the bank was asked',
    async (status) => {
      const { transfer } = await atBank()
      const at = fixture.clock.now()
      const seen: Transfer[] = []
      for (const event of [
        { kind: 'came_back', check: 1, at },
        { kind: 'status_read', check: 1, status: 'AUTHORIZED', at },
        { kind: 'execute_claimed', check: 1, by: 'system', at: new Date(at.getTime() + 1) },
        { kind: 'execute_lost', check: 1 },
      ] as const) {
        const moved = await move(transfer, event)
        if (moved.kind !== 'moved') throw new Error('it did not move')
        for (const earlier of seen) {
          const late = new Date(at.getTime() + 3_600_000)
          const answer = { kind: 'status_read', check: 1, status, at: late } as const
          expect((await move(transfer, answer, {}, earlier)).kind).toBe('not_moved')
        }
        expect(await stateOf(transfer)).toBe(moved.transfer.state.name)
        seen.push(moved.transfer)
      }
    },
  )

  it('takes an answer that comes while another moves it, and writes its change with the move or not at all', async () => {
    const { transfer } = await atBank()
    const at = fixture.clock.now()
    await move(transfer, { kind: 'came_back', check: 1, at })
    await move(transfer, { kind: 'status_read', check: 1, status: 'AUTHORIZED', at })
    await move(transfer, { kind: 'execute_claimed', check: 1, by: 'system', at })
    const [lost, accepted] = await Promise.all([
      move(transfer, { kind: 'execute_lost', check: 1 }),
      move(transfer, { kind: 'execute_accepted', check: 1 }, { cro: '1234567890123456' }),
    ])
    expect(accepted.kind).toBe('moved')
    expect(['moved', 'not_moved']).toContain(lost.kind)
    const found = await transfers().find(transfer.customerId, transfer.transferId)
    expect(found).toMatchObject({ state: { name: 'accepted' }, cro: '1234567890123456' })
    expect((await move(transfer, { kind: 'execute_refused', check: 1 }, { cro: 'x' })).kind).toBe('not_moved')
    expect((await transfers().find(transfer.customerId, transfer.transferId))?.cro).toBe('1234567890123456')
  })

  it('allows one status read at a time, and restarts the count at the return', async () => {
    const { transfer } = await atBank()
    await move(transfer, { kind: 'came_back', check: 1, at: fixture.clock.now() })
    const read = async () => {
      const found = await transfers().find(transfer.customerId, transfer.transferId)
      if (found === null) throw new Error('not found')
      const claims = await Promise.all(
        Array.from({ length: 10 }, () => transfers().claimStatusRead(found, 30_000)),
      )
      return { won: claims.filter(Boolean).length, found }
    }
    const first = await read()
    expect(first.won).toBe(1)
    expect((await read()).won).toBe(0)
    await transfers().statusReadOver(first.found, 1)
    expect((await read()).won).toBe(1)
    fixture.clock.advance(31)
    expect((await read()).won).toBe(1)
    expect((await transfers().find(transfer.customerId, transfer.transferId))?.statusReads.count).toBe(3)
  })

  it('others like it are found however old they are, by sum and account or by a reference', async () => {
    const own = await begin()
    const { customerId } = own
    const accepted = async (order: Partial<typeof someOrder>, cro: string) => {
      const form = { formToken: newToken(), draft: someDraft, language: 'it' }
      const { transfer } = await transfers().begin(customerId, form)
      await move(
        transfer,
        { kind: 'check_started', check: 1 },
        { newCheck: { order: { ...someOrder, ...order } } },
      )
      await fixture.store.executeSql(
        `UPDATE "transfer" SET "state" = 'accepted', "cro" = $1 WHERE "id" = $2`,
        [cro, transfer.transferId],
      )
    }
    await accepted({ amount: '83.4' }, 'same sum')
    await accepted({ amount: '83.41' }, 'another sum')
    await accepted({ amount: '83.42' }, 'listed')
    await accepted({ productId: 'another account' }, 'elsewhere')
    fixture.clock.advance(400 * 86_400)
    const like = { productId: someOrder.productId, amounts: ['83.40'], references: ['listed', 'x'] }
    const found = await transfers().others(customerId, own.transferId, like)
    expect(found?.map(({ cro }) => cro).sort()).toEqual(['listed', 'same sum'])
    // To another holder of the account they are others too, by the bank's facts alone; to anybody else they do not exist.
    const other = await fixture.newCustomer()
    const ofAccount = await transfers().others(other, own.transferId, like)
    expect(ofAccount?.map(({ cro }) => cro).sort()).toEqual(['listed', 'same sum'])
    expect(ofAccount?.every((one) => one.movementId === null && one.knownBefore === null)).toBe(true)
    const elsewhere = { ...like, productId: 'their own account', references: ['elsewhere', 'listed'] }
    expect(await transfers().others(other, own.transferId, elsewhere)).toEqual([])
  })

  it('is found by its owner alone', async () => {
    const transfer = await begin()
    const other = await fixture.newCustomer()
    const { transferId } = transfer
    expect(await transfers().find(other, transferId)).toBeNull()
    expect(await transfers().events(other, transferId)).toEqual([])
    expect(await transfers().keepDraft(other, transferId, someDraft)).toBe(false)
    expect((await transfers().page(other, null, 10)).transfers).toEqual([])
    expect(await transfers().inStates(other, ['draft'])).toEqual([])
    const asOther = transfers().move(
      other,
      transferId,
      { kind: 'abandoned', check: 0 },
      { actor: 'customer' },
    )
    expect((await asOther).kind).toBe('not_found')
    expect(await stateOf(transfer)).toBe('draft')
  })

  it('pages through the history, and lists what is still to come', async () => {
    const customerId = await fixture.newCustomer()
    for (let index = 0; index < 5; index += 1) {
      const form = { formToken: newToken(), draft: { ...someDraft, amount: String(index) }, language: 'en' }
      await transfers().begin(customerId, form)
      if (index !== 2) fixture.clock.advance(1)
    }
    const first = await transfers().page(customerId, null, 3)
    const second = await transfers().page(customerId, first.nextCursor, 3)
    const amounts = [...first.transfers, ...second.transfers].map(({ draft }) => draft.amount)
    expect(amounts.slice().sort()).toEqual(['0', '1', '2', '3', '4'])
    expect([amounts[0], amounts[4]]).toEqual(['4', '0'])
    expect(second.nextCursor).toBeNull()
    const { transfer } = await atBank()
    const ofOwner = await transfers().inStates(transfer.customerId, ['unknown', 'at_bank'])
    expect(ofOwner.map(({ transferId }) => transferId)).toEqual([transfer.transferId])
    expect(await transfers().inStates(transfer.customerId, ['draft'])).toEqual([])
    const at = fixture.clock.now()
    const ids = await transfers().liveIds({ receipt: at, unknown: at, execution: at })
    expect(ids).toContain(transfer.transferId)
    const live = await transfers().ofIds(ids)
    expect(live.map(({ state }) => state.name)).not.toContain('draft')
  })
})

describeOnEachDatabase('what became of a transfer', (kind) => {
  it('is only ever added to: the database refuses to change a row of it', async () => {
    const database = await newMigratedDatabase(kind)
    const store = await createStore({
      ...database.settings,
      tokenKeys: newTokenKey('t'),
      now: () => new Date(),
    })
    const { customerId } = await store.customers.ensure(newBankCustomerId())
    await store.transfers.begin(customerId, { formToken: newToken(), draft: someDraft, language: 'en' })
    await store.close()
    await expect(runSql(database.settings, `UPDATE transfer_event SET what = 'x'`)).rejects.toThrow()
    expect(await runSql(database.settings, 'SELECT what FROM transfer_event')).toEqual([['created']])
    await database.remove()
  })
})

describe('the code of the store', () => {
  it('changes and deletes no event, but to forget the customer', () => {
    const folder = 'lib/store'
    const changing = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .filter((file) =>
        /transferEvent\.(update|upsert|delete)|(UPDATE|DELETE FROM) "?transfer_event/.test(
          readFileSync(join(folder, file), 'utf8'),
        ),
      )
    expect(changing).toEqual(['session/forget.ts'])
  })

  it('has the states of the machine and no others', () => {
    const names = ['draft', 'checking', 'incomplete', 'checked', 'starting', 'at_bank', 'returned']
    const all = [...names, 'authorized', 'late', 'executing', 'unknown', ...finalNames]
    expect(Object.keys(StoredState).sort()).toEqual(all.sort())
  })
})
