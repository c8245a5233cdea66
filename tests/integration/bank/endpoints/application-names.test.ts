import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formatSignatureHeader } from '@/lib/bank/wire/signature'
import { readSignatureHeader } from '@/sandbox/http/signature-header'
import { pkce } from '@/tests/integration/sandbox/journey'
import { startTestSandbox, type TestSandbox } from '@/tests/support/sandbox'
import { clientOf } from './sandbox-client'

const NAMES = [
  'Tesoreria "Più", s.r.l.',
  'C:\\Programmi\\tesoreria\\',
  '\\"',
  'Società Crédit Agricole – n° 1',
  'Ünïcode, 東京 🏦',
  'a=b",algorithm="none',
]

describe.each(NAMES)('an application named %s', (name) => {
  let sandbox: TestSandbox
  beforeAll(async () => {
    sandbox = await startTestSandbox({
      changeKeys: (keys) => {
        const [first, ...others] = keys.tpps
        if (first === undefined) throw new Error('there is no provider')
        const applications = first.applications.map((application) => ({
          ...application,
          name: application.type === 'client_credentials' ? `${name} (batch)` : name,
        }))
        return { ...keys, tpps: [{ ...first, applications }, ...others] }
      },
    })
  })
  afterAll(() => sandbox.stop())

  test('is known to the bank by its signatures, and so is its batch application', async () => {
    const { client, exchanges } = clientOf(sandbox.kit)
    const [redirectUri = ''] = sandbox.kit.applications.authorization_code.redirectUris
    const request = {
      state: 's',
      codeChallenge: pkce().challenge,
      redirectUri,
      context: { transactionId: randomUUID() },
    }
    expect((await client.oauth.startAuthorization(request)).browserUrl).toMatch(/^http/)
    expect(
      (await client.oauth.clientCredentials({ context: { transactionId: randomUUID() } })).accessToken,
    ).toBeTruthy()
    // The log has the name as it is written, and no signature.
    const quoted = name.replaceAll('\\', '\\\\').replaceAll('"', '\\"')
    expect(exchanges[0]?.requestHeaders.signature).toMatch(/,signature="\[redacted\]"$/)
    expect(exchanges[0]?.requestHeaders.signature).toContain(`keyId="${quoted}",`)
    await client.close()
  })

  test('may be written with letters and accents apart', async () => {
    const application = sandbox.kit.applications.authorization_code
    const { client } = clientOf(sandbox.kit, {
      application: { ...application, name: application.name.normalize('NFD') },
    })
    const [redirectUri = ''] = application.redirectUris
    const request = {
      state: 's',
      codeChallenge: pkce().challenge,
      redirectUri,
      context: { transactionId: randomUUID() },
    }
    expect((await client.oauth.startAuthorization(request)).browserUrl).toMatch(/^http/)
    await client.close()
  })
})

test('the bank reads back every name that the settings allow', () => {
  const name = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
    .filter((text) => !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(text))
  fc.assert(
    fc.property(fc.oneof(name, fc.stringMatching(/^["\\àé ,=a]{1,20}$/)), (keyId) => {
      const header = formatSignatureHeader(keyId, ['(request-target)', 'tpp-request-id', 'date'], 'QUJD')
      expect(readSignatureHeader(header, 'GET').keyId).toBe(keyId)
    }),
    { numRuns: 1000 },
  )
})
