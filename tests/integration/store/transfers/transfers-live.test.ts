import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createStore, type Store } from '@/lib/store'
import { liveStatement } from '@/lib/store/transfers/transfer-live'
import {
  describeOnEachDatabase,
  newBankCustomerId,
  newMigratedDatabase,
  newTokenKey,
  type TestDatabase,
} from '@/tests/support/database'
import { held } from '@/tests/support/held'
import { someDraft } from '@/tests/support/transfers'
import { until } from '@/tests/support/until'

const HOUR_MS = 60 * 60 * 1000

describeOnEachDatabase('transfers of which something is still to come', (kind) => {
  const now = () => new Date('2026-11-27T09:00:00Z')
  const ago = (hours: number) => new Date(now().getTime() - hours * HOUR_MS)
  const since = { receipt: ago(1 / 3), unknown: ago(240), execution: ago(24) }
  const tokenKeys = newTokenKey('t')
  let database: TestDatabase
  let store: Store
  let example: string
  beforeAll(async () => {
    database = await newMigratedDatabase(kind)
    store = await createStore({ ...database.settings, tokenKeys, now })
    const { customerId } = await store.customers.ensure(newBankCustomerId())
    const formToken = randomBytes(24).toString('base64url')
    const begun = await store.transfers.begin(customerId, { formToken, draft: someDraft, language: 'it' })
    example = begun.transfer.transferId
  })
  afterAll(async () => {
    await store.close()
    await database.remove()
  })

  /** So many transfers, each like the example but for these columns. */
  async function add(count: number, columns: Record<string, string | number | Date>): Promise<void> {
    await store.executeSql(
      `INSERT INTO "transfer" SELECT (jsonb_populate_record("example", $1::jsonb || jsonb_build_object(
         'id', gen_random_uuid(), 'form_token', gen_random_uuid()))).*
       FROM "transfer" AS "example", generate_series(1, $2::int) WHERE "example"."id" = $3::uuid`,
      [JSON.stringify(columns), count, example],
    )
  }

  it('are all found, however many there are, the longest untouched first and those accepted last', async () => {
    await add(1_300, { state: 'returned', since: ago(1), moved_at: ago(1) })
    await add(1, { state: 'executing', since: ago(2), moved_at: ago(2) })
    await add(400, { state: 'accepted', ended_at: ago(3), moved_at: ago(3) })
    const ids = await store.transfers.liveIds(since)
    expect(new Set(ids).size).toBe(1_701)
    const order = [...ids.slice(0, 2), ids.at(-1)]
    const live = await store.transfers.ofIds(ids)
    const states = order.map((id) => live.find(({ transferId }) => transferId === id)?.state.name)
    expect(states).toEqual(['executing', 'returned', 'accepted'])
  })

  it('are found without looking at those that are over', async () => {
    // Accepted long ago; accepted today, with every read of their status done.
    await add(5_000, { state: 'accepted', ended_at: ago(1_000), moved_at: ago(1_000) })
    await add(5_000, { state: 'accepted', ended_at: ago(5), moved_at: ago(5), status_reads: 40 })
    await store.executeSql('ANALYZE "transfer"')
    const { text, values } = liveStatement(since)
    const { rows } = await store.executeSql(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values)
    expect(rowsLookedAt(rows)).toBeLessThan(4_000)
  })

  // The embedded database has one process.
  describe.skipIf(kind === 'pglite')('are looked for by one process at a time', () => {
    it('until it is done, or its connection is gone', async () => {
      const other = await createStore({ ...database.settings, tokenKeys, now })
      const nothing = async () => {}
      const first = held()
      const sweeping = store.alone('sweep', first.work)
      await first.begun
      expect(await other.alone('sweep', nothing)).toBe(false)
      expect(await other.alone('housekeeping', nothing)).toBe(true)
      first.release()
      expect(await sweeping).toBe(true)
      expect(await other.alone('sweep', nothing)).toBe(true)

      const second = held()
      const cutOff = store.alone('sweep', second.work)
      await second.begun
      await other.executeSql(
        `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND pid <> pg_backend_pid()`,
      )
      // The server ends a connection a moment after it was asked to.
      await until(() => other.alone('sweep', nothing), Boolean)
      second.release()
      await cutOff
      await other.close()
    })
  })

  it('are not searched twice at once in one process, and an error is reported unchanged', async () => {
    const first = held()
    const sweeping = store.alone('sweep', first.work)
    await first.begun
    expect(await store.alone('sweep', async () => {})).toBe(false)
    first.release()
    await sweeping
    const failing = store.alone('sweep', () => Promise.reject(new RangeError('of the work')))
    await expect(failing).rejects.toThrow(RangeError)
    expect(await store.alone('sweep', async () => {})).toBe(true)
  })
})

const planOf = z.object({
  'Relation Name': z.string().optional(),
  'Actual Rows': z.number(),
  'Actual Loops': z.number(),
  'Rows Removed by Filter': z.number().optional(),
  'Rows Removed by Index Recheck': z.number().optional(),
  get Plans() {
    return z.array(planOf).optional()
  },
})
type Plan = z.infer<typeof planOf>
const explained = z.tuple([
  z.object({ 'QUERY PLAN': z.preprocess(parsed, z.tuple([z.object({ Plan: planOf })])) }),
])

function parsed(value: unknown): unknown {
  return typeof value === 'string' ? JSON.parse(value) : value
}

/** Rows of "transfer" that the statement read, whether it gave them or not. */
function rowsLookedAt(rows: unknown[]): number {
  const count = (plan: Plan): number => {
    const own =
      plan['Relation Name'] === 'transfer'
        ? plan['Actual Loops'] *
          (plan['Actual Rows'] +
            (plan['Rows Removed by Filter'] ?? 0) +
            (plan['Rows Removed by Index Recheck'] ?? 0))
        : 0
    return (plan.Plans ?? []).reduce((sum, part) => sum + count(part), own)
  }
  const [{ 'QUERY PLAN': answer }] = explained.parse(rows)
  return count(answer[0].Plan)
}
