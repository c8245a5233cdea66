import { spawnSync } from 'node:child_process'
import { randomUUID, X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { BankApiError, type TokenSet } from '@/lib/bank'
import { createBrowser, decide, logInAs, pkce } from '@/tests/integration/sandbox/journey'
import { applicationSession } from '@/tests/support/hostile-bank'
import { startTestSandbox, type TestSandbox } from '@/tests/support/sandbox'
import { sized } from '@/tests/support/size'
import { apiCallOf, clientOf } from './sandbox-client'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.stop())
beforeEach(() => sandbox.journal.clear())

const inTransaction = () => ({ transactionId: randomUUID() })

/** Through the login pages, as the app's customer does it. */
async function signIn(
  client: ReturnType<typeof clientOf>['client'],
  username: string,
  on: TestSandbox = sandbox,
): Promise<TokenSet> {
  const { verifier, challenge } = pkce()
  const redirectUri = on.kit.applications.authorization_code.redirectUris[0] ?? ''
  const context = inTransaction()
  const request = { state: 'a state', codeChallenge: challenge, redirectUri, context }
  const { browserUrl } = await client.oauth.startAuthorization(request)
  const browser = createBrowser()
  // By browser the bank's authorize page sends on to its login page; signed, our server has that address already.
  const onward = (await browser.get(browserUrl)).headers.get('location')
  const loginUrl = new URL(onward ?? browserUrl, browserUrl).href
  const back = await decide(browser, await logInAs(browser, loginUrl, username), 'allow')
  expect(back.searchParams.get('state')).toBe('a state')
  const code = back.searchParams.get('code') ?? ''
  return client.oauth.exchangeCode({ code, codeVerifier: verifier, redirectUri, context })
}

describe('from the login to the accounts', () => {
  test('a customer signs in at the bank, and we read who it is and the accounts', async () => {
    const { client, exchanges } = clientOf(sandbox.kit)
    const { accessToken, refreshToken } = await signIn(client, 'giulia')
    const context = { accessToken, ...inTransaction() }
    const { customerId } = await client.getCustomerId(context)
    expect(customerId).toBe(sandbox.kit.customers.find(({ username }) => username === 'giulia')?.customerId)
    const { accounts, skippedRows } = await client.listAccounts(context, { customerId })
    expect(accounts).toHaveLength(12)
    expect(skippedRows).toBe(0)
    for (const account of accounts) expect(account.productId).toMatch(/^[A-Za-z0-9]{10}$/)

    const refreshed = await client.oauth.refreshToken({
      refreshToken: refreshToken ?? '',
      context: inTransaction(),
    })
    expect(await client.getCustomerId({ ...context, accessToken: refreshed.accessToken })).toEqual({
      customerId,
    })
    expect(
      exchanges.every(({ error, steps }) => !error && steps.every(({ outcome }) => outcome === 'passed')),
    ).toBe(true)
    await client.close()
  })

  test('a customer without accounts has an empty list', async () => {
    const { client } = clientOf(sandbox.kit)
    const { accessToken } = await signIn(client, 'tommaso')
    const context = { accessToken, ...inTransaction() }
    const { customerId } = await client.getCustomerId(context)
    expect(await client.listAccounts(context, { customerId })).toEqual({
      accounts: [],
      skippedRows: 0,
      isWhole: true,
    })
    await client.close()
  })

  test('the bank’s trace id comes with the first call and goes with every later one', async () => {
    const { client } = clientOf(sandbox.kit)
    const { accessToken } = await signIn(client, 'aisha')
    sandbox.journal.clear()
    const { session, reported } = applicationSession()
    const context = { accessToken, ...inTransaction(), session }
    await client.getCustomerId(context)
    const [apitrackId] = reported
    expect(apitrackId).toBeDefined()
    await client.getCustomerId(context)
    const sent = sandbox.journal
      .entries()
      .map(({ request }) => request.headers.find(([name]) => name === 'svc-apitrack-id')?.[1])
    expect(sent).toEqual([undefined, apitrackId])
    await client.close()
  })

  test('a token that the bank does not know is a 401 with the bank’s code', async () => {
    const { client } = clientOf(sandbox.kit)
    const error = await client
      .getCustomerId({ accessToken: randomUUID(), ...inTransaction() })
      .catch((e: unknown) => e)
    expect(error).toBeInstanceOf(BankApiError)
    expect(error).toMatchObject({ status: 401, bankRequestId: expect.any(String) })
    await client.close()
  })

  test('the batch application gets a token of its own and calls under its own name', async () => {
    const { client } = clientOf(sandbox.kit)
    const { accessToken } = await client.oauth.clientCredentials({ context: inTransaction() })
    await client
      .getCustomerId({ accessToken, ...inTransaction(), application: 'batch' })
      .catch(() => undefined)
    const keyIds = sandbox.journal
      .entries()
      .map(({ request }) => request.headers.find(([name]) => name.toLowerCase() === 'signature')?.[1] ?? '')
    const { name } = sandbox.kit.applications.client_credentials
    expect(keyIds).toHaveLength(2)
    for (const header of keyIds) expect(header).toContain(`keyId="${name}"`)
    await client.close()
  })

  test('by browser, without a signed authorize call', async () => {
    const overrides = { authorizeMode: 'browser', authorizeUrl: sandbox.kit.browserAuthorizeUrl } as const
    const { client } = clientOf(sandbox.kit, overrides)
    expect((await signIn(client, 'niccolo')).accessToken).toMatch(/^[0-9a-f-]{36}$/)
    await client.close()
  })
})

describe('the other readings of the spec, switched on at the bank', () => {
  test.each(['envelope', 'redirect-302'] as const)('OA-1: the token answer as %s', async (tokenForm) => {
    const other = await startTestSandbox({ settings: { tokenForm } })
    const { client } = clientOf(other.kit)
    expect(await signIn(client, 'aisha', other)).toMatchObject({ expiresInSeconds: 1800 })
    await client.close()
    await other.stop()
  })

  test('OA-1: a 307 of the token endpoint is refused, and nothing is sent on', async () => {
    const other = await startTestSandbox({ settings: { tokenForm: 'redirect-307' } })
    const { client } = clientOf(other.kit)
    await expect(signIn(client, 'aisha', other)).rejects.toMatchObject({
      reason: 'redirect_refused',
      status: 307,
    })
    const posts = other.journal.entries().filter(({ request }) => request.method === 'POST')
    expect(posts).toHaveLength(1)
    await client.close()
    await other.stop()
  })

  test('SIG-1: a path signed as sent verifies at a bank of that reading, and is a 412 at the others', async () => {
    const other = await startTestSandbox({ settings: { requestTargetCase: 'asSent' } })
    const asSent = { requestTargetCase: 'asSent' } as const
    const statusAt = async (kit: TestSandbox['kit'], overrides: object) => {
      const { client } = clientOf(kit, overrides)
      const context = { accessToken: randomUUID(), ...inTransaction() }
      const error = await client.listAccounts(context, { customerId: 'MixedCase' }).catch((e: unknown) => e)
      await client.close()
      return error instanceof BankApiError ? `${error.status} ${error.code}` : String(error)
    }
    expect(await statusAt(other.kit, asSent)).toMatch(/^401 /)
    // Its refusal is signed over the lower-cased path, which a client of the other reading cannot believe.
    expect(await statusAt(sandbox.kit, asSent)).toMatch(/signature_mismatch$/)
    const [refused] = sandbox.journal.entries()
    expect(refused?.answer.status).toBe(412)
    expect(Buffer.from(refused?.answer.body ?? '', 'base64').toString()).toContain('TPP_SIGN_VFY')
    expect(await statusAt(sandbox.kit, {})).toMatch(/^401 /)
    await other.stop()
  })
})

/** Random requests: mixed case, percent-escapes, odd queries, UTF-8 bodies. */
const unreserved = fc.constantFrom(...'ABCXYZabcxyz0189-._~')
const escaped = fc.constantFrom('%2F', '%2f', '%C3%A8', '%20', '%26', '%2E', '%25')
const text = fc
  .array(fc.oneof(unreserved, escaped), { minLength: 1, maxLength: 12 })
  .map((parts) => parts.join(''))
const segment = text.filter((value) => !/^(\.|%2E){1,2}$/i.test(value))
const parameter = fc.oneof(
  text,
  fc.tuple(text, text).map(([name, value]) => `${name}=${value}`),
)
const randomRequest = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE' as const),
  path: fc.array(segment, { minLength: 1, maxLength: 5 }).map((segments) => segments.join('/')),
  query: fc.array(parameter, { maxLength: 4 }).map((parameters) => parameters.join('&')),
  body: fc.record({ text: fc.string({ unit: 'grapheme', maxLength: 60 }), amount: fc.constant('10.00') }),
})

test('random requests that the client signs are verified by the sandbox, which answers in kind', async () => {
  const TOTAL = sized(500, 5000)
  const LANES = 8
  const seed = Date.now()
  const requests = fc.sample(randomRequest, { numRuns: TOTAL, seed })
  const { call, close } = apiCallOf(sandbox.kit)
  const { client } = clientOf(sandbox.kit)
  const { accessToken } = await signIn(client, 'niccolo')
  const outcomes = new Map<string, number>()
  let next = 0
  const lane = async () => {
    for (let request = requests[next++]; request; request = requests[next++]) {
      const { method, path, query, body } = request
      const outcome = await call(
        { accessToken, ...inTransaction() },
        {
          operation: 'random',
          method,
          path: `${call.base.path}/private/${path}${query && `?${query}`}`,
          body: method === 'GET' ? undefined : body,
          data: z.unknown(),
        },
        ({ data }) => data,
      ).catch((error: unknown) => error)
      // An unknown path is answered, signed, after the request's signature was checked.
      const name = outcome instanceof BankApiError ? `${outcome.status} ${outcome.code}` : String(outcome)
      outcomes.set(name, (outcomes.get(name) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  const checked = sandbox.journal.entries().filter(({ request }) => request.target.includes('/private/'))
  expect(checked.length).toBeGreaterThan(TOTAL / 5)
  for (const { checks } of checked) {
    expect(checks).toContainEqual({ check: 'request signature', verdict: 'passed' })
  }
  expect({ seed, outcomes: [...outcomes.keys()] }).toEqual({
    seed,
    outcomes: [expect.stringMatching(/^4\d\d /)],
  })
  expect([...outcomes.keys()].join()).not.toMatch(/^(401|403|412)/)
  await Promise.all([close(), client.close()])
}, 180_000)

const hasOpenssl = spawnSync('openssl', ['version']).status === 0

test.skipIf(!hasOpenssl)('openssl verifies a sample of the client’s signatures', async () => {
  const { call, close } = apiCallOf(sandbox.kit)
  for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const) {
    const path = `${call.base.path}/private/Mixed/Case?q=A%C3%A8`
    const body = method === 'GET' ? undefined : { text: 'è' }
    const request = { operation: 'sample', method, path, body, data: z.unknown() }
    const context = { accessToken: randomUUID(), ...inTransaction() }
    await call(context, request, ({ data }) => data).catch(() => undefined)
  }
  await close()
  const directory = mkdtempSync(join(tmpdir(), 'openssl-'))
  const write = (name: string, content: string | Buffer) => {
    writeFileSync(join(directory, name), content)
    return join(directory, name)
  }
  const publicKey = new X509Certificate(sandbox.kit.qseal.cert).publicKey.export({
    type: 'spki',
    format: 'pem',
  })
  const keyFile = write('key.pem', publicKey.toString())
  const entries = sandbox.journal.entries()
  expect(entries).toHaveLength(4)
  for (const { request } of entries) {
    const headers = new Map(request.headers.map(([name, value]) => [name.toLowerCase(), value]))
    const [, names = ''] = /headers="([^"]*)"/.exec(headers.get('signature') ?? '') ?? []
    const [, signature = ''] = /signature="([^"]*)"/.exec(headers.get('signature') ?? '') ?? []
    headers.set('(request-target)', `${request.method} ${request.target}`.toLowerCase())
    const signed = names.split(' ').map((name) => `${name}: ${headers.get(name)}`)
    const textFile = write('text', signed.join('\n'))
    const signatureFile = write('signature', Buffer.from(signature, 'base64'))
    const run = spawnSync('openssl', [
      'dgst',
      '-sha256',
      '-verify',
      keyFile,
      '-signature',
      signatureFile,
      textFile,
    ])
    expect(run.stdout.toString()).toBe('Verified OK\n')
  }
  rmSync(directory, { recursive: true })
})
