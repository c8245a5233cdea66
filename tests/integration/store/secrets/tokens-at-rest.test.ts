import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TransferEvent } from '@/lib/domain/transfers/transfer-state'
import { createStore, type Store, type TransferChange } from '@/lib/store'
import {
  describeOnEachDatabase,
  newBankCustomerId,
  newMigratedDatabase,
  newTokenKey,
  type TestDatabase,
} from '@/tests/support/database'
import { runSql } from '@/tests/support/postgres-server'
import { someDraft, someOrder, someVerdict } from '@/tests/support/transfers'

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

  async function connectAll(tokenKeys: string, count: number): Promise<string[]> {
    return withStore(tokenKeys, async (store) => {
      const ids: string[] = []
      for (let index = 0; index < count; index += 1) ids.push(await connect(store, `${index}`)())
      return ids
    })
  }

  /** Everything else that is encrypted: the verifier of a sign-in, the addresses of a run and of a transfer at the bank. */
  async function beginEverything(store: Store, customerId: string) {
    const expiresAt = new Date(Date.now() + 600_000)
    const attempt = { state: 'the state', browserId: 'the browser', codeVerifier: 'the verifier', expiresAt }
    await store.connectAttempts.create(attempt)
    const transfer = await transferAtBank(store, customerId)
    const run = await runAtBank(store, customerId)
    return async (later: Store) => {
      expect(await later.authorizations.scaUrlOf(customerId, run)).toBe(SCA_URL)
      const found = await later.transfers.find(customerId, transfer)
      expect(found && (await later.transfers.scaUrlOf(found))).toBe(SCA_URL)
      expect(await later.connectAttempts.consume({ ...attempt, code: 'the code' })).toMatchObject({
        kind: 'consumed',
        codeVerifier: 'the verifier',
      })
    }
  }

  it('move to a new key in three phases, with everything else that is encrypted', async () => {
    const customerIds = await connectAll(oldKey, 220)
    const check = await withStore(oldKey, (store) => beginEverything(store, `${customerIds[0]}`))
    await withStore(`${oldKey},${newKey}`, async (store) => {
      expect(await store.rotateTokenKeys()).toEqual({ reencrypted: 0, unreadable: 0, ended: 0 })
    })
    await withStore(`${newKey},${oldKey}`, async (store) => {
      expect(await store.connections.load(`${customerIds[7]}`)).toMatchObject({ accessToken: 'access of 7' })
      expect(await store.rotateTokenKeys()).toEqual({ reencrypted: 443, unreadable: 0, ended: 0 })
      expect(await store.rotateTokenKeys()).toEqual({ reencrypted: 0, unreadable: 0, ended: 0 })
    })
    await withStore(newKey, async (store) => {
      expect(await store.rotateTokenKeys()).toEqual({ reencrypted: 0, unreadable: 0, ended: 0 })
      for (const [index, customerId] of customerIds.entries()) {
        expect(await store.connections.load(customerId)).toMatchObject({
          accessToken: `access of ${index}`,
          refreshToken: `refresh of ${index}`,
        })
      }
      await check(store)
    })
  })

  it('keep a key that they use from being dropped: the start names the setting, the key and how many', async () => {
    const [customerId] = await connectAll(oldKey, 3)
    await withStore(newKey, async (store) => {
      await expect(store.rotateTokenKeys()).rejects.toMatchObject({
        name: 'StoreStartError',
        reason: 'settings',
        message: expect.stringMatching(/^TOKEN_KEYS does not have .*"old" \(6 stored values\)/),
      })
      // Such a process, were it to run, ends nothing.
      await expect(store.connections.load(`${customerId}`)).rejects.toMatchObject({ reason: 'unknown_key' })
      expect(await store.connections.status(`${customerId}`)).toMatchObject({ status: 'live' })
    })
    await withStore(`${newKey},${oldKey}`, async (store) => {
      expect(await store.rotateTokenKeys()).toMatchObject({ reencrypted: 6 })
      expect(await store.connections.load(`${customerId}`)).toMatchObject({ accessToken: 'access of 0' })
    })
  })

  it.each(['a sign-in', 'a run at the bank', 'a transfer at the bank'])(
    'keep their key from being dropped: %s',
    async (what) => {
      await withStore(oldKey, async (store) => {
        const { customerId } = await store.customers.ensure(newBankCustomerId())
        const expiresAt = new Date(Date.now() + 600_000)
        const attempt = { state: 'the state', browserId: 'the browser', codeVerifier: 'verifier', expiresAt }
        if (what === 'a sign-in') await store.connectAttempts.create(attempt)
        else if (what === 'a run at the bank') await runAtBank(store, customerId)
        else await transferAtBank(store, customerId)
      })
      await withStore(newKey, async (store) => {
        await expect(store.rotateTokenKeys()).rejects.toThrow('"old" (1 stored values)')
      })
    },
  )

  it('whose key is lost are deleted when the setting says so, and the customer can reconnect', async () => {
    const [customerId] = await connectAll(oldKey, 2)
    const check = await withStore(oldKey, (store) => beginEverything(store, `${customerId}`))
    await withStore(newKey, async (store) => {
      expect(await store.rotateTokenKeys(['old'])).toEqual({ reencrypted: 0, unreadable: 0, ended: 2 })
      expect(await store.rotateTokenKeys()).toEqual({ reencrypted: 0, unreadable: 0, ended: 0 })
      await expect(check(store)).rejects.toThrow()
      await store.connections.save(`${customerId}`, { accessToken: 'again' })
      expect(await store.connections.load(`${customerId}`)).toMatchObject({ accessToken: 'again' })
    })
  })

  it('do not open with other bytes under the same id: the start is refused', async () => {
    await connectAll(oldKey, 2)
    await withStore(newTokenKey('old'), async (store) => {
      await expect(store.rotateTokenKeys()).rejects.toThrow(/^TOKEN_KEYS: the key "old" is not the one/)
    })
  })

  it('leave a sign-in whose key another process has as it was: there it ends', async () => {
    const attempt = { state: 'the state', browserId: 'the browser', code: 'the code' }
    await withStore(oldKey, ({ connectAttempts }) =>
      connectAttempts.create({
        ...attempt,
        codeVerifier: 'verifier',
        expiresAt: new Date(Date.now() + 600_000),
      }),
    )
    await withStore(newKey, async ({ connectAttempts }) => {
      await expect(connectAttempts.consume(attempt)).rejects.toMatchObject({ reason: 'unknown_key' })
    })
    await withStore(oldKey, async ({ connectAttempts }) => {
      expect(await connectAttempts.consume(attempt)).toMatchObject({
        kind: 'consumed',
        codeVerifier: 'verifier',
      })
    })
  })

  // The embedded database has one process.
  describe.skipIf(kind === 'pglite')('while another process runs on the database', () => {
    const both = (first: string, second: string) => `${first},${second}`
    it.each([
      [
        'the first key is not known there',
        oldKey,
        both(newKey, oldKey),
        'does not have the first key, "new"',
      ],
      ['its first key is not known here', both(oldKey, newKey), newKey, 'that is missing here'],
      ['the same id has other bytes there', newTokenKey('old'), oldKey, 'does not have the first key, "old"'],
    ])('a start is refused when %s', async (_what, there, here, why) => {
      await withStore(there, async (other) => {
        await withStore(here, async (store) => {
          await other.ping()
          await expect(store.rotateTokenKeys()).rejects.toThrow(why)
        })
      })
    })

    it('each phase of the change may run beside the one before it', async () => {
      const phases = [oldKey, both(oldKey, newKey), both(newKey, oldKey), newKey]
      for (const [index, before] of phases.slice(0, -1).entries()) {
        await withStore(before, async (other) => {
          const { customerId } = await other.customers.ensure(newBankCustomerId())
          await other.connections.save(customerId, { accessToken: 'there' })
          await withStore(`${phases[index + 1]}`, async (store) => {
            await store.rotateTokenKeys()
            expect(await store.connections.load(customerId)).toMatchObject({ accessToken: 'there' })
            expect(await other.connections.load(customerId)).toMatchObject({ accessToken: 'there' })
          })
        })
      }
    })
  })
})

const SCA_URL = 'https://bank.example/sca?secret=1'

async function runAtBank({ authorizations }: Store, customerId: string): Promise<string> {
  const { authorization } = await authorizations.begin(customerId, {
    formToken: randomBytes(24).toString('base64url'),
    request: { kind: 'consent_grant', scopes: [{ category: 'ACCOUNT_INFO', productIds: ['P1'] }] },
  })
  const { authorizationId } = authorization
  await authorizations.prepared(customerId, authorizationId, { resourceId: 'r-1' })
  await authorizations.handOver(customerId, authorizationId, SCA_URL)
  return authorizationId
}

async function transferAtBank({ transfers }: Store, customerId: string): Promise<string> {
  const formToken = randomBytes(24).toString('base64url')
  const { transfer } = await transfers.begin(customerId, { formToken, draft: someDraft, language: 'it' })
  const move = (event: TransferEvent, change: TransferChange) =>
    transfers.move(customerId, transfer.transferId, event, { actor: 'customer' }, change)
  const next = { kind: 'execute', resourceId: 'r-1', path: '/psd2/v0/private/x' } as const
  await move({ kind: 'check_started', check: 1 }, { newCheck: { order: someOrder } })
  await move(
    { kind: 'check_answered', check: 1, next: 'execute' },
    { answer: { verdict: someVerdict, resourceId: 'r-1', next } },
  )
  await move({ kind: 'approval_started', check: 1 }, { returnId: randomBytes(32).toString('base64url') })
  await move(
    { kind: 'approval_answered', check: 1, approach: 'redirect', at: new Date() },
    { approval: { approach: 'redirect', scaUrl: SCA_URL } },
  )
  return transfer.transferId
}
