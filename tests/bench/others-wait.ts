import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { exportFile } from '@/lib/exports'
import { createLog } from '@/lib/log'
import { createStore, type Store } from '@/lib/store'
import { downloadResponse } from '@/lib/web/download'
import { createDownloadSlots } from '@/lib/web/download-slots'
import { migrate } from '@/prisma/migrate'
import { allow } from '@/tests/support/consented'
import { exportSource } from '@/tests/support/export-source'
import { insertMovements } from '@/tests/support/movement-rows'
import { atMost, rounded } from './measure'

/*
 * How long another visitor waits while three exports of 100,000 movements are made, beside 20 searches in them,
 * in the embedded database: `node --import tsx tests/bench/others-wait.ts`. Milliseconds.
 */
const ROWS = 100_000
const EXPORTS = 3
const SEARCHES = 20
const PRODUCT_ID = 'BENCH00001'
const LIMIT_MS = 150

export async function measureOthersWait() {
  const dataDir = mkdtempSync(join(tmpdir(), 'sportello-bench-'))
  const tokenKeys = `bench:${randomBytes(32).toString('base64')}`
  await migrate({ dataDir })
  const open = () => createStore({ dataDir, tokenKeys, now: () => new Date() })
  const first = await open()
  const { customerId } = await first.customers.ensure('1')
  const other = (await first.customers.ensure('2')).customerId
  for (const customer of [customerId, other]) await allow(first, customer, new Date(), PRODUCT_ID)
  await first.close()
  await insertMovements({ dataDir }, { customerId, productId: PRODUCT_ID, rows: ROWS })
  await insertMovements({ dataDir }, { customerId: other, productId: PRODUCT_ID, rows: 1_000 })
  const store = await open()
  try {
    await store.maintain()
    return await measure(store, customerId, other)
  } finally {
    await store.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function measure(store: Store, customerId: string, other: string) {
  let isOver = false
  const longest = async (ask: () => Promise<unknown>) => {
    let most = 0
    while (!isOver) {
      const start = performance.now()
      await ask()
      most = Math.max(most, performance.now() - start)
      await pause(20)
    }
    return most
  }
  const start = performance.now()
  const others = Promise.all([
    longest(() => pause(0)),
    longest(() => store.ping()),
    longest(() => store.movements.page(other, PRODUCT_ID, {}, null, 50)),
  ])
  const search = (index: number) =>
    store.movements.search(customerId, PRODUCT_ID, { text: `operazione ${index}` }, 50)
  await Promise.all([
    ...Array.from({ length: EXPORTS }, () => exportAll(store, customerId)),
    ...Array.from({ length: SEARCHES }, (_, index) => search(index)),
  ])
  isOver = true
  const [nothing = 0, statement = 0, page = 0] = await others
  return {
    seconds: rounded((performance.now() - start) / 1000, 1),
    otherVisitorsLongestWait: {
      withoutTheDatabase: atMost(rounded(nothing), LIMIT_MS),
      oneStatement: atMost(rounded(statement), LIMIT_MS),
      pageOfMovements: atMost(rounded(page), LIMIT_MS),
    },
  }
}

async function exportAll(store: Store, customerId: string): Promise<void> {
  const movements = () => store.movements.iterate(customerId, PRODUCT_ID, {})
  const download = { ...exportFile(exportSource([], { movements }), 'csv'), requireUnchanged: async () => {} }
  // A server each: one customer gets one file at a time, and these stand for three.
  const server = { log: createLog('silent'), downloads: createDownloadSlots(() => new Date()) }
  const response = await downloadResponse(async () => download, { server, customerId, reference: 'bench' })
  for await (const _ of response.body ?? []);
}

if (process.argv[1]?.endsWith('others-wait.ts'))
  process.stdout.write(`${JSON.stringify(await measureOthersWait(), null, 2)}\n`)
