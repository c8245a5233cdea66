import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Language } from '@/sandbox/api/language'
import { startTestSandbox, type TestSandbox } from '@/tests/support/sandbox'
import { authorizeQuery, type Browser, createBrowser, decide, hiddenFields, logInAs, pkce } from './journey'
import { callBank } from './raw-client'

let bank: TestSandbox
let browser: Browser
let loginUrl: string

beforeAll(async () => {
  bank = await startTestSandbox()
})
afterAll(() => bank.stop())
beforeEach(async () => {
  browser = createBrowser()
  const path = `/auth/oauth/v2/authorize?${authorizeQuery(bank.kit, pkce().challenge)}`
  loginUrl = (await callBank(bank.kit, { path })).header('location') ?? ''
})

const at = (path: string) => `${bank.pagesUrl}${path}`

async function titleOf(response: Response): Promise<string> {
  return /<h1>([^<]*)/.exec(await response.text())?.[1] ?? ''
}

describe('log in', () => {
  test('with username and password, then allow: back with a code and the state', async () => {
    const page = await (await browser.get(loginUrl)).text()
    const answer = await browser.post(at('/login'), {
      ...hiddenFields(page),
      username: ' Niccolo ',
      password: 'Tiglio-2041',
    })
    const consentUrl = new URL(answer.headers.get('location') ?? '', loginUrl).href
    expect(await titleOf(await browser.get(consentUrl))).toBe('Let Sportello know who you are?')
    const back = await decide(browser, consentUrl, 'allow')
    expect(`${back.origin}${back.pathname}`).toBe('http://localhost:3000/api/bank/callback')
    expect(back.searchParams.get('code')).toMatch(/^[\w-]{43}$/)
    expect(back.searchParams.get('state')).toBe('a state with blanks & signs')
  })

  test('refuse: back with access_denied and the state, and no code', async () => {
    const back = await decide(browser, await logInAs(browser, loginUrl, 'giulia'), 'refuse')
    expect([...back.searchParams]).toEqual([
      ['error', 'access_denied'],
      ['state', 'a state with blanks & signs'],
    ])
  })

  test('twice in one browser, for two requests: neither login ends the other', async () => {
    const first = await logInAs(browser, loginUrl, 'giulia')
    const path = `/auth/oauth/v2/authorize?${authorizeQuery(bank.kit, pkce().challenge)}`
    const other = (await callBank(bank.kit, { path })).header('location') ?? ''
    const second = await logInAs(browser, other, 'giulia')
    for (const consentUrl of [first, second]) {
      expect((await decide(browser, consentUrl, 'allow')).searchParams.has('code')).toBe(true)
    }
  })

  test('a wrong password says so, keeps the username and shows no password', async () => {
    const page = await (await browser.get(loginUrl)).text()
    const form = { ...hiddenFields(page), username: '"><b>niccolo', password: 'wr0ng-secret' }
    const answer = await browser.post(at('/login'), form)
    const text = await answer.text()
    expect(answer.status).toBe(401)
    expect(text).toContain('Username or password is wrong')
    expect(text).toContain('value="&quot;&gt;&lt;b&gt;niccolo"')
    expect(text).not.toContain('wr0ng-secret')
  })

  test('five wrong passwords end the request', async () => {
    const form = { ...hiddenFields(await (await browser.get(loginUrl)).text()), username: 'x', password: 'y' }
    const statuses = []
    for (let attempt = 0; attempt < 6; attempt++)
      statuses.push((await browser.post(at('/login'), form)).status)
    expect(statuses).toEqual([401, 401, 401, 401, 403, 410])
  })
})

describe('what is no longer valid', () => {
  test('an unknown or expired ticket has its own page', async () => {
    expect((await browser.get(at('/login?ticket=unknown'))).status).toBe(410)
    bank.clock.move(601_000)
    expect(await titleOf(await browser.get(loginUrl))).toBe('This page is no longer valid')
    bank.clock.reset()
  })

  test.each<[Language, RegExp]>([
    ['en', /the bank was restarted.*Go back to the application and start again\./],
    ['it', /la banca è stata riavviata.*Torna all’applicazione e ricomincia\./],
  ])('a restart in mid-login says on every page what to do, in %s', async (language, advice) => {
    const consentUrl = await logInAs(browser, `${loginUrl}&lang=${language}`, 'niccolo')
    const login = hiddenFields(await (await browser.get(`${loginUrl}&lang=${language}`)).text())
    const consent = hiddenFields(await (await browser.get(consentUrl)).text())
    bank = await bank.restart()
    const pages = [
      await browser.get(`${loginUrl}&lang=${language}`),
      await browser.post(at('/login'), { ...login, pick: 'niccolo' }),
      await browser.get(consentUrl),
      await browser.post(at('/consent'), { ...consent, decision: 'allow' }),
    ]
    for (const page of pages) {
      expect(page.status).toBe(410)
      expect(await page.text()).toMatch(advice)
    }
  })

  test.each(['allow', 'refuse'])(
    'a request that was answered (%s) says so, leads on, and cannot be answered again',
    async (decision) => {
      const consentUrl = await logInAs(browser, loginUrl, 'niccolo')
      const fields = hiddenFields(await (await browser.get(consentUrl)).text())
      const login = hiddenFields(await (await browser.get(loginUrl)).text())
      const answer = await browser.post(at('/consent'), { ...fields, decision })
      expect(answer.status).toBe(303)
      const { searchParams } = new URL(answer.headers.get('location') ?? '')
      const secrets = [...searchParams.values()]
      for (const again of [
        await browser.get(consentUrl),
        await browser.get(loginUrl),
        await createBrowser().get(consentUrl),
        await browser.post(at('/login'), { ...login, pick: 'niccolo' }),
        await browser.post(at('/consent'), { ...fields, decision: 'allow' }),
      ]) {
        expect([again.status, again.headers.get('location')]).toEqual([410, null])
        const page = await again.text()
        expect(page).toContain('<h1>You have answered this already</h1>')
        expect(page).toContain('href="http://localhost:3000/">Go to Sportello</a>')
        for (const secret of secrets) expect(page).not.toContain(secret)
        expect(page).not.toContain('Niccolò')
        expect(hiddenFields(page)).toEqual({})
      }
    },
  )

  test('GET alone decides nothing', async () => {
    const consentUrl = await logInAs(browser, loginUrl, 'niccolo')
    expect((await browser.get(`${consentUrl}&decision=allow`)).status).toBe(200)
    expect((await browser.get(consentUrl)).status).toBe(200)
  })
})

describe('hostile pages', () => {
  test('every page forbids framing, scripts and foreign forms', async () => {
    const consentUrl = await logInAs(browser, loginUrl, 'niccolo')
    for (const url of [at('/'), at('/nowhere'), loginUrl, consentUrl, at('/login?ticket=unknown')]) {
      const { headers } = await browser.get(url)
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(headers.get('cache-control')).toBe('no-store')
    }
  })

  test('the consent form may lead to the registered address, which browsers check in form-action', async () => {
    const consentUrl = await logInAs(browser, loginUrl, 'niccolo')
    const policy = (await browser.get(consentUrl)).headers.get('content-security-policy')
    expect(policy).toContain("form-action 'self' http://localhost:3000;")
  })

  test.each<[string, Record<string, string>, Record<string, string>]>([
    ['from another origin', {}, { Origin: 'https://evil.example' }],
    ['from an opaque origin', {}, { Origin: 'null' }],
    ['without the token of the form', { csrf: '' }, {}],
    ['with a token of another form', { csrf: 'x'.repeat(43) }, {}],
  ])('a post %s is refused', async (_title, fields, headers) => {
    const consentUrl = await logInAs(browser, loginUrl, 'niccolo')
    const form = hiddenFields(await (await browser.get(consentUrl)).text())
    const answer = await browser.post(at('/consent'), { ...form, decision: 'allow', ...fields }, headers)
    expect(answer.status).toBe(403)
    expect(answer.headers.get('location')).toBeNull()
  })

  test('another browser can neither see nor answer what this one logged in to', async () => {
    const consentUrl = await logInAs(browser, loginUrl, 'niccolo')
    const form = hiddenFields(await (await browser.get(consentUrl)).text())
    const stranger = createBrowser()
    await stranger.get(loginUrl)
    expect((await stranger.get(consentUrl)).status).toBe(410)
    expect((await stranger.post(at('/consent'), { ...form, decision: 'allow' })).status).toBe(410)
  })

  test('JSON, an oversized form and a file path are refused', async () => {
    const json = await fetch(at('/login'), {
      method: 'POST',
      body: '{}',
      headers: { 'Content-Type': 'application/json' },
    })
    expect(json.status).toBe(415)
    expect((await browser.post(at('/login'), { ticket: 'x'.repeat(20_000) })).status).toBe(413)
    expect((await browser.get(at('/..%2f..%2fetc/passwd'))).status).toBe(404)
  })
})

test('the front page leads to the bank’s own', async () => {
  const page = await browser.get(at('/'))
  expect(await page.text()).toContain('href="/my?lang=en"')
})

describe('language', () => {
  test('follows the browser, and the switch wins', async () => {
    const italian = { 'Accept-Language': 'it-IT,it;q=0.9' }
    expect(await titleOf(await browser.get(loginUrl, italian))).toBe('Accedi')
    expect(await titleOf(await browser.get(`${loginUrl}&lang=en`, italian))).toBe('Log in')
    const text = await (await browser.get(loginUrl, italian)).text()
    expect(text).toContain('<html lang="it">')
    expect(text).toContain('Accedi come Niccolò D&#39;Amico')
  })
})
