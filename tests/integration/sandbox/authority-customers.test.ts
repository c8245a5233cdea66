import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCustomers } from '@/sandbox/state/customers'
import type { Banking } from './banking'
import { beginSca, customerOf } from './consent-journey'
import { filledForms, pageAddresses, type Visitor, visit } from './every-page'
import type { Browser } from './journey'
import { createBrowser } from './journey'
import { logInToBank } from './own-bank'
import { fieldsOfForm } from './sca'
import { orderTransfer, type Payer, startPaying } from './transfer-journey'
import { slowBank, stateFile } from './wrong-state'

/** One customer in front of what is another's, and a provider whose names are markup. */

const markup = `"'><script>alert(1)</script>`

let niccolo: Banking & { payer: Payer }
let visitor: Visitor
/** Logged in to the bank as somebody else. */
let giulia: Browser
beforeAll(async () => {
  niccolo = await startPaying('niccolo', undefined, {
    settings: slowBank,
    changeKeys: (keys) => ({
      ...keys,
      tpps: keys.tpps.map((tpp) => ({
        ...tpp,
        name: markup,
        applications: tpp.applications.map((one) => ({ ...one, displayName: markup })),
      })),
    }),
  })
  visitor = await visit(niccolo)
  giulia = createBrowser()
  await logInToBank(giulia, niccolo.bank.pagesUrl, { pick: 'giulia' })
})
afterAll(() => niccolo.bank.stop())

const at = (path: string) => `${niccolo.bank.pagesUrl}${path}`

/** What nobody but the customer may read, as a page may write it: accounts, money, payee, the code that approves. */
function secretsOf({ payer }: Visitor): string[] {
  const customer = createCustomers().byId(payer.customerId)
  const ibans = customer?.accounts.map(({ iban }) => iban) ?? []
  return [
    ...ibans.flatMap((iban) => [iban, iban.replace(/(.{4})(?=.)/g, '$1\u00a0'), `…\u00a0${iban.slice(-4)}`]),
    ...(customer?.accounts.map(({ productId }) => `>${productId}<`) ?? []),
    'Bice Altrove',
    'Quota della gita',
    `<code>${customer?.oneTimeCode}</code>`,
  ]
}

const shown = (page: string) => secretsOf(visitor).filter((secret) => page.includes(secret))

describe('with the session of another customer', () => {
  const own = ['GET /sca', 'GET /my/accounts/:productId', 'GET /my/approve/:resourceId', 'GET /my/revoke']

  test.each(Object.entries(pageAddresses))('%s shows nothing', async (route, addressOf) => {
    const address = await addressOf(visitor)
    const before = await stateFile(visitor)
    const page = await (await visitor.browser.get(address)).text()
    expect(shown(page).length > 0).toBe(own.includes(route) || route === 'GET /my')
    for (const browser of [giulia, createBrowser()]) {
      const answer = await browser.get(address)
      expect(shown(await answer.text())).toEqual([])
      const next = answer.headers.get('location')
      // authorize and what is not hers lead on to a page of the bank
      if (next) expect(shown(await (await browser.get(new URL(next, address).href)).text())).toEqual([])
    }
    expect(await stateFile(visitor)).toBe(before)
  })

  /** A form of hers, filled in with what is his, his code included. */
  async function hers(page: string, action: string): Promise<Record<string, string>> {
    const fields = fieldsOfForm(await (await giulia.get(page)).text(), action)
    if (!fields) throw new Error(`no form for ${action}`)
    return fields
  }
  const answers = () => ({
    decision: 'approve',
    code: customerOf(niccolo.kit, niccolo.payer.customerId).oneTimeCode,
  })
  async function waiting(): Promise<{ resourceId: string; scaUrl: string }> {
    const { kit, payer, token } = niccolo
    const resourceId = await orderTransfer(kit, payer)
    return { resourceId, scaUrl: await beginSca(kit, token, resourceId) }
  }

  test('a request cannot be decided where it was sent, not with the right code', async () => {
    const { scaUrl } = await waiting()
    const fields = await hers(scaUrl, '/sca/login')
    const before = await stateFile(visitor)
    for (const decision of ['approve', 'refuse', 'expire']) {
      const answer = await giulia.post(at('/sca'), { ...fields, ...answers(), decision })
      expect(answer.status).toBe(303)
      expect(answer.headers.get('location')).toMatch(/^\/sca\?ticket=/)
    }
    const login = await giulia.post(at('/sca/login'), { ...fields, pick: 'giulia' })
    expect(login.status).toBe(403)
    expect(login.headers.getSetCookie()).toEqual([])
    expect(shown(await login.text())).toEqual([])
    expect(await stateFile(visitor)).toBe(before)
  })

  test('nor in the bank', async () => {
    const { resourceId } = await waiting()
    const fields = await hers(at('/my'), '/my/log-out')
    const before = await stateFile(visitor)
    for (const decision of ['approve', 'refuse', 'expire']) {
      const answer = await giulia.post(at(`/my/approve/${resourceId}`), { ...fields, ...answers(), decision })
      expect(answer.status).toBe(410)
      expect(shown(await answer.text())).toEqual([])
    }
    expect(await stateFile(visitor)).toBe(before)
  })

  test('a consent cannot be taken back', async () => {
    const fields = await hers(at('/my'), '/my/log-out')
    const [{ organizationIdentifier: tpp = '' } = {}] = niccolo.bank.keys.tpps
    const before = await stateFile(visitor)
    for (const product of [niccolo.payer.productId, 'all']) {
      const form = { ...fields, ...answers(), tpp, category: 'all', product }
      expect((await giulia.post(at('/my/revoke'), form)).status).toBe(303)
    }
    expect(await stateFile(visitor)).toBe(before)
  })

  test('a login that another browser began cannot be finished', async () => {
    const form = await filledForms['POST /consent']?.(visitor)
    if (!form) throw new Error('no such form')
    const before = await stateFile(visitor)
    expect((await giulia.post(form.action, form.fields)).status).toBe(410)
    expect(await stateFile(visitor)).toBe(before)
  })
})

test.each([
  ['out', null],
  ['out and in as another', 'giulia'],
  ['out and in again', 'niccolo'],
])('a login for an application ends with a log-%s in this browser', async (_way, next) => {
  const form = await filledForms['POST /consent']?.(visitor)
  if (!form) throw new Error('no such form')
  const { browser, action, fields } = form
  const page = await (await browser.get(at('/my'))).text()
  await browser.post(at('/my/log-out'), fieldsOfForm(page, '/my/log-out') ?? {})
  if (next !== null) await logInToBank(browser, niccolo.bank.pagesUrl, { pick: next })
  const before = await stateFile(visitor)
  expect((await browser.get(at(`/consent?ticket=${fields.ticket}`))).status).toBe(410)
  expect((await browser.post(action, fields)).status).toBe(410)
  expect(await stateFile(visitor)).toBe(before)
})

describe('names that are markup are shown as what they are', () => {
  const naming = [
    'GET /login',
    'GET /consent',
    'GET /sca',
    'GET /my',
    'GET /my/approve/:resourceId',
    'GET /my/revoke',
  ]

  test.each(Object.entries(pageAddresses))('%s', async (route, addressOf) => {
    const address = await addressOf(visitor)
    for (const browser of [visitor.browser, createBrowser()]) {
      for (const language of ['en', 'it']) {
        const text = await (await browser.get(`${address}&lang=${language}`)).text()
        expect(text).not.toContain('<script')
        if (browser === visitor.browser) {
          expect(text.includes('&quot;&#39;&gt;&lt;script&gt;alert(1)')).toBe(naming.includes(route))
        }
      }
    }
  })

  test.each(Object.entries(filledForms))('%s', async (_route, fill) => {
    const { browser, action, fields } = await fill(visitor)
    const odd = Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [
        name,
        name === 'csrf' || name === 'ticket' ? value : markup,
      ]),
    )
    const wrong = { ...odd, username: markup, password: markup, code: markup, lang: markup }
    const answer = await browser.post(action, wrong)
    expect(answer.status).toBeLessThan(500)
    expect(await answer.text()).not.toContain('<script')
  })
})
