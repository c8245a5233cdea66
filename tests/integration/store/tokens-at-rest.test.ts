import { afterEach, beforeEach, expect, it } from 'vitest'
import { createStore, type Store } from '@/lib/store'
import {
  describeOnEachDatabase,
  newBankCustomerId,
  newMigratedDatabase,
  newTokenKey,
  runSql,
  type TestDatabase,
} from '@/tests/support/database'

describeOnEachDatabase('tokens at rest', (kind) => {
  const oldKey = newTokenKey('old')
  const newKey = newTokenKey('new')
  let database: TestDatabase

  beforeEach(async () => {
    database = await newMigratedDatabase(kind)
  })
  afterEach(() => database.remove())

  /** PGlite takes one opener at a time, and the tests look into the tables in between. */
  async function withStore<T>(tokenKeys: string, work: (store: Store) => Promise<T>): Promise<T> {
    const store = await createStore({ ...database.settings, tokenKeys, now: () => new Date() })
    try {
      return await work(store)
    } finally {
      await store.close()
    }
  }

  const connect = (store: Store, name: string) => async () => {
    const { customerId } = await store.customers.ensure(newBankCustomerId())
    const tokens = { accessToken: `access of ${name}`, refreshToken: `refresh of ${name}` }
    await store.connections.save(customerId, tokens)
    return customerId
  }

  it('are not readable in the table, nor are the secrets of a sign-in', async () => {
    const secrets = [
      'canary-access',
      'canary-refresh',
      'canary-state',
      'canary-browser',
      'canary-verifier',
      'canary-code',
    ]
    const [accessToken, refreshToken, state, browserId, codeVerifier, code] = secrets.map(String)
    const cookie = await withStore(oldKey, async ({ customers, connections, sessions, connectAttempts }) => {
      const { customerId } = await customers.ensure(newBankCustomerId())
      await connections.save(customerId, { accessToken: `${accessToken}`, refreshToken })
      const expiresAt = new Date(Date.now() + 600_000)
      const attempt = {
        state: `${state}`,
        browserId: `${browserId}`,
        codeVerifier: `${codeVerifier}`,
        expiresAt,
      }
      await connectAttempts.create(attempt)
      await connectAttempts.consume({ ...attempt, code: `${code}` })
      return (await sessions.create({ customerId, expiresAt })).token
    })
    for (const table of ['connection', 'session', 'connect_attempt']) {
      const [[stored] = []] = await runSql(database.settings, `SELECT json_agg(t)::text FROM ${table} t`)
      expect(stored).toContain('customer_id')
      for (const secret of [...secrets, cookie]) expect(stored).not.toContain(secret)
    }
  })

  it('do not open when copied to another customer, even one of the same server', async () => {
    const [victim, thief] = await withStore(oldKey, async (store) => [
      await connect(store, 'victim')(),
      await connect(store, 'thief')(),
    ])
    await runSql(
      database.settings,
      `UPDATE connection SET access_token = v.access_token, refresh_token = v.refresh_token
       FROM connection v WHERE v.customer_id = '${victim}' AND connection.customer_id = '${thief}'`,
    )
    await withStore(oldKey, async ({ connections }) => {
      await expect(connections.load(`${thief}`)).rejects.toMatchObject({
        name: 'TokenCipherError',
        reason: 'not_authentic',
      })
      expect(await connections.load(`${victim}`)).toMatchObject({ accessToken: 'access of victim' })
    })
  })

  it('do not open when swapped within their row', async () => {
    const customerId = await withStore(oldKey, async (store) => connect(store, 'someone')())
    await runSql(
      database.settings,
      'UPDATE connection SET access_token = refresh_token, refresh_token = access_token',
    )
    await withStore(oldKey, async ({ connections }) => {
      await expect(connections.load(customerId)).rejects.toMatchObject({ reason: 'not_authentic' })
      expect(await connections.status(customerId)).toMatchObject({ status: 'live' })
    })
  })

  it('move to a new key: old tokens open, rotation re-encrypts them, then the old key can go', async () => {
    const customerIds = await withStore(oldKey, async (store) => {
      const ids: string[] = []
      for (let index = 0; index < 120; index += 1) ids.push(await connect(store, `${index}`)())
      return ids
    })
    await withStore(`${newKey},${oldKey}`, async (store) => {
      expect(await store.connections.load(`${customerIds[7]}`)).toMatchObject({ accessToken: 'access of 7' })
      expect(await store.rotateTokenKeys()).toEqual({ reencrypted: 120, unreadable: 0 })
      expect(await store.rotateTokenKeys()).toEqual({ reencrypted: 0, unreadable: 0 })
    })
    await withStore(newKey, async ({ connections }) => {
      for (const [index, customerId] of customerIds.entries()) {
        expect(await connections.load(customerId)).toMatchObject({
          accessToken: `access of ${index}`,
          refreshToken: `refresh of ${index}`,
        })
      }
    })
  })

  it('that no key opens stop neither the start nor the rotation, and the customer can reconnect', async () => {
    const customerId = await withStore(oldKey, async (store) => connect(store, 'someone')())
    await withStore(newKey, async (store) => {
      await expect(store.connections.load(customerId)).rejects.toMatchObject({ reason: 'unknown_key' })
      expect(await store.rotateTokenKeys()).toEqual({ reencrypted: 0, unreadable: 1 })
      await store.connections.save(customerId, { accessToken: 'again' })
      expect(await store.connections.load(customerId)).toMatchObject({ accessToken: 'again' })
    })
  })
})
