import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Browser, createBrowser } from './journey'
import { logInToBank } from './own-bank'
import { authorize, fieldsOfForm, openScaPage } from './sca'
import { type Asking, ask, press, startAsking, statusOf } from './sca-request'

const _titleOf = (page: string) => /<h1[^>]*>([^<]*)/.exec(page)?.[1] ?? ''
const alertOf = (page: string) => /role="alert"[^>]*>([^<]*)/.exec(page)?.[1] ?? ''
const _wrongCode = { decision: 'approve', code: '000000' }

let asking: Asking
let browser: Browser
beforeAll(async () => {
  asking = await startAsking('giulia')
})
afterAll(() => asking.bank.stop())
beforeEach(() => {
  browser = createBrowser()
})

describe('who decides', () => {
  test('a login of before is enough', async () => {
    await authorize(browser, (await ask(asking)).url, asking.customer, 'refuse')
    const page = await (await browser.get((await ask(asking)).url)).text()
    expect(fieldsOfForm(page, '/sca')).not.toBeNull()
  })

  test('another customer learns that the approval is not theirs, and nothing else', async () => {
    const request = await ask(asking)
    const login = fieldsOfForm(await (await browser.get(request.url)).text(), '/sca/login')
    const url = new URL('/sca/login', request.url).href
    const form = { ...login, username: 'niccolo', password: 'Tiglio-2041' }
    const answer = await browser.post(url, form)
    const page = await answer.text()
    expect(answer.status).toBe(403)
    expect(alertOf(page)).toMatch(/^This request belongs to another customer/)
    expect(page).not.toContain('Conto principale')
    expect(await (await browser.get(`${asking.bank.pagesUrl}/my`)).text()).toContain('action="/my/login"')
    expect((await browser.post(url, { ...login, pick: 'niccolo' })).status).toBe(403)
  })

  test('a session of another customer neither sees nor decides it', async () => {
    const request = await ask(asking)
    const page = await openScaPage(browser, request.url, asking.customer)
    const { pagesUrl } = asking.bank
    const own = await (await browser.get(`${pagesUrl}/my`)).text()
    await browser.post(`${pagesUrl}/my/log-out`, fieldsOfForm(own, '/my/log-out') ?? {})
    await logInToBank(browser, pagesUrl, { pick: 'niccolo' })
    expect(await (await browser.get(request.url)).text()).not.toContain('Conto principale')
    const answer = await press(browser, request, page, { decision: 'approve', code: '120012' })
    expect(answer.headers.get('location')).toMatch(/^\/sca\?ticket=/)
    expect(await statusOf(asking, request.resourceId)).toBe('PENDING')
  })

  test('five wrong passwords refuse the request', async () => {
    const request = await ask(asking)
    const login = fieldsOfForm(await (await browser.get(request.url)).text(), '/sca/login')
    const form = { ...login, username: 'giulia', password: 'guess' }
    const url = new URL('/sca/login', request.url).href
    const statuses = []
    for (let attempt = 0; attempt < 5; attempt++) statuses.push((await browser.post(url, form)).status)
    expect(statuses).toEqual([401, 401, 401, 401, 403])
    expect(await statusOf(asking, request.resourceId)).toBe('NOT_AUTHORIZED')
    expect((await browser.post(url, { ...login, pick: 'giulia' })).status).toBe(409)
  })
})

describe('hostile pages', () => {
  test('framing is forbidden, and the form may lead to the registered address alone', async () => {
    const request = await ask(asking)
    await openScaPage(browser, request.url, asking.customer)
    const { headers } = await browser.get(request.url)
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('content-security-policy')).toContain(
      "form-action 'self' http://localhost:3000; base-uri 'none'; frame-ancestors 'none'",
    )
  })

  test.each<[string, Record<string, string>, Record<string, string>]>([
    ['from another origin', {}, { Origin: 'https://evil.example' }],
    ['without the token of the form', { csrf: '' }, {}],
    ['with the token of another request', { csrf: 'x'.repeat(43) }, {}],
  ])('a post %s is refused', async (_title, fields, headers) => {
    const request = await ask(asking)
    const page = await openScaPage(browser, request.url, asking.customer)
    const form = { decision: 'approve', code: '120012', ...fields }
    expect((await press(browser, request, page, form, headers)).status).toBe(403)
    expect(await statusOf(asking, request.resourceId)).toBe('PENDING')
  })

  test('an invented ticket opens nothing', async () => {
    const { pagesUrl } = asking.bank
    for (const ticket of ['', 'unknown', 'x'.repeat(5_000)]) {
      expect((await browser.get(`${pagesUrl}/sca?ticket=${ticket}`)).status).toBe(410)
    }
    expect((await browser.post(`${pagesUrl}/sca`, { decision: 'approve' })).status).toBe(410)
  })
})
