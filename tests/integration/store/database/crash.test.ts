import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createStore } from '@/lib/store'
import { newMigratedDatabase, newTokenKey, type TestDatabase } from '@/tests/support/database'
import { runSql } from '@/tests/support/postgres-server'

const writer = fileURLToPath(new URL('../../../support/store-writer.ts', import.meta.url))

describe('the embedded database and kill -9', () => {
  let database: TestDatabase
  const tokenKeys = newTokenKey('test')
  beforeEach(async () => {
    database = await newMigratedDatabase('pglite')
  })
  afterEach(() => database.remove())

  /** Runs the writer until it has acknowledged `count` customers; it lives on. */
  async function startWriter(count: number) {
    const child = spawn(process.execPath, ['--import', 'tsx', writer, database.settings.dataDir, tokenKeys], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const acknowledged: string[] = []
    const enough = new Promise<void>((resolve) => {
      createInterface({ input: child.stdout }).on('line', (line) => {
        acknowledged.push(line)
        if (acknowledged.length === count) resolve()
      })
    })
    await Promise.race([enough, once(child, 'exit')])
    return { child, acknowledged }
  }

  const open = () => createStore({ ...database.settings, tokenKeys, now: () => new Date() })

  it('keeps every acknowledged row, and the next start takes the lock over', async () => {
    const everAcknowledged: string[] = []
    for (const count of [1, 60]) {
      const { child, acknowledged } = await startWriter(count)
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
      expect(acknowledged.length).toBeGreaterThanOrEqual(count)
      everAcknowledged.push(...acknowledged)

      const store = await open()
      for (const bankCustomerId of everAcknowledged) {
        const { customerId } = await store.customers.ensure(bankCustomerId)
        expect(await store.connections.load(customerId)).toMatchObject({
          accessToken: `token of ${bankCustomerId}`,
        })
        // Balances may reach the disk later, but never after what was written later.
        expect(await store.balances.find(customerId, 'A')).toMatchObject({
          accounting: { amount: bankCustomerId },
        })
      }
      await store.close()
    }
  })

  it('does not meet a database that trades durability for speed', async () => {
    const settings = ['fsync', 'synchronous_commit', 'full_page_writes', 'wal_sync_method']
    const values = settings.map((setting) => `current_setting('${setting}')`).join(', ')
    expect(await runSql(database.settings, `SELECT ${values}`)).toEqual([['on', 'on', 'on', 'fsync']])
  })

  it('refuses a second process by the number of the first, which goes on undisturbed', async () => {
    const { child, acknowledged } = await startWriter(1)
    await expect(open()).rejects.toMatchObject({
      name: 'StoreStartError',
      reason: 'locked',
      message: expect.stringContaining(`already open in process ${child.pid}.`),
    })
    const before = acknowledged.length
    await expect.poll(() => acknowledged.length).toBeGreaterThan(before)
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  })
})
