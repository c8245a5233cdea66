import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportFile } from '@/lib/exports'
import { exportMovements, type FlowDeps } from '@/lib/flows'
import { createStore, type Store } from '@/lib/store'
import { downloadResponse } from '@/lib/web/download'
import { startTestApp, type TestApp } from '../../support/app'
import { allow } from '../../support/consented'
import {
  newBankCustomerId,
  newMigratedDatabase,
  newTokenKey,
  runSql,
  type TestDatabase,
} from '../../support/database'

const ROWS = 100_000
const PAGE = 1_000

let app: TestApp
let database: TestDatabase
let store: Store
let deps: FlowDeps
let customerId: string
beforeAll(async () => {
  app = await startTestApp()
  database = await newMigratedDatabase('pglite')
  const settings = { ...database.settings, tokenKeys: newTokenKey('test'), now: () => new Date() }
  const first = await createStore(settings)
  ;({ customerId } = await first.customers.ensure(newBankCustomerId()))
  await allow(first, customerId, new Date(), 'P')
  await first.close()
  // A bank's list of this length would take half a minute to be compared and written.
  await runSql(
    database.settings,
    `INSERT INTO "movement" ("id", "customer_id", "product_id", "status", "day", "position", "booking_date",
       "value_date", "amount", "currency", "short_description", "extended_description", "code_description",
       "money_transfer_id", "bank_index", "fields", "odd", "search_text", "digest")
     SELECT gen_random_uuid(), '${customerId}', 'P', 'booked', "day", "place", "day", "day",
       CASE WHEN "n" % 3 = 0 THEN '' ELSE '-' END || "n" % 900 || '.50', 'EUR', 'PAGAMENTO POS ' || "n",
       'Pagamento con carta presso Caffè dell’Università, operazione ' || "n" || repeat(' 0123456789', 12),
       'Pagamento con carta di debito', 'MT' || "n", "n"::text, '[]', '{}', '', md5("n"::text)
     FROM (SELECT "n", ("n" / 28)::int AS "place", to_char(date '2016-01-01' + ("n" % 3650), 'YYYY-MM-DD') AS "day"
           FROM generate_series(0, ${ROWS - 1}) AS "n") AS "rows"`,
  )
  store = await createStore(settings)
  deps = { ...app.server.flows, store }
})
afterAll(async () => {
  await store?.close()
  await database?.remove()
  await app?.stop()
})

/** Memory that is held, after everything that is not has been let go. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

async function openExport(format: 'csv' | 'camt053') {
  let pages = 0
  const response = await downloadResponse(
    async () => {
      const { requireUnchanged, ...source } = await exportMovements(deps, customerId, {
        productId: 'P',
        filter: {},
      })
      const counted = { ...source, movements: counting(source.movements, () => pages++) }
      return { ...exportFile(counted, format), requireUnchanged }
    },
    { server: app.server, reference: 'test' },
  )
  if (response.body === null) throw new Error('there is no file')
  return { reader: response.body.getReader(), pages: () => Math.ceil(pages / PAGE) }
}

function counting<Args extends unknown[], Item>(
  read: (...args: Args) => AsyncIterable<Item>,
  count: () => void,
): (...args: Args) => AsyncIterable<Item> {
  return async function* (...args) {
    for await (const item of read(...args)) {
      count()
      yield item
    }
  }
}

// A minute and more where other work keeps both cores busy.
describe('an export of 100,000 movements', { timeout: 240_000 }, () => {
  it.each(['csv', 'camt053'] as const)('is made as it is read, in little memory: %s', async (format) => {
    const { reader, pages } = await openExport(format)
    // So much was made before the answer began, and no more until somebody reads it.
    expect(pages()).toBeLessThanOrEqual(2)
    const before = heldBytes()
    let [size, checkedAt, most, rows] = [0, 0, 0, 0]
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      size += read.value.byteLength
      rows +=
        Buffer.from(read.value)
          .toString('latin1')
          .split(format === 'csv' ? '\r\n' : '<Ntry>').length - 1
      if (size - checkedAt < 8 * 1024 * 1024) continue
      checkedAt = size
      most = Math.max(most, heldBytes() - before)
    }
    expect(rows).toBe(format === 'csv' ? ROWS + 1 : ROWS)
    expect(size).toBeGreaterThan(30 * 1024 * 1024)
    expect(most).toBeGreaterThan(0)
    expect(most).toBeLessThan(8 * 1024 * 1024)
  })

  it('stops reading when nobody wants the rest', async () => {
    const { reader, pages } = await openExport('csv')
    await reader.read()
    await reader.cancel()
    const read = pages()
    await store.movements.count(customerId, 'P', {})
    expect([pages(), read <= 2]).toEqual([read, true])
  })

  it('breaks off when the movements changed while it was sent', async () => {
    const { reader } = await openExport('csv')
    await reader.read()
    const range = { from: '2016-01-01', to: '2016-01-01', isWhole: true }
    await store.movements.replaceRange(customerId, 'P', range, { booked: [], pending: [] }, new Date())
    const rest = async () => {
      while (!(await reader.read()).done);
    }
    await expect(rest()).rejects.toThrow('changed_meanwhile')
    expect(app.logLines()).toContain('a download broke off')
  })
})
