import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { moneyTransfer } from '@/sandbox/operations/money-transfer'
import { beginSca, consentCall, customerOf, grantConsent, resourceIdOf, succeed } from './consent-journey'
import { type Browser, createBrowser } from './journey'
import { callBank } from './raw-client'
import { authorize, openScaPage } from './sca'
import { type Asking, ask, press, startAsking, statusOf } from './sca-request'
import { executeCall, mondayMorning, orderTransfer, startPaying } from './transfer-journey'

const titleOf = (page: string) => /<h1[^>]*>([^<]*)/.exec(page)?.[1] ?? ''
const alertOf = (page: string) => /role="alert"[^>]*>([^<]*)/.exec(page)?.[1] ?? ''
const wrongCode = { decision: 'approve', code: '000000' }

let asking: Asking
let browser: Browser
beforeAll(async () => {
  asking = await startAsking('giulia')
})
afterAll(() => asking.bank.stop())
beforeEach(() => {
  asking.bank.clock.reset()
  browser = createBrowser()
})

const pageAt = async (url: string) => (await browser.get(url)).text()

describe('what is asked', () => {
  test('a consent: who asks, for what, and which accounts', async () => {
    const { kit, token, customerId, products, customer } = asking
    const categories = [
      { name: 'ACCOUNT_INFO', products: products.slice(0, 2) },
      { name: 'PAYMENTS', products: products.slice(0, 1) },
    ]
    const resourceId = await resourceIdOf(kit, consentCall(token, customerId, categories))
    const page = await openScaPage(browser, await beginSca(kit, token, resourceId), customer)
    expect(titleOf(page)).toBe('Give Sportello access?')
    expect(page).toContain('Sportello (Sportello S.r.l.) asks for your consent')
    expect(page).toContain('See your data, balances and movements')
    expect(page).toContain('Prepare payments')
    expect(page).not.toContain('Ask whether an amount is available')
    expect(page).toMatch(/<strong>Famiglia<\/strong> <span class="soft">IT\d\d\u00a0…\u00a00002/)
    expect(page).not.toContain('Vacanze')
  })

  test('a revocation says that it is one, in Italian too', async () => {
    const { kit, token, customerId, products, customer } = asking
    const categories = [{ name: 'FUNDS_AVAILABILITY', products: products.slice(3, 4) }]
    await grantConsent(kit, token, customerId, categories)
    const resourceId = await resourceIdOf(kit, consentCall(token, customerId, categories, 'revoke'))
    const url = await beginSca(kit, token, resourceId)
    expect(titleOf(await openScaPage(browser, url, customer))).toBe('End access of Sportello?')
    const page = await (await browser.get(url, { 'Accept-Language': 'it' })).text()
    expect(titleOf(page)).toBe('Togliere l’accesso a Sportello?')
    expect(page).toContain('Chiedere se un importo è disponibile')
    expect(page).toContain('Fondo emergenze')
  })

  test('older movements: which account', async () => {
    const own = await startAsking('aisha', { settings: { inquirySca: 'older-than-90-days' } })
    const { bank, kit, token, customerId, products, customer } = own
    await grantConsent(kit, token, customerId, [{ name: 'ACCOUNT_INFO', products }])
    bank.clock.move(21 * 60_000)
    const path = `/private/customers/${customerId}/products/${products[0]}/transactions/retrieve`
    const refused = await callBank(kit, { path: `${path}?dateFrom=01/01/2020`, token })
    const { resources } = z.object({ resources: z.object({ resourceId: z.string() }) }).parse(refused.json())
    const page = await openScaPage(browser, await beginSca(kit, token, resources.resourceId), customer)
    expect(titleOf(page)).toBe('Let Sportello see older movements?')
    expect(page).toContain('Il mio conto')
    await bank.stop()
  })

  test('a payment: to the last fact, and the customer approves exactly that', async () => {
    const { bank, kit, token, customerId, payer } = await startPaying('niccolo')
    const fields = { moneyTransferAmount: { currency: 'EUR', amount: '1234.50' }, description: 'Rata (2)' }
    const resourceId = await orderTransfer(kit, payer, fields)
    const url = await beginSca(kit, token, resourceId)
    const page = (await openScaPage(browser, url, customerOf(kit, customerId))).replaceAll('\u00a0', ' ')
    expect(titleOf(page)).toBe('Bank transfer')
    expect(page).toContain('<dd>1,234.50 EUR</dd>')
    expect(page).toContain('<dd>1,235.00 EUR</dd>')
    expect(page).toContain('<dd>0.50 EUR</dd>')
    expect(page).toContain('<dd>Bice Altrove</dd>')
    expect(page).toContain('IT27 Y099 9101 0000 0000 0123 456')
    expect(page).toContain('<dd>4 June 2035</dd>')
    expect(page).toContain('<dd>Rata (2)</dd>')
    await bank.stop()
  })

  test('what others wrote is text and never markup', async () => {
    const script = '<script>alert("x")</script>'
    const { bank, kit, token, customerId, payer } = await startPaying('niccolo', mondayMorning, {
      operations: [
        {
          ...moneyTransfer,
          summary: () => ({ title: script, rows: [{ label: script, value: script, emphasis: true }] }),
        },
      ],
      changeKeys: (keys) => ({
        ...keys,
        tpps: keys.tpps.map((tpp) => ({
          ...tpp,
          applications: tpp.applications.map((one) => ({ ...one, displayName: `"'>${script}` })),
        })),
      }),
    })
    const url = await beginSca(kit, token, await orderTransfer(kit, payer))
    const page = await openScaPage(browser, url, customerOf(kit, customerId))
    const list = await (await browser.get(`${bank.pagesUrl}/my`)).text()
    for (const text of [page, list]) {
      expect(text).not.toContain('<script')
      expect(text).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;')
    }
    expect(page).toContain('&quot;&#39;&gt;&lt;script&gt;')
    await bank.stop()
  })
})

describe('the decision', () => {
  test.each([
    ['approve', 'AUTHORIZED', '?status=ok'],
    ['refuse', 'NOT_AUTHORIZED', '?status=ko'],
    ['expire', 'EXPIRED', '?status=ko'],
  ] as const)('%s: back to the address of the approach, to the letter', async (decision, status, outcome) => {
    const request = await ask(asking)
    const back = await authorize(browser, request.url, asking.customer, decision)
    expect(back.href).toBe(request.returnTo)
    expect(await statusOf(asking, request.resourceId)).toBe(status)

    const telling = await startAsking('niccolo', { settings: { callbackParameters: 'outcome' } })
    const told = await ask(telling)
    expect((await authorize(createBrowser(), told.url, telling.customer, decision)).href).toBe(
      `${told.returnTo}${outcome}`,
    )
    await telling.bank.stop()
  })

  test('with blanks between the digits as it was copied, the code is right', async () => {
    const request = await ask(asking)
    const page = await openScaPage(browser, request.url, asking.customer)
    expect((await press(browser, request, page, { decision: 'approve', code: ' 120 012 ' })).status).toBe(303)
  })

  test('a wrong code says how many are left and keeps nothing; the third ends it', async () => {
    const request = await ask(asking)
    const first = await openScaPage(browser, request.url, asking.customer)
    const afterWrong = async (page: string, code: string) => {
      const answer = await press(browser, request, page, { decision: 'approve', code })
      expect(answer.status).toBe(303)
      return new URL(answer.headers.get('location') ?? '', request.url).href
    }
    const again = await afterWrong(first, '000000')
    const secondPage = await pageAt(again)
    expect(alertOf(secondPage)).toBe('The code is wrong. 2 attempts are left.')
    expect(secondPage).toContain('<title>Error: ')
    expect(secondPage).not.toContain('000000')
    // a reload costs nothing, and the page without a mistake says nothing of one
    expect(alertOf(await pageAt(again))).toBe('The code is wrong. 2 attempts are left.')
    expect(alertOf(await pageAt(request.url))).toBe('')
    const third = await pageAt(await afterWrong(secondPage, ''))
    expect(alertOf(third)).toBe('The code is wrong. One attempt is left.')
    expect(await statusOf(asking, request.resourceId)).toBe('PENDING')

    const ended = await press(browser, request, third, wrongCode)
    const endedPage = await ended.text()
    expect(ended.headers.get('location')).toBeNull()
    expect(endedPage).toContain('There were three wrong codes. Nothing was done.')
    expect(endedPage).toContain(`href="${request.returnTo}"`)
    expect(await statusOf(asking, request.resourceId)).toBe('NOT_AUTHORIZED')
    const late = await press(browser, request, third, { decision: 'approve', code: '120012' })
    expect(late.headers.get('location')).toBeNull()
    expect(await statusOf(asking, request.resourceId)).toBe('NOT_AUTHORIZED')
  })

  test('an address that speaks of a wrong code before there was one is not believed', async () => {
    const request = await ask(asking)
    await openScaPage(browser, request.url, asking.customer)
    expect(alertOf(await pageAt(`${request.url}&wrong=1`))).toBe('')
  })

  test('a second tab and a second click find it decided, and change nothing', async () => {
    const request = await ask(asking)
    const page = await openScaPage(browser, request.url, asking.customer)
    const answers = await Promise.all([
      press(browser, request, page, { decision: 'approve', code: '120012' }),
      press(browser, request, page, { decision: 'refuse' }),
    ])
    const again = await press(browser, request, page, { decision: 'expire' })
    const opened = await browser.get(request.url)
    expect([...answers, again, opened].map(({ status }) => status)).toEqual([303, 409, 409, 200])
    for (const answer of [answers[1], again, opened]) {
      const text = await answer?.text()
      expect(titleOf(text ?? '')).toBe('You have approved this request')
      expect(text).toContain(`href="${request.returnTo}"`)
    }
    expect(await statusOf(asking, request.resourceId)).toBe('AUTHORIZED')
  })

  test('after its time it says so, and approval comes too late', async () => {
    const request = await ask(asking)
    const page = await openScaPage(browser, request.url, asking.customer)
    asking.bank.clock.move(301_000)
    expect(titleOf(await (await browser.get(request.url)).text())).toBe('The time for this request is over')
    const late = await press(browser, request, page, { decision: 'approve', code: '120012' })
    expect(late.status).toBe(409)
    expect(await statusOf(asking, request.resourceId)).toBe('EXPIRED')
    asking.bank.clock.move(600_000)
    expect((await browser.get(request.url)).status).toBe(410)
  })

  test('a payment that was executed is shown as executed', async () => {
    const { bank, kit, token, customerId, payer } = await startPaying('niccolo')
    const resourceId = await orderTransfer(kit, payer)
    const url = await beginSca(kit, token, resourceId)
    await authorize(browser, url, customerOf(kit, customerId), 'approve')
    await succeed(kit, executeCall(payer, resourceId))
    expect(await (await browser.get(url)).text()).toContain('It has been carried out.')
    await bank.stop()
  })

  test('GET decides nothing, and a button that is none neither', async () => {
    const request = await ask(asking)
    const page = await openScaPage(browser, request.url, asking.customer)
    expect((await browser.get(`${request.url}&decision=approve&code=120012`)).status).toBe(200)
    expect((await press(browser, request, page, { decision: 'perhaps', code: '120012' })).status).toBe(400)
    expect(await statusOf(asking, request.resourceId)).toBe('PENDING')
  })

  test('a way back that is lost leaves the decision made', async () => {
    const request = await ask(asking)
    asking.bank.scenarios.add({ fault: 'lost-callback', times: 1 })
    const page = await openScaPage(browser, request.url, asking.customer)
    const answer = await press(browser, request, page, { decision: 'approve', code: '120012' })
    const text = await answer.text()
    expect(answer.status).toBe(200)
    expect(titleOf(text)).toBe('Your decision is recorded')
    expect(text).not.toContain(request.returnTo)
    expect(await statusOf(asking, request.resourceId)).toBe('AUTHORIZED')
  })
})
