import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Banking, otherTpp, outcomeOf, signedIn, startBanking } from './banking'
import {
  beginSca,
  type ConsentCategories,
  confirmCall,
  consentCall,
  consentList,
  customerOf,
  decideSca,
  grantConsent,
  resourceIdOf,
} from './consent-journey'
import { type Browser, createBrowser } from './journey'
import { logInToBank } from './own-bank'
import { authorize, fieldsOfForm, openScaPage } from './sca'

/** A customer has approved a request for consent, and the provider has not confirmed it: no consent, but soon one. */

const code = '204100'

let banking: Banking
let browser: Browser
beforeEach(async () => {
  banking = await startBanking('niccolo', { furtherTpps: [otherTpp()] })
  browser = createBrowser()
  await logInToBank(browser, banking.bank.pagesUrl, { pick: 'niccolo' })
})
afterEach(() => banking.bank.stop())

const at = (path: string) => `${banking.bank.pagesUrl}${path}`
const number = () => banking.bank.keys.tpps[0]?.organizationIdentifier ?? ''
const titleOf = (page: string) => /<h1[^>]*>([^<]*)/.exec(page)?.[1] ?? ''

async function pageAt(path: string): Promise<string> {
  return (await (await browser.get(at(path))).text()).replaceAll('\u00a0', ' ')
}

function takeBackPath(category: string, product: string, language = 'en'): string {
  return `/my/revoke?${new URLSearchParams({ tpp: number(), category, product, lang: language })}`
}

async function takeBack(path: string): Promise<string> {
  const fields = fieldsOfForm(await pageAt(path), '/my/revoke')
  const answer = await browser.post(at('/my/revoke'), { ...fields, code })
  expect(answer.status).toBe(303)
  return titleOf(await pageAt(answer.headers.get('location') ?? ''))
}

async function approve(categories: ConsentCategories): Promise<string> {
  const { kit, token, customerId } = banking
  const resourceId = await resourceIdOf(kit, consentCall(token, customerId, categories))
  await decideSca(kit, token, customerId, resourceId)
  return resourceId
}

const confirm = (resourceId: string) =>
  outcomeOf(banking.kit, confirmCall(banking.token, banking.customerId, resourceId))

const ended = '403 SCA_NOT_AUTHORIZED NOT_AUTHORIZED'

describe('approved, and not in force yet', () => {
  test('is listed where consents are, and taken back like them, when nothing else is there', async () => {
    const { kit, token, customerId, products } = banking
    const resourceId = await approve([{ name: 'ACCOUNT_INFO', products: products.slice(0, 2) }])
    const list = await pageAt('/my?lang=en')
    expect(list).toContain('<h3>Sportello S.r.l.</h3>')
    expect(list.match(/ · approved, not yet in force/g)).toHaveLength(2)
    expect(list).not.toContain('given on')
    expect(await pageAt('/my?lang=it')).toContain(' · autorizzato, non ancora in vigore')

    const everything = takeBackPath('all', 'all')
    expect(list).toContain(`href="${everything.replaceAll('&', '&amp;')}">Take back everything`)
    const asked = await pageAt(everything)
    expect(asked).toContain('Sportello S.r.l. has not put it into force yet. The approval ends, all of it')
    expect(asked).not.toContain('can then no longer do the following')
    expect(asked).toContain('Conto di casa')
    expect(await pageAt(takeBackPath('all', 'all', 'it'))).toContain('L’autorizzazione decade per intero')

    expect(await takeBack(everything)).toBe('No such consent is in force')
    expect(await confirm(resourceId)).toBe(ended)
    expect(await consentList(kit, token, customerId)).toEqual([])
    expect(await pageAt('/my?lang=en')).toContain('You have allowed nothing to any third party.')
  })

  test('in force once it is confirmed, and then no longer called approved', async () => {
    const { products } = banking
    expect(await confirm(await approve([{ name: 'PAYMENTS', products: products.slice(0, 1) }]))).toBe('200')
    const list = await pageAt('/my?lang=en')
    expect(list).toContain(' · given on ')
    expect(list).not.toContain('not yet in force')
  })

  test('ends as a whole with any part of it that is taken back, in force or not; what is apart stays', async () => {
    const { kit, token, customerId, products } = banking
    const [first = '', second = '', third = ''] = products
    await grantConsent(kit, token, customerId, [{ name: 'ACCOUNT_INFO', products: [first, third] }])
    const touched = await approve([
      { name: 'ACCOUNT_INFO', products: [first] },
      { name: 'FUNDS_AVAILABILITY', products: [second] },
    ])
    const apart = await approve([{ name: 'PAYMENTS', products: [first] }])

    const asked = await pageAt(takeBackPath('ACCOUNT_INFO', first))
    const [inForce = '', approved = ''] = asked.split('You have approved the following')
    expect(inForce).toContain('can then no longer do the following')
    expect(inForce).not.toContain('Ask whether an amount is available')
    expect(approved).toContain('See your data, balances and movements')
    expect(approved).toContain('Ask whether an amount is available')
    expect(approved).not.toContain('Prepare payments')

    await takeBack(takeBackPath('ACCOUNT_INFO', first))
    expect(await consentList(kit, token, customerId)).toEqual([`ACCOUNT_INFO: ${third}`])
    expect([await confirm(touched), await confirm(apart)]).toEqual([ended, '200'])
  })

  test('of another provider it is listed and ends apart', async () => {
    const { bank, customerId, products } = banking
    const other = bank.kitOf('PSDIT-BI-20000P')
    const { token } = await signedIn(other, 'niccolo')
    const call = consentCall(token, customerId, [{ name: 'ACCOUNT_INFO', products }])
    const theirs = await resourceIdOf(other, call)
    await decideSca(other, token, customerId, theirs)
    const ours = await approve([{ name: 'ACCOUNT_INFO', products }])
    const list = await pageAt('/my?lang=en')
    expect(list).toContain('<h3>Altro S.p.A.</h3>')
    expect(list.match(/not yet in force/g)).toHaveLength(2 * products.length)
    await takeBack(takeBackPath('all', 'all'))
    expect(await confirm(ours)).toBe(ended)
    expect(await outcomeOf(other, confirmCall(token, customerId, theirs))).toBe('200')
  })
})

test('a page that waits for a decision shows the whole of what is asked, whatever is taken back meanwhile', async () => {
  const { kit, token, customerId, products } = banking
  const customer = customerOf(kit, customerId)
  const categories = [{ name: 'ACCOUNT_INFO', products }]
  await grantConsent(kit, token, customerId, categories)
  const resourceId = await resourceIdOf(kit, consentCall(token, customerId, categories))
  const url = await beginSca(kit, token, resourceId)
  const namesOf = (page: string) => [...page.matchAll(/<li><strong>([^<]*)/g)].map(([, name]) => name)
  const before = namesOf(await openScaPage(browser, url, customer))
  expect(before).toHaveLength(products.length)
  await takeBack(takeBackPath('all', 'all'))
  expect(namesOf(await openScaPage(browser, url, customer))).toEqual(before)
  await authorize(browser, url, customer, 'approve')
  expect(await confirm(resourceId)).toBe('200')
  expect(await consentList(kit, token, customerId)).toEqual([`ACCOUNT_INFO: ${products.join(' ')}`])
})
