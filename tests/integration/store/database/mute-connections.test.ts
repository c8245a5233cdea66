import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createStore, type Store } from '@/lib/store'
import {
  describeOnServer,
  newBankCustomerId,
  newMigratedDatabase,
  newTokenKey,
  type TestDatabase,
} from '@/tests/support/database'
import { startMuteProxy } from '@/tests/support/mute-proxy'
import { until } from '@/tests/support/until'

const CONNECTIONS = 6
const SHORT = { statementMs: 500, silenceMs: 100 }
const MANY = Array.from({ length: CONNECTIONS })

describeOnServer('connections that go mute', () => {
  let database: TestDatabase
  let proxy: Awaited<ReturnType<typeof startMuteProxy>>
  let store: Store
  beforeAll(async () => {
    database = await newMigratedDatabase('postgres')
    proxy = await startMuteProxy(database.settings.databaseUrl ?? '')
  })
  beforeEach(async () => {
    const limits = { connections: CONNECTIONS, ...SHORT }
    store = await createStore({
      ...database.settings,
      databaseUrl: proxy.url,
      tokenKeys: newTokenKey('test'),
      now: () => new Date(),
      limits,
    })
    return () => store.close()
  })
  afterAll(async () => {
    await proxy?.stop()
    await database?.remove()
  })

  const unavailable = { status: 'rejected', reason: { name: 'StoreError', isUnavailable: true } }

  it('are closed, so that the next statements get new ones', async () => {
    await Promise.all(MANY.map(() => store.ping()))
    expect(proxy.mute()).toBeGreaterThan(1)
    const asked = await Promise.allSettled(MANY.map(() => store.ping()))
    expect(asked[0]).toMatchObject(unavailable)
    await Promise.all(MANY.map(() => store.ping()))
  })

  it('are closed by a transaction, which leaves no mute connection behind', async () => {
    const { customerId } = await store.customers.ensure(newBankCustomerId())
    proxy.mute()
    const forgotten = await Promise.allSettled(MANY.map(() => store.forget(customerId)))
    expect(forgotten[0]).toMatchObject(unavailable)
    await Promise.all(MANY.map(() => store.ping()))
  })

  it('are closed in the middle of an answer', async () => {
    proxy.muteAfter(20_000)
    const long = store.executeSql("SELECT repeat('x', 100000) AS text")
    await expect(long).rejects.toThrow('The database server does not answer')
    proxy.muteAfter(Number.POSITIVE_INFINITY)
    expect((await store.executeSql("SELECT repeat('x', 100000) AS text")).rows).toHaveLength(1)
  })

  it('are closed by the queue of jobs, and by work that one process does alone', async () => {
    await store.executeSql('SELECT 1')
    proxy.mute()
    await expect(store.executeSql('SELECT 1')).rejects.toThrow('The database server does not answer')
    let worked = 0
    const goesMute = async () => {
      worked += 1
      proxy.mute()
    }
    expect(await store.alone('sweep', goesMute)).toBe(true)
    expect((await store.executeSql('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
    expect(worked).toBe(1)
  })

  it('are closed when nothing uses them', async () => {
    // So that the proxy has the connections of the other store alone.
    await store.close()
    const idle = await createStore({
      ...database.settings,
      databaseUrl: proxy.url,
      tokenKeys: newTokenKey('test'),
      now: () => new Date(),
      limits: { ...SHORT, idleMs: 100 },
    })
    try {
      await Promise.all(MANY.map(() => idle.ping()))
      proxy.mute()
      await until(proxy.connections, (open) => open === 0)
      await idle.ping()
    } finally {
      await idle.close()
    }
  })

  it('are not taken for mute where this process is too busy to read the answer', async () => {
    const slow = store.executeSql('SELECT pg_sleep(0.2)')
    // Until the statement is sent.
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3 * (SHORT.statementMs + SHORT.silenceMs))
    expect((await slow).rows).toHaveLength(1)
  })
})
