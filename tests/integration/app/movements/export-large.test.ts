import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportFile } from '@/lib/exports'
import { exportMovements, type FlowDeps } from '@/lib/flows'
import { createStore, type Store } from '@/lib/store'
import { iterating } from '@/lib/store/movements/movements'
import { downloadResponse } from '@/lib/web/download'
import { startTestApp, type TestApp } from '@/tests/support/app'
import { allow } from '@/tests/support/consented'
import {
  newBankCustomerId,
  newMigratedDatabase,
  newTokenKey,
  type TestDatabase,
} from '@/tests/support/database'
import { insertMovements } from '@/tests/support/movement-rows'

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
  await insertMovements(database.settings, { customerId, productId: 'P', rows: ROWS })
  store = await createStore(settings)
  deps = { ...app.server.flows, store }
})
afterAll(async () => {
  await store?.close()
  await database?.remove()
  await app?.stop()
})

type Format = 'csv' | 'camt053'
const MARK = { csv: '\r\n', camt053: '<Ntry>' }
/** One page, and what the chunks made ahead of the reader hold: 256 KiB before the answer begins, then a chunk at a time. */
const MOST_AHEAD = 3 * PAGE

/** An export whose reads of the database are counted. */
async function openExport(format: Format, customer = customerId) {
  let [loaded, sent] = [0, 0]
  const page: Store['movements']['page'] = async (...args) => {
    const read = await store.movements.page(...args)
    loaded += read.movements.length
    return read
  }
  const movements = { ...store.movements, ...iterating({ page }) }
  const response = await downloadResponse(
    async () => {
      const request = { productId: 'P', filter: {} }
      const { requireUnchanged, ...source } = await exportMovements(
        { ...deps, store: { ...store, movements } },
        customerId,
        request,
      )
      return { ...exportFile(source, format), requireUnchanged }
    },
    { server: app.server, customerId: customer, reference: 'test' },
  )
  if (response.body === null) throw new Error('there is no file')
  const reader = response.body.getReader()
  let cut = ''
  return {
    /** @returns whether there was more */
    async read(): Promise<boolean> {
      const { done, value } = await reader.read()
      if (done) return false
      const text = cut + Buffer.from(value).toString('latin1')
      sent += text.split(MARK[format]).length - 1
      // A mark may begin in one chunk and end in the next. What is kept is shorter than a mark, so none counts twice.
      cut = text.slice(1 - MARK[format].length)
      return true
    },
    cancel: () => reader.cancel(),
    /** Movements that were read from the database. */
    loaded: () => loaded,
    /** Movements, and the line of headings, that the reader has. */
    sent: () => sent,
  }
}

/** Turns of the event loop: in each of them, a file that does not wait for its reader would go on. */
async function manyTurns(): Promise<void> {
  for (let turn = 0; turn < 1_000; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

// A hundred thousand rows take a minute and more where other work keeps both cores busy.
describe('an export of 100,000 movements', { timeout: 240_000 }, () => {
  it.each<[Format]>([['csv'], ['camt053']])('is made as it is read: %s', async (format) => {
    const file = await openExport(format)
    expect(file.loaded()).toBeLessThanOrEqual(2 * PAGE)
    let mostAhead = file.loaded()
    while (await file.read()) mostAhead = Math.max(mostAhead, file.loaded() - file.sent())
    expect([file.loaded(), file.sent()]).toEqual([ROWS, format === 'csv' ? ROWS + 1 : ROWS])
    expect(mostAhead).toBeLessThanOrEqual(MOST_AHEAD)
  })

  it.each<[Format]>([['csv'], ['camt053']])('waits for a reader that pauses: %s', async (format) => {
    const file = await openExport(format)
    for (let chunk = 0; chunk < 20; chunk += 1) await file.read()
    await manyTurns()
    expect(file.loaded() - file.sent()).toBeLessThanOrEqual(MOST_AHEAD)
    await file.cancel()
  })

  it('is the only one of its customer until it is made, its reader leaves, or takes nothing for half a minute', async () => {
    const refused = { code: 'download_under_way', retryAfterSeconds: expect.any(Number) }
    const first = await openExport('csv')
    await expect(openExport('camt053')).rejects.toMatchObject(refused)
    const another = await openExport('csv', 'another customer')
    await another.cancel()
    await first.cancel()

    const whole = await openExport('csv')
    while (await whole.read());
    const forgotten = await openExport('csv')
    await expect(openExport('csv')).rejects.toMatchObject(refused)
    app.moveClock(31)
    const next = await openExport('csv')
    // The forgotten one ends last, and frees nobody else's place.
    await forgotten.cancel()
    await expect(openExport('csv')).rejects.toMatchObject(refused)
    await next.cancel()
    app.resetClock()
  })

  it('stops reading when the download is cancelled', async () => {
    const file = await openExport('csv')
    await file.read()
    await file.cancel()
    const loaded = file.loaded()
    await manyTurns()
    expect([file.loaded(), loaded <= 2 * PAGE]).toEqual([loaded, true])
  })

  it('breaks off when the movements changed while it was sent', async () => {
    const file = await openExport('csv')
    await file.read()
    await store.executeSql('DELETE FROM "movement" WHERE "day" = $1', ['2016-01-01'])
    const rest = async () => {
      while (await file.read());
    }
    await expect(rest()).rejects.toThrow('changed_meanwhile')
    expect(app.logLines()).toContain('a download broke off')
  })
})
