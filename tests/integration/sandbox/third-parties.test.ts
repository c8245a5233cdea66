import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestSandbox } from '@/tests/support/sandbox'
import { type Banking, otherTpp, signedIn } from './banking'
import {
  approachCall,
  beginSca,
  consentCall,
  consentList,
  grantConsent,
  resourceIdOf,
  succeed,
} from './consent-journey'
import { type Browser, createBrowser } from './journey'
import { logInToBank } from './own-bank'
import { fieldsOfForm } from './sca'

let banking: Banking
let browser: Browser
beforeAll(async () => {
  const bank = await startTestSandbox({ furtherTpps: [otherTpp()] })
  banking = { bank, kit: bank.kit, ...(await signedIn(bank.kit, 'niccolo')) }
})
afterAll(() => banking.bank.stop())
beforeEach(() => {
  browser = createBrowser()
})

const at = (path: string) => `${banking.bank.pagesUrl}${path}`
const titleOf = (page: string) => /<h1[^>]*>([^<]*)/.exec(page)?.[1] ?? ''
const alertOf = (page: string) => /role="alert"[^>]*>([^<]*)/.exec(page)?.[1] ?? ''
const logIn = (pick: string) => logInToBank(browser, banking.bank.pagesUrl, { pick })

async function pageAt(url: string): Promise<string> {
  return (await (await browser.get(url)).text()).replaceAll('\u00a0', ' ')
}

describe('third parties', () => {
  const chosen = (tpp: string, category: string, product: string) =>
    at(`/my/revoke?${new URLSearchParams({ tpp, category, product, lang: 'en' })}`)
  const number = () => banking.bank.keys.tpps[0]?.organizationIdentifier ?? ''

  async function revoke(url: string, code: string): Promise<Response> {
    return browser.post(at('/my/revoke'), { ...fieldsOfForm(await pageAt(url), '/my/revoke'), code })
  }

  test('who may do what, with which account, since when', async () => {
    const { kit, token, customerId, products } = banking
    await grantConsent(kit, token, customerId, [{ name: 'PAYMENTS', products: products.slice(0, 1) }])
    await logIn('niccolo')
    const page = await pageAt(at('/my'))
    expect(page).toContain('<h3>Sportello S.r.l.</h3>')
    expect(page).toContain('<h4>Prepare payments</h4>')
    expect(page).toMatch(/0001 · given on \d+ \w+ \d{4}/)
  })

  test('one product, one category, everything of one provider: at once, and of no other provider', async () => {
    const { bank, customerId, products } = banking
    const tpp = number()
    const other = bank.kitOf('PSDIT-BI-20000P')
    const both = [banking.kit, other]
    const tokens = await Promise.all(both.map(async (kit) => (await signedIn(kit, 'niccolo')).token))
    const [token = '', otherToken = ''] = tokens
    const all = [
      { name: 'ACCOUNT_INFO', products },
      { name: 'FUNDS_AVAILABILITY', products: products.slice(0, 2) },
      { name: 'PAYMENTS', products: products.slice(0, 1) },
    ]
    await grantConsent(banking.kit, token, customerId, all)
    await grantConsent(other, otherToken, customerId, all)
    await logIn('niccolo')
    const list = async () => (await consentList(banking.kit, token, customerId)).sort()
    const [first = '', second = '', third = ''] = products

    const one = await revoke(chosen(tpp, 'ACCOUNT_INFO', first), '204100')
    expect(titleOf(await pageAt(at(one.headers.get('location') ?? '')))).toBe('No such consent is in force')
    expect(await list()).toEqual([
      `ACCOUNT_INFO: ${second} ${third}`,
      `FUNDS_AVAILABILITY: ${first} ${second}`,
      `PAYMENTS: ${first}`,
    ])
    await revoke(chosen(tpp, 'ACCOUNT_INFO', 'all'), '204100')
    expect(await list()).toEqual([`FUNDS_AVAILABILITY: ${first} ${second}`, `PAYMENTS: ${first}`])
    await revoke(chosen(tpp, 'all', 'all'), '204 100')
    expect(await list()).toEqual([])
    expect(await consentList(other, otherToken, customerId)).toHaveLength(3)
  })

  test('asks first, and again after a wrong code; the third logs out, and nothing was taken back', async () => {
    const { kit } = banking
    const { token, customerId, products } = await signedIn(kit, 'chiara')
    await grantConsent(kit, token, customerId, [{ name: 'ACCOUNT_INFO', products }])
    const before = await consentList(kit, token, customerId)
    await logIn('chiara')
    const url = chosen(number(), 'ACCOUNT_INFO', 'all')
    expect(titleOf(await pageAt(url))).toBe('Take back from Sportello S.r.l.?')
    expect(alertOf(await pageAt(`${url}&wrong=1`))).toBe('')
    const answers = [await revoke(url, '000000'), await revoke(url, '')]
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
    const again = at(answers[1]?.headers.get('location') ?? '')
    for (let reload = 0; reload < 4; reload++) {
      expect(alertOf(await pageAt(again))).toBe('The code is wrong. One attempt is left.')
    }
    const last = await revoke(again, '000000')
    expect(last.status).toBe(403)
    expect(titleOf(await last.text())).toBe('You have been logged out')
    expect(titleOf(await pageAt(at('/my')))).toBe('Log in')
    await logIn('chiara')
    expect(alertOf(await pageAt(again))).toBe('')
    expect((await revoke(url, '700777')).status).toBe(403)
    expect(await consentList(kit, token, customerId)).toEqual(before)
  })

  test.each<[string, Record<string, string>, Record<string, string>]>([
    ['from another origin', {}, { Origin: 'https://evil.example' }],
    ['without the token of the form', { csrf: '' }, {}],
  ])('a post %s is refused', async (_title, fields, headers) => {
    const { kit } = banking
    const { token, customerId, products } = await signedIn(kit, 'aisha')
    await grantConsent(kit, token, customerId, [{ name: 'ACCOUNT_INFO', products }])
    await logIn('aisha')
    const form = fieldsOfForm(await pageAt(chosen(number(), 'all', 'all')), '/my/revoke')
    const answer = await browser.post(at('/my/revoke'), { ...form, code: '600600', ...fields }, headers)
    expect(answer.status).toBe(403)
    expect(await consentList(kit, token, customerId)).toHaveLength(1)
  })

  test('a form of one customer does nothing once another has logged in', async () => {
    const { kit } = banking
    const aisha = await signedIn(kit, 'aisha')
    const giulia = await signedIn(kit, 'giulia')
    for (const { token, customerId, products } of [aisha, giulia]) {
      await grantConsent(kit, token, customerId, [{ name: 'ACCOUNT_INFO', products }])
    }
    await logIn('aisha')
    const overview = await pageAt(at('/my'))
    const form = fieldsOfForm(await pageAt(chosen(number(), 'all', 'all')), '/my/revoke')
    await browser.post(at('/my/log-out'), fieldsOfForm(overview, '/my/log-out') ?? {})
    await logIn('giulia')
    expect((await browser.post(at('/my/revoke'), { ...form, code: '120012' })).status).toBe(403)
    expect(await consentList(kit, giulia.token, giulia.customerId)).toHaveLength(1)
  })
})

describe('what waits for a decision', () => {
  test('is decided in the bank’s own page, without a way back, when SCA is decoupled', async () => {
    const bank = await startTestSandbox({ settings: { scaApproach: 'DECOUPLED' } })
    const { token, customerId, products } = await signedIn(bank.kit, 'niccolo')
    const categories = [{ name: 'ACCOUNT_INFO', products }]
    const resourceId = await resourceIdOf(bank.kit, consentCall(token, customerId, categories))
    await succeed(bank.kit, approachCall(bank.kit, token, resourceId))
    await logInToBank(browser, bank.pagesUrl, { pick: 'niccolo' })
    const there = `/my/approve/${resourceId}`
    const url = `${bank.pagesUrl}${there}`
    expect(await pageAt(`${bank.pagesUrl}/my`)).toContain(`href="${there}?lang=en"`)
    const form = fieldsOfForm(await pageAt(url), there)
    const wrong = await browser.post(url, { ...form, decision: 'approve', code: '1' })
    expect([wrong.status, wrong.headers.get('location')]).toEqual([303, `${there}?wrong=1&lang=en`])
    for (let reload = 0; reload < 4; reload++) {
      expect(alertOf(await pageAt(`${url}?wrong=1`))).toBe('The code is wrong. 2 attempts are left.')
    }
    const answers = [
      await browser.post(url, { ...form, decision: 'approve', code: '204100' }),
      await browser.post(url, { ...form, decision: 'refuse' }),
    ]
    for (const answer of answers) expect(answer.headers.get('location')).toBe(`${there}?lang=en`)
    const page = await pageAt(url)
    expect(titleOf(page)).toBe('You have approved this request')
    expect(page).toContain('Sportello learns the outcome from us.')
    expect(page).not.toContain('http://localhost:3000')
    expect(await pageAt(`${bank.pagesUrl}/my`)).toContain('Nothing waits for your decision.')
    await bank.stop()
  })

  test('is there for its own customer alone, and only once SCA has begun', async () => {
    const { kit, token, customerId, products } = banking
    const call = consentCall(token, customerId, [{ name: 'ACCOUNT_INFO', products }])
    const resourceId = await resourceIdOf(kit, call)
    const url = at(`/my/approve/${resourceId}`)
    await logIn('niccolo')
    expect((await browser.get(url)).status).toBe(410)
    await beginSca(kit, token, resourceId)
    const form = fieldsOfForm(await pageAt(url), `/my/approve/${resourceId}`)
    expect(form).not.toBeNull()
    browser = createBrowser()
    await logIn('aisha')
    expect((await browser.get(url)).status).toBe(410)
    const own = fieldsOfForm(await pageAt(at('/my')), '/my/log-out')
    expect((await browser.post(url, { ...own, decision: 'refuse' })).status).toBe(410)
    expect((await browser.post(url, { ...form, decision: 'refuse' })).status).toBe(403)
  })
})
