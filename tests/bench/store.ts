import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { exportFile } from '@/lib/exports'
import { createLog } from '@/lib/log'
import {
  type BankMovement,
  createStore,
  type MovementFilter,
  type Store,
  type StoredMovement,
} from '@/lib/store'
import { downloadResponse } from '@/lib/web/download'
import { createDownloadSlots } from '@/lib/web/download-slots'
import { migrate } from '@/prisma/migrate'
import { exportSource } from '@/tests/support/export-source'
import { atMost, rounded, type Verdict } from './measure'

/*
 * What an account of a hundred thousand movements costs in the embedded database, or in the PostgreSQL
 * server of BENCH_DATABASE_URL (an empty database): `node --import tsx tests/bench/store.ts`.
 */
const ROWS = 100_000
const DAYS = 3_650
const ROUNDS = 9
const EXPORT_CHECK_BYTES = 8 * 2 ** 20
const EXPORT_HELD_MEGABYTES = 8
const PRODUCT_ID = 'BENCH00001'
const RANGE = { from: '2016-01-01', to: '2026-12-31', isWhole: true }
const SHOPS = ['Caffè dell’Università', 'Esselunga', 'Trenitalia', 'Farmacia Comunale', 'Libreria Òrsù']

const SEARCH_MILLISECONDS = 300

/** Milliseconds, median of some rounds where the same can be asked again; memory in megabytes. */
export async function measureStore() {
  const dataDir = mkdtempSync(join(tmpdir(), 'sportello-bench-'))
  const settings = { dataDir, databaseUrl: process.env.BENCH_DATABASE_URL }
  await migrate(settings)
  const tokenKeys = `bench:${randomBytes(32).toString('base64')}`
  const store = await createStore({ ...settings, tokenKeys, now: () => new Date() })
  try {
    return await measure(store)
  } finally {
    await store.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function measure(store: Store) {
  const { customerId } = await store.customers.ensure(String(process.pid))
  const grants = [{ category: 'ACCOUNT_INFO', productIds: [PRODUCT_ID] }]
  await store.consents.replaceFromBank(customerId, { grants, isWhole: true }, new Date())
  const { movements } = store
  const list = (rows: BankMovement[]) =>
    movements.replaceRange(customerId, PRODUCT_ID, RANGE, { booked: rows, pending: [] }, new Date())
  const booked = Array.from({ length: ROWS }, (_, index) => bankMovement(index))
  const memoryBefore = megabytes()
  const firstList = await timed(() => list(booked))
  const sameList = await timed(() => list(booked))
  const oneMore = await timed(() => list([bankMovement(-1), ...booked]))
  const memoryAfter = megabytes()
  const upkeep = await timed(() => store.maintain())
  const search = async (text: string) =>
    atMost(await median(() => movements.search(customerId, PRODUCT_ID, { text }, 50)), SEARCH_MILLISECONDS)
  const searches = {
    foundOften: await search('caffe universita'),
    foundOnce: await search('operazione 77777'),
    notFound: await search('not there at all'),
  }
  const newIds = booked.map((row, index) => ({ ...row, moneyTransferId: `NEW${index}` }))
  const allChanged = await timed(() => list(newIds))

  const page = (filter: MovementFilter, limit = 50) =>
    movements.page(customerId, PRODUCT_ID, filter, null, limit)
  const count = (filter: MovementFilter) => movements.count(customerId, PRODUCT_ID, filter)
  return {
    rows: ROWS,
    replace: { firstList, sameList, oneMore, allChanged },
    maintain: upkeep,
    memory: { before: memoryBefore, after: memoryAfter },
    search: searches,
    firstPage: await median(() => page({})),
    searchAfterAllChanged: await search('not there at all'),
    amounts: await median(() => count({ minAmount: '100', maxAmount: '200.50', direction: 'out' })),
    dates: await median(() => count({ from: '2020-01-01', to: '2020-12-31' })),
    dayTotals: await median(() => movements.dayTotals(customerId, PRODUCT_ID, {})),
    exportAll: await timed(() => all(movements.iterate(customerId, PRODUCT_ID, {}))),
    exportHeldMegabytes: await exportHeld(() => movements.iterate(customerId, PRODUCT_ID, {})),
    forget: await timed(() => store.forget(customerId)),
  }
}

/** Ten to thirty each day, from the newest to the oldest. */
function bankMovement(index: number): BankMovement {
  const day = new Date(Date.UTC(2026, 10, 27 - Math.floor((Math.max(index, 0) * DAYS) / ROWS)))
  const date = day.toISOString().slice(0, 10)
  const shop = SHOPS[Math.abs(index) % SHOPS.length] ?? ''
  return {
    bookingDate: date,
    valueDate: date,
    amount: `${index % 7 === 0 ? '' : '-'}${Math.abs(index) % 997}.${Math.abs(index) % 10}5`,
    currency: 'EUR',
    shortDescription: 'PAGAMENTO POS',
    extendedDescription: `Pagamento con carta *1234 presso ${shop}, operazione ${index} del ${date}, riferimento ${'0123456789'.repeat(12)}`,
    codeDescription: 'Pagamento con carta di debito',
    moneyTransferId: `MT${index}`,
    index: String(index),
    fields: [],
    odd: [],
  }
}

async function all(rows: AsyncGenerator<unknown>): Promise<number> {
  let count = 0
  for await (const _ of rows) count += 1
  return count
}

/** The most memory that a CSV file of all of them holds while it is sent, in megabytes. */
async function exportHeld(movements: () => AsyncGenerator<StoredMovement>): Promise<Verdict> {
  const file = exportFile(exportSource([], { movements }), 'csv')
  const open = async () => ({ ...file, requireUnchanged: async () => {} })
  const response = await downloadResponse(open, {
    server: { log: createLog('silent'), downloads: createDownloadSlots(() => new Date()) },
    customerId: 'bench',
    reference: 'bench',
  })
  const reader = response.body?.getReader()
  const before = heldBytes()
  let [size, checkedAt, most] = [0, 0, 0]
  for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read()) {
    size += read.value.byteLength
    if (size - checkedAt < EXPORT_CHECK_BYTES) continue
    checkedAt = size
    most = Math.max(most, heldBytes() - before)
  }
  return atMost(rounded(most / 2 ** 20, 1), EXPORT_HELD_MEGABYTES)
}

/** After everything that is not held has been let go. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return rounded(performance.now() - start, 0)
}

async function median(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) times.push(await timed(work))
  return times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Number.NaN
}

function megabytes() {
  const { rss, heapUsed } = process.memoryUsage()
  return { rss: rounded(rss / 2 ** 20, 0), heap: rounded(heapUsed / 2 ** 20, 0) }
}

if (process.argv[1]?.endsWith('store.ts')) {
  process.stdout.write(`${JSON.stringify(await measureStore(), null, 2)}\n`)
}
