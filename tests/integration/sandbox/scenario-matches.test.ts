import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Banking, batchToken, inBatch, startBanking } from './banking'
import { consentCall, grantConsent, resourceIdOf } from './consent-journey'
import { exchangeForm, oauthProblemOf, obtainCode, refusalOf, signIn, tokenCall } from './journey'
import { callBank } from './raw-client'

let banking: Banking
beforeAll(async () => {
  banking = await startBanking('niccolo')
})
afterAll(() => banking.bank.stop())
afterEach(() => banking.bank.scenarios.clear())

const niccolo = '70010001'
const giulia = '70010002'

describe("a customer's calls", () => {
  test('at the token endpoint, with a code: only this customer’s', async () => {
    const { kit, bank } = banking
    bank.scenarios.add({ fault: 'server-error', match: { operation: 'token', customerId: niccolo } })
    const other = await callBank(kit, tokenCall(kit, exchangeForm(kit, await obtainCode(kit, 'giulia'))))
    expect(other.status).toBe(200)
    const theirs = tokenCall(kit, exchangeForm(kit, await obtainCode(kit, 'niccolo')))
    expect(refusalOf(await callBank(kit, theirs))).toBe('500 INTERNAL')
    bank.scenarios.clear()
    expect((await callBank(kit, theirs)).status).toBe(200)
  })

  test('at the token endpoint, with a refresh token', async () => {
    const { kit, bank } = banking
    const [one, other] = [await signIn(kit, 'niccolo'), await signIn(kit, 'giulia')]
    bank.scenarios.add({ fault: 'refresh-refused', match: { customerId: giulia } })
    const renew = (refreshToken: string) =>
      callBank(kit, tokenCall(kit, { grant_type: 'refresh_token', refresh_token: refreshToken }))
    expect((await renew(one.refreshToken)).status).toBe(200)
    expect(oauthProblemOf(await renew(other.refreshToken))).toBe('400 invalid_grant')
    // nobody's token is nobody's call
    expect(oauthProblemOf(await renew('unknown'))).toBe('400 invalid_grant')
    expect(bank.journal.entries().at(-1)?.fault).toBeNull()
  })

  test('in batch, about a resource that names no customer', async () => {
    const { kit, bank, token, products } = banking
    const categories = [{ name: 'ACCOUNT_INFO', products }]
    await grantConsent(kit, token, niccolo, categories)
    const resourceId = await resourceIdOf(kit, consentCall(token, niccolo, categories, 'revoke'))
    const status = inBatch(kit, await batchToken(kit), { path: `/private/operations/${resourceId}/status` })
    bank.scenarios.add({ fault: 'server-error', match: { customerId: giulia } })
    expect((await callBank(kit, status)).status).toBe(200)
    bank.scenarios.add({ fault: 'server-error', match: { customerId: niccolo } })
    expect(refusalOf(await callBank(kit, status))).toBe('500 INTERNAL')
  })
})

describe('what can never act is refused', () => {
  async function stage(scenario: object): Promise<string> {
    const answer = await fetch(`${banking.bank.controlUrl}/scenarios`, {
      method: 'POST',
      body: JSON.stringify(scenario),
      headers: { 'Content-Type': 'application/json' },
    })
    if (answer.ok) return String(answer.status)
    const { error } = z.object({ error: z.string() }).parse(await answer.json())
    return `${answer.status} ${error}`
  }

  test.each([
    ['a customer whom nobody knows', { customerId: '99999999' }, 'customerId is no customer'],
    ['a provider whom nobody knows', { tpp: 'PSDIT-BI-99999Z' }, 'tpp is no provider'],
    ['an endpoint that is none', { operation: 'acounts' }, 'operation is none of'],
    ['another method than the endpoint has', { operation: 'accounts', method: 'POST' }, 'no endpoint'],
    ['another address than the endpoint has', { operation: 'accounts', path: '/public' }, 'no endpoint'],
    ['an address that is none', { path: '/private/nowhere' }, 'no endpoint'],
    ['an address longer than any', { path: '/private/customers/70010001/accounts/1/2/3/4' }, 'no endpoint'],
    ['a path without its slash', { path: 'private' }, 'no endpoint'],
    ['a customer before there is one', { operation: 'authorize', customerId: niccolo }, 'no endpoint'],
  ])('%s', async (_why, match, problem) => {
    expect(await stage({ fault: 'slow', match })).toContain(`400 ${problem}`)
    expect(banking.bank.scenarios.list()).toEqual([])
  })

  test.each([
    ['closed-account', { operation: 'accounts' }],
    ['status-unavailable', { operation: 'balance' }],
    ['refresh-refused', { operation: 'accounts' }],
    ['token-302', { method: 'GET' }],
    ['partial-consent', { operation: 'consent-revoke' }],
    ['execute-answer-lost', { operation: 'moneyTransfer-verify' }],
    ['lost-callback', { operation: 'sca-approach' }],
    ['lost-callback', { path: '/private' }],
  ])('%s on %j', async (fault, match) => {
    expect(await stage({ fault, match })).toMatch(`400 ${fault} acts on`)
  })

  test.each([100, 101, 103, 199, 600])('status %i, which ends no call', async (status) => {
    expect(await stage({ fault: 'status', parameters: { status } })).toMatch(/^400 .*status/s)
  })

  test.each([
    ['closed-account', { operation: 'balance', customerId: niccolo, method: 'GET' }],
    ['closed-account', { path: `/private/customers/${niccolo}/products/TEM` }],
    ['slow', { path: '/private/customers' }],
    ['slow', { path: `/private/customers/${giulia}`, operation: 'consent-list' }],
    ['slow', { path: '' }],
    ['execute-answer-lost', { method: 'PUT' }],
    ['lost-callback', { customerId: niccolo, tpp: 'PSDIT-BI-19495S' }],
    ['token-envelope', { operation: 'token', customerId: niccolo }],
  ])('%s on %j may wait', async (fault, match) => {
    expect(await stage({ fault, match })).toBe('201')
  })
})
