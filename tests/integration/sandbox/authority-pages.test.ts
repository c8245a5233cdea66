import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { balancesOf } from './account-view'
import type { Banking } from './banking'
import { grantConsent } from './consent-journey'
import {
  application,
  type FilledForm,
  filledForms,
  pageAddresses,
  routesInSource,
  type Visitor,
  visit,
} from './every-page'
import { authorizeQuery, createBrowser, pkce } from './journey'
import { type Payer, startPaying } from './transfer-journey'
import { slowBank, stateFile } from './wrong-state'

/** The pages port: what holds of every page and every form. */

let niccolo: Banking & { payer: Payer }
let visitor: Visitor
beforeAll(async () => {
  niccolo = await startPaying('niccolo', undefined, { settings: slowBank })
  visitor = await visit(niccolo)
})
afterAll(() => niccolo.bank.stop())

const at = (path: string) => `${niccolo.bank.pagesUrl}${path}`

test('these are all pages and all forms', async () => {
  expect([...Object.keys(pageAddresses), ...Object.keys(filledForms)].sort()).toEqual(await routesInSource())
})

/** What every answer of this port has. */
function expectGuarded(answer: Response): void {
  const { headers } = answer
  expect(headers.get('x-frame-options')).toBe('DENY')
  expect(headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'self'; img-src data:; form-action 'self'( http:\/\/localhost:3000)?; base-uri 'none'; frame-ancestors 'none'$/,
  )
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('referrer-policy')).toBe('same-origin')
  expect(headers.get('cache-control')).toBe('no-store')
  for (const cookie of headers.getSetCookie()) {
    expect(cookie).toMatch(/^zefiro_(browser|session)=[\w-]*(; Max-Age=0)?; Path=\/; HttpOnly; SameSite=Lax$/)
  }
  const location = headers.get('location')
  if (location !== null) {
    expect([niccolo.bank.pagesUrl, application]).toContain(new URL(location, niccolo.bank.pagesUrl).origin)
  }
}

describe.each(Object.entries(pageAddresses))('%s', (_route, addressOf) => {
  test('cannot be framed, keeps its cookies from scripts, and changes nothing, whatever is asked', async () => {
    const address = await addressOf(visitor)
    const before = await stateFile(visitor)
    const decisions = 'decision=approve&decision=allow&code=120012&pick=giulia&csrf=x'
    for (const browser of [visitor.browser, createBrowser()]) {
      for (const query of ['', `&${decisions}`, '&lang=it', '&before=-1', '&before=99999999999999999999']) {
        const answer = await browser.get(`${address}${query}`)
        expect(answer.status).toBeLessThan(500)
        expectGuarded(answer)
      }
    }
    expect(await stateFile(visitor)).toBe(before)
  })

  test('neither leads to an address that was slipped in nor shows it', async () => {
    const address = await addressOf(visitor)
    const elsewhere = 'https://evil.example/"><script>alert(1)</script>'
    for (const name of [
      ...['returnTo', 'return', 'next', 'url', 'redirect', 'redirect_uri', 'continue', 'TPP-Redirect-URI'],
      ...['ticket', 'lang', 'state', 'before', 'tpp', 'category', 'product', 'username', 'error'],
    ]) {
      const parameter = new URLSearchParams({ [name]: elsewhere })
      const own = new URL(address)
      own.searchParams.set(name, elsewhere)
      for (const target of [`${address}&${parameter}`, own.href]) {
        const answer = await visitor.browser.get(target)
        expectGuarded(answer)
        const text = await answer.text()
        expect(text).not.toMatch(/<script|evil\.example\/&quot;&gt;&lt;script|alert\(1\)/)
      }
    }
  })

  test('is read with GET alone', async () => {
    const address = await addressOf(visitor)
    const before = await stateFile(visitor)
    for (const method of ['HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH', 'PROPFIND']) {
      const answer = await fetch(address, { method, redirect: 'manual' })
      expect([method, answer.status]).toEqual([method, 404])
      expectGuarded(answer)
    }
    expect(await stateFile(visitor)).toBe(before)
  })
})

describe.each(Object.entries(filledForms))('%s', (route, fill) => {
  const post = ({ browser, action, fields }: FilledForm, headers: Record<string, string> = {}) =>
    browser.post(action, fields, headers)

  /** Refused, with nothing done by it: no session, no way on, nothing written. */
  async function expectRefused(answer: Response, before: string): Promise<void> {
    expect([403, 404, 410, 415]).toContain(answer.status)
    expectGuarded(answer)
    expect(answer.headers.getSetCookie().join()).not.toContain('zefiro_session')
    expect(await stateFile(visitor)).toBe(before)
  }

  test.each<[what: string, origin: string]>([
    ['another site', 'https://evil.example'],
    ['the application', application],
    ['nowhere that is told', ''],
    ['an opaque origin', 'null'],
    ['this port under another name', 'http://localhost'],
    ['this name under another scheme', 'https://127.0.0.1'],
  ])('not from %s', async (_what, origin) => {
    const form = await fill(visitor)
    const port = /^https?:\/\/(127\.0\.0\.1|localhost)$/.test(origin)
      ? `:${new URL(niccolo.bank.pagesUrl).port}`
      : ''
    const before = await stateFile(visitor)
    await expectRefused(await post(form, { Origin: `${origin}${port}` }), before)
  })

  test('not without the token of this form, or with that of another browser', async () => {
    const form = await fill(visitor)
    const other = await fill(visitor)
    const before = await stateFile(visitor)
    // those of one session are alike; what they are about is in the address or asked for again
    const isAlike = route === 'POST /my/approve/:resourceId' || route === 'POST /my/revoke'
    expect(other.fields.csrf === form.fields.csrf).toBe(isAlike)
    for (const csrf of [
      '',
      'x'.repeat(43),
      `${form.fields.csrf}x`,
      isAlike ? '' : (other.fields.csrf ?? ''),
    ]) {
      await expectRefused(await post({ ...form, fields: { ...form.fields, csrf } }), before)
    }
    const stranger = createBrowser()
    await stranger.get(at('/my'))
    const answer = await post({ ...form, browser: stranger })
    if (route.startsWith('POST /my/') && route !== 'POST /my/login') {
      // without a login the way to it is all there is
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/my?lang=en'])
      expect(await stateFile(visitor)).toBe(before)
    } else await expectRefused(answer, before)
  })

  test('not in another form than that of a page', async () => {
    const form = await fill(visitor)
    const before = await stateFile(visitor)
    const { origin } = new URL(form.action)
    for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x', '']) {
      const answer = await fetch(form.action, {
        method: 'POST',
        headers: { Origin: origin, ...(type ? { 'Content-Type': type } : {}) },
        body: Buffer.from(new URLSearchParams(form.fields).toString()),
        redirect: 'manual',
      })
      await expectRefused(answer, before)
    }
    const query = new URLSearchParams(form.fields)
    expectGuarded(await form.browser.get(`${form.action}?${query}`))
    expect(await stateFile(visitor)).toBe(before)
  })

  test('by the customer, from the page: done', async () => {
    const answer = await post(await fill(visitor))
    expect(answer.status).toBe(303)
    expectGuarded(answer)
    if (route !== 'POST /my/revoke') return
    const { kit, payer } = niccolo
    await grantConsent(kit, payer.token, payer.customerId, [
      { name: 'PAYMENTS', products: [payer.productId] },
    ])
  })
})

describe('authorize in the browser', () => {
  test.each<[what: string, changes: Record<string, string | null>]>([
    ['another site', { redirect_uri: 'https://evil.example/api/bank/callback' }],
    ['none', { redirect_uri: null }],
    ['the registered one and more', { redirect_uri: `${application}/api/bank/callback/../../x` }],
    ['with a query', { redirect_uri: `${application}/api/bank/callback?next=https://evil.example` }],
    ['with a fragment', { redirect_uri: `${application}/api/bank/callback#` }],
    ['with another name of this machine', { redirect_uri: 'http://127.0.0.1:3000/api/bank/callback' }],
    ['a script', { redirect_uri: 'javascript:alert(1)' }],
    ['of an application without one', { client_id: '' }],
    ['of nobody', { client_id: 'nobody' }],
  ])('an address that is not registered leads nowhere: %s', async (_what, changes) => {
    const { clientId } = niccolo.kit.applications.client_credentials
    const query = authorizeQuery(niccolo.kit, pkce().challenge, changes)
    for (const own of [query, query.replace('client_id=&', `client_id=${clientId}&`)]) {
      for (const wrong of ['', '&response_type=token']) {
        const answer = await createBrowser().get(at(`/auth/oauth/v2/authorize?${own}${wrong}`))
        expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
        expectGuarded(answer)
      }
    }
  })

  test('what is wrong about a request goes to the registered address', async () => {
    const query = authorizeQuery(niccolo.kit, 'short', { state: '"><script>' })
    const answer = await createBrowser().get(at(`/auth/oauth/v2/authorize?${query}`))
    const location = new URL(answer.headers.get('location') ?? '')
    expect(`${location.origin}${location.pathname}`).toBe(`${application}/api/bank/callback`)
    expect(location.searchParams.get('state')).toBe('"><script>')
  })
})

/** Status line and headers of the answer to exactly these bytes. */
function answerTo(line: string): Promise<string> {
  const { port, host } = new URL(niccolo.bank.pagesUrl)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1')
    let text = ''
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1')
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(text))
    socket.end(`${line} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
  })
}

describe('an address that is none', () => {
  test.each([
    ...[
      '/journal',
      '/scenarios',
      '/settings',
      '/clock',
      '/ledger',
      '/psd2/v0/private/customers/customerid-info',
    ],
    ...[
      '/..%2fjournal',
      '/my/..%2f',
      '/my/%2e%2e/journal',
      '/./my',
      '/x/../my',
      '/%2e/my',
      '//my',
      '/my/',
      '/MY',
    ],
    ...['/my\\..\\journal', '/my%5c', '/style.css/../my', '/style.css/..', '/my;x=1', '/my%00', '/my%3f'],
    ...[
      '//evil.example/my',
      '/..%2f..%2fetc/passwd',
      '/%zz',
      '/my/accounts/%zz',
      `/my/approve/${'a'.repeat(200)}`,
    ],
  ])('%s: the page that says so', async (path) => {
    for (const method of ['GET', 'POST', 'DELETE', 'TRACE']) {
      const answer = await answerTo(`${method} ${path}`)
      expect(answer).toMatch(/^HTTP\/1\.1 404 /)
      expect(answer.toLowerCase()).toContain('x-frame-options: deny')
      expect(answer).toContain('<h1>There is no such page</h1>')
    }
  })

  test('what names no page of a customer says nothing about others', async () => {
    const { bank, payer } = niccolo
    const { accounting } = await balancesOf(niccolo.kit, payer)
    expect(accounting > 0n).toBe(true)
    for (const path of [
      '/my/accounts/__proto__',
      '/my/accounts/%2e%2e',
      '/my/approve/..%2f',
      '/my/approve/x',
    ]) {
      const answer = await visitor.browser.get(`${bank.pagesUrl}${path}`)
      expect([404, 410]).toContain(answer.status)
      expectGuarded(answer)
    }
  })
})
