import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stateFilePath } from '@/sandbox/state/state'
import { startTestSandbox, type TestSandbox } from '@/tests/support/sandbox'
import { otherTpp } from './banking'
import {
  authorizeQuery,
  createBrowser,
  exchangeForm,
  oauthProblemOf,
  obtainCode,
  pkce,
  tokenCall,
} from './journey'
import { callBank, type RawCall } from './raw-client'

const unlisted = otherTpp()

let bank: TestSandbox
beforeAll(async () => {
  bank = await startTestSandbox({
    furtherTpps: [unlisted],
    changeKeys: (keys) => ({
      ...keys,
      tpps: keys.tpps.map((tpp) =>
        tpp.organizationIdentifier === unlisted.organizationIdentifier
          ? { ...tpp, register: { listed: false } }
          : tpp,
      ),
    }),
    // tokens in the query of the address that the request names
    settings: { tokenForm: 'redirect-302' },
  })
})
afterAll(() => bank.stop())

describe('a redirect_uri that is not registered: refused before anything is exchanged', () => {
  const grants: [
    grant: string,
    call: () => Promise<[form: Record<string, string>, changes?: Partial<RawCall>]>,
  ][] = [
    ['authorization_code', async () => [exchangeForm(bank.kit, await obtainCode(bank.kit, 'niccolo'))]],
    ['refresh_token', async () => [{ grant_type: 'refresh_token', refresh_token: await refreshToken() }]],
    [
      'client_credentials',
      async () => {
        const { name, clientId, clientSecret } = bank.kit.applications.client_credentials
        const form = { client_id: clientId, client_secret: clientSecret, grant_type: 'client_credentials' }
        return [form, { signed: { keyId: name } }]
      },
    ],
  ]

  test.each(grants)('%s', async (_grant, make) => {
    const [form, changes] = await make()
    const state = () => readFile(stateFilePath(bank.dataDir), 'utf8')
    const before = await state()
    for (const redirectUri of [
      'https://elsewhere.example/',
      'http://localhost:3000/api/bank/callback/',
      'http://localhost:3000/api/bank/callback?x=1',
      'no address',
      'javascript:alert(1)',
    ]) {
      const answer = await callBank(
        bank.kit,
        tokenCall(bank.kit, { ...form, redirect_uri: redirectUri }, changes),
      )
      expect([oauthProblemOf(answer), answer.header('location')]).toEqual(['400 invalid_request', undefined])
    }
    expect(await state()).toBe(before)
    expect((await callBank(bank.kit, tokenCall(bank.kit, form, changes))).status).toBe(302)
  })

  async function refreshToken(): Promise<string> {
    const answer = await callBank(
      bank.kit,
      tokenCall(bank.kit, exchangeForm(bank.kit, await obtainCode(bank.kit, 'niccolo'))),
    )
    return new URL(answer.header('location') ?? '').searchParams.get('refresh_token') ?? ''
  }
})

describe('an application whose provider is not in the register: no customer sees its login page', () => {
  const query = () => authorizeQuery(bank.kitOf(unlisted.organizationIdentifier), pkce().challenge)

  test('in the browser', async () => {
    const answer = await createBrowser().get(`${bank.kit.browserAuthorizeUrl}?${query()}`)
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
    expect(await answer.text()).not.toContain(unlisted.applications[0]?.displayName)
  })

  test('signed, by itself and by another provider', async () => {
    const call = { path: `/auth/oauth/v2/authorize?${query()}` }
    const itself = await callBank(bank.kitOf(unlisted.organizationIdentifier), call)
    expect(itself.json()).toMatchObject({ result: { messages: [{ code: 'TPP_NOT_REGISTERED' }] } })
    const other = await callBank(bank.kit, call)
    expect(other.json()).toEqual({ error: 'invalid_request', error_description: 'client_id is not known' })
  })
})
