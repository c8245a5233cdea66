import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { GET as readAccounts } from '@/app/api/accounts/route'
import { GET as callback } from '@/app/api/bank/callback/route'
import { POST as connect } from '@/app/api/bank/connect/route'
import { type AlteredApp, startAlteredApp } from '@/tests/support/altering-bank'
import { atTheBank, createCustomerBrowser, signInAs, startSignIn } from '@/tests/support/app'
import type { HostileBank, Reply, SeenRequest } from '@/tests/support/hostile-bank'
import { envelope, errorEnvelope, withHeader } from '@/tests/support/sealed-answer'

/* Whatever the bank answers while a customer signs in: the page names the cause, and the seal only where it failed. */

let app: AlteredApp
beforeAll(async () => {
  app = await startAlteredApp()
})
afterEach(() => app.answer(() => 'pass'))
afterAll(() => app.stop())

type Answering = (request: SeenRequest, bank: HostileBank) => Reply
type Case = [what: string, answering: Answering, reason: string]

const HTML = '<!doctype html><title>Manutenzione</title>'
const MEGABYTE = 1024 * 1024

const sealed =
  (status: number, body: string | Buffer, extraHeaders: [string, string][] = []): Answering =>
  (request, bank) =>
    bank.seal(request, { status, body, extraHeaders })
const json = (status: number, value: unknown) => sealed(status, JSON.stringify(value))
const to = (location: string) => sealed(302, '', [['Location', location]])
/** On the token endpoint's own address. */
const backHere =
  (query: string): Answering =>
  (request, bank) =>
    to(`${bank.origin}/done${query}`)(request, bank)
const unsigned = (status: number, body: string | Buffer, type: string): Answering => {
  return () => ({ status, headers: [['Content-Type', type]], body: Buffer.from(body) })
}
const forged = (body: string): Answering => {
  return (request, bank) => ({ ...bank.seal(request, { body: '{}' }), body: Buffer.from(body) })
}

/** The same at each call. */
const anywhere: Case[] = [
  ['HTML that nobody signed', unsigned(200, HTML, 'text/html'), 'bank_unreachable'],
  ['a 503 that nobody signed', unsigned(503, HTML, 'text/html'), 'bank_unreachable'],
  ['JSON that nobody signed', unsigned(200, '{"access_token":"a"}', 'application/json'), 'bank_unreachable'],
  [
    'a connection that closes',
    ({ socket }) => {
      socket.destroy()
      return undefined
    },
    'bank_unreachable',
  ],
  ['a body that is not the signed one', forged('{"access_token":"a"}'), 'bank_answer_unverified'],
  [
    'no signature beside the other signing headers',
    (request, bank) => withHeader(bank.seal(request, { body: '{}' }), 'Signature', undefined),
    'bank_answer_unverified',
  ],
  [
    'a date of last year',
    (request, bank) => bank.seal(request, { body: '{}', date: 'Sat, 01 Nov 2025 08:00:00 GMT' }),
    'bank_answer_unverified',
  ],
  ['signed HTML', sealed(200, HTML), 'bank_answer_not_understood'],
  ['an empty body', sealed(200, ''), 'bank_answer_not_understood'],
  ['a text', json(200, 'ok'), 'bank_answer_not_understood'],
  ['a list', json(200, []), 'bank_answer_not_understood'],
  ['null', json(200, null), 'bank_answer_not_understood'],
  ['an object of nothing', json(200, {}), 'bank_answer_not_understood'],
  ['an envelope of nothing', sealed(200, envelope(null)), 'bank_answer_not_understood'],
  ['a signed 204', sealed(204, ''), 'bank_answer_not_understood'],
  ['50 MB', sealed(200, Buffer.alloc(50 * MEGABYTE, ' ')), 'bank_answer_not_understood'],
  ['a 302 without Location', sealed(302, ''), 'bank_answer_not_understood'],
  ['a 302 to no address', to('https://:x'), 'bank_answer_not_understood'],
  ['a 307', sealed(307, '', [['Location', 'https://localhost/']]), 'bank_answer_not_understood'],
  ['a signed 500 in HTML', sealed(500, HTML), 'bank_answer_not_understood'],
  ['a signed 500', sealed(500, errorEnvelope('GENERIC_ERROR')), 'bank_error'],
  ['a success that says ERROR', sealed(200, errorEnvelope('GENERIC_ERROR')), 'bank_error'],
]

const token = { access_token: 'a', token_type: 'Bearer' }
const tokens: Case[] = [
  ['a 302 to a stranger', to('https://stranger.example/?access_token=a'), 'bank_answer_not_understood'],
  ['no access_token', json(200, { ...token, access_token: undefined }), 'bank_answer_not_understood'],
  ['an access_token that is null', json(200, { ...token, access_token: null }), 'bank_answer_not_understood'],
  ['an access_token that is blank', json(200, { ...token, access_token: ' ' }), 'bank_answer_not_understood'],
  [
    'an access_token that is a number',
    json(200, { ...token, access_token: 5 }),
    'bank_answer_not_understood',
  ],
  ['another type of token', json(200, { ...token, token_type: 'mac' }), 'bank_answer_not_understood'],
  ['400 invalid_grant', json(400, { error: 'invalid_grant' }), 'bank_error'],
  ['401 invalid_client', json(401, { error: 'invalid_client' }), 'bank_error'],
  ['400 without a reason', json(400, {}), 'bank_error'],
  ['200 with invalid_grant', json(200, { error: 'invalid_grant' }), 'bank_error'],
  ['an envelope with invalid_grant', sealed(200, envelope({ error: 'invalid_grant' })), 'bank_error'],
  ['302 with an error', backHere('?error=server_error'), 'bank_error'],
  ['302 with an error in the fragment', backHere('#error=invalid_grant'), 'bank_error'],
  ['302 with nothing', backHere(''), 'bank_answer_not_understood'],
  ['302 with a parameter twice', backHere('?access_token=a&access_token=b'), 'bank_answer_not_understood'],
  ['400 access_denied', json(400, { error: 'access_denied' }), 'refused'],
  ['200 access_denied', json(200, { error: 'access_denied' }), 'refused'],
  ['302 with access_denied', backHere('?error=access_denied'), 'refused'],
]

const customers: Case[] = [
  ['a 302 to a stranger', to('https://stranger.example/?access_token=a'), 'bank_answer_not_understood'],
  ['no customer id', sealed(200, envelope({})), 'bank_answer_not_understood'],
  ...[null, '', 'C-1', 12345, {}, '1'.repeat(33)].map(
    (customerid): Case => [
      `the customer id ${JSON.stringify(customerid)}`,
      sealed(200, envelope({ customerid })),
      'bank_answer_not_understood',
    ],
  ),
  ['a signed 403', sealed(403, errorEnvelope('FORBIDDEN')), 'bank_error'],
  ['a signed 401', sealed(401, errorEnvelope('INVALID_TOKEN')), 'bank_error'],
]

const instead = (path: RegExp, answering: Answering) =>
  app.answer((request, bank) => (path.test(request.target) ? answering(request, bank) : 'pass'))

describe.each<[string, RegExp, Case[]]>([
  ['the code is exchanged', /\/oauth\/v2\/token/, [...anywhere, ...tokens]],
  ['the customer is asked for', /\/customerid-info/, [...anywhere, ...customers]],
])('the bank’s answer while %s', (_, path, cases) => {
  it.each(cases)('%s', async (_what, answering, reason) => {
    const browser = createCustomerBrowser()
    const back = await atTheBank(await startSignIn(browser), 'niccolo')
    instead(path, answering)
    const reasonAt = async () => {
      const { pathname, searchParams } = new URL(
        (await browser.get(callback, back)).headers.get('location') ?? '',
      )
      return [pathname, searchParams.get('reason')]
    }
    expect(await reasonAt()).toEqual(['/sign-in/problem', reason])
    app.answer(() => 'pass')
    // The same again for a reload, and nobody is signed in.
    expect(await reasonAt()).toEqual(['/sign-in/problem', reason])
    expect((await browser.get(readAccounts, '/api/accounts')).status).toBe(401)
  })
})

const ours: Answering = (request, bank) => {
  const redirect = new URL(request.target, bank.origin).searchParams.get('redirect_uri')
  return to(`${redirect}?error=access_denied`)(request, bank)
}

describe('the bank’s answer while the sign-in begins', () => {
  it.each<Case>([
    ...anywhere,
    ['a login page at once', sealed(200, HTML), 'bank_answer_not_understood'],
    ['400 unauthorized_client', json(400, { error: 'unauthorized_client' }), 'bank_error'],
    ['200 with unauthorized_client', json(200, { error: 'unauthorized_client' }), 'bank_error'],
    ['302 back to us with an error', ours, 'bank_error'],
    ['302 to plain HTTP', to('http://stranger.example/login'), 'bank_answer_not_understood'],
    ['302 to no page', to('javascript:alert(1)'), 'bank_answer_not_understood'],
  ])('%s', async (_what, answering, reason) => {
    instead(/\/oauth\/v2\/authorize/, answering)
    const response = await createCustomerBrowser().post(connect, '/api/bank/connect', {})
    expect((await response.json()).code).toBe(reason)
  })
})

describe('the bank’s answer while the tokens are renewed', () => {
  it.each<Case>([
    ['400 invalid_grant', json(400, { error: 'invalid_grant' }), 'connection_expired'],
    ['200 with invalid_grant', json(200, { error: 'invalid_grant' }), 'connection_expired'],
    [
      'an envelope with invalid_grant',
      sealed(200, envelope({ error: 'invalid_grant' })),
      'connection_expired',
    ],
    ['302 with invalid_grant', backHere('?error=invalid_grant'), 'connection_expired'],
    ['401 invalid_client', json(401, { error: 'invalid_client' }), 'bank_error'],
    ['200 with invalid_client', json(200, { error: 'invalid_client' }), 'bank_error'],
    ['signed HTML', sealed(200, HTML), 'bank_answer_not_understood'],
    ['HTML that nobody signed', unsigned(200, HTML, 'text/html'), 'bank_unreachable'],
    ['a body that is not the signed one', forged('{"access_token":"a"}'), 'bank_answer_unverified'],
  ])('%s', async (_what, answering, code) => {
    // One call of the bank: with two, the later one would go on into the next case.
    const browser = await signInAs('niccolo')
    app.answer((request, bank) =>
      (/\/oauth\/v2\/token/.test(request.target) ? answering : sealed(401, errorEnvelope('INVALID_TOKEN')))(
        request,
        bank,
      ),
    )
    expect((await (await browser.get(readAccounts, '/api/accounts')).json()).code).toBe(code)
  })
})
