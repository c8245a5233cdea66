import { NextRequest } from 'next/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GET as securityContact } from '@/app/.well-known/security.txt/route'
import { GET as readAccounts } from '@/app/api/accounts/route'
import { GET as callback } from '@/app/api/bank/callback/route'
import { POST as connect } from '@/app/api/bank/connect/route'
import { GET as health } from '@/app/api/health/route'
import { POST as savePreferences } from '@/app/api/preferences/route'
import { GET as ready } from '@/app/api/ready/route'
import { POST as signOut } from '@/app/api/session/sign-out/route'
import { drainServer } from '@/lib/server'
import { contactAnswer } from '@/lib/web/security-contact'
import { APP_URL, createCustomerBrowser, signInAs, startTestApp, type TestApp } from '@/tests/support/app'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({
    settings: () => ({
      SIGN_IN_ATTEMPTS_PER_MINUTE: '40',
      SECURITY_CONTACT: 'mailto:security@sportello.example, https://sportello.example/report',
    }),
  })
})
afterAll(() => app.stop())

const writes = [
  ['connect', connect, '/api/bank/connect', {}],
  ['sign-out', signOut, '/api/session/sign-out', { everywhere: false }],
  ['preferences', savePreferences, '/api/preferences', { locale: 'it' }],
] as const

describe('every write', () => {
  it.each(writes)('%s is refused from another site', async (_name, handler, path, body) => {
    const browser = createCustomerBrowser()
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: '' },
      { origin: 'http://localhost:3000.evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ] as Record<string, string>[]) {
      const response = await browser.post(handler, path, body, headers)
      expect(await response.json()).toMatchObject({ code: 'cross_origin', status: 403 })
    }
  })

  it.each(writes)('%s takes JSON of its own shape only', async (_name, handler, path, body) => {
    const browser = createCustomerBrowser()
    for (const contentType of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      const response = await browser.post(handler, path, body, { 'content-type': contentType })
      expect(await response.json()).toMatchObject({ code: 'bad_request', status: 400 })
    }
    for (const wrong of [null, [], 'text', 7, { ...body, more: 1 }, { everywhere: 'yes', locale: 'de' }]) {
      expect((await browser.post(handler, path, wrong)).status).toBe(400)
    }
    expect((await browser.post(handler, path, { ...body, more: 'x'.repeat(20_000) })).status).toBe(400)
  })

  it.each(writes)('%s that breaks off in its body is one short line without a stack', async (...write) => {
    const [, handler, path] = write
    const before = app.logLines().length
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{"a":')),
      pull: (controller) => controller.error(new Error('aborted')),
    })
    const headers = { origin: APP_URL, 'content-type': 'application/json' }
    const request = new NextRequest(`${APP_URL}${path}`, { method: 'POST', headers, body, duplex: 'half' })
    expect((await handler(request)).status).toBe(400)
    const lines = app.logLines().slice(before).trim().split('\n')
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 30, msg: 'request refused', status: 400 })
    expect(lines[0]?.length).toBeLessThanOrEqual(300)
  })

  it('says only a code, a title and a reference', async () => {
    const response = await createCustomerBrowser().post(connect, '/api/bank/connect', {
      returnTo: 'https://evil.example',
    })
    const { reference, ...rest } = await response.json()
    expect(reference).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/)
    expect(rest).toEqual({ type: 'about:blank', title: 'Bad request', status: 400, code: 'bad_request' })
  })
})

describe('OA-9: without a session there is nothing', () => {
  it.each<Record<string, string>>([
    {},
    { 'x-middleware-subrequest': 'proxy' },
    {
      'x-middleware-subrequest': 'src/middleware:src/middleware:src/middleware:src/middleware:src/middleware',
    },
    { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1' },
    { authorization: 'Bearer 0b6e7c1e-4f7a-4c0e-8f55-1d2e3f4a5b6c' },
  ])('%o', async (headers) => {
    const browser = createCustomerBrowser()
    expect((await browser.get(readAccounts, '/api/accounts', headers)).status).toBe(401)
    expect((await browser.post(signOut, '/api/session/sign-out', { everywhere: true }, headers)).status).toBe(
      401,
    )
  })
})

describe('rate limit of sign-ins', () => {
  it('counts starts and returns per client address, and says when to come back', async () => {
    const browser = createCustomerBrowser()
    const from = { 'x-sportello-socket-address': '203.0.113.50' }
    const ask = () => callback(new NextRequest(`${APP_URL}/api/bank/callback`, { headers: { ...from } }))
    const reasons: (string | null)[] = []
    for (let i = 0; i < 45; i += 1) {
      reasons.push(new URL((await ask()).headers.get('location') ?? '').searchParams.get('reason'))
    }
    expect(reasons.filter((reason) => reason === 'unknown')).toHaveLength(40)
    expect(reasons.slice(40)).toEqual(Array(5).fill('rate_limited'))
    // Another address is not affected.
    expect((await browser.post(connect, '/api/bank/connect', {})).status).toBe(200)
  })
})

describe('/.well-known/security.txt', () => {
  it('names each contact and ends within a year, as RFC 9116 asks', async () => {
    const response = await securityContact()
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const lines = (await response.text()).split('\n').map((line) => line.split(/: (.*)/, 2))
    const [expires] = lines.flatMap(([name, value]) => (name === 'Expires' ? [value] : []))
    expect(lines).toEqual([
      ['Contact', 'mailto:security@sportello.example'],
      ['Contact', 'https://sportello.example/report'],
      ['Expires', expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)],
      ['Preferred-Languages', 'en, it'],
      ['Canonical', `${APP_URL}/.well-known/security.txt`],
      [''],
    ])
    const days = (Date.parse(expires ?? '') - app.server.flows.now().getTime()) / 86_400_000
    expect(days).toBeGreaterThan(30)
    expect(days).toBeLessThan(365)
  })

  it('is not there where no contact is set', () => {
    const { status } = contactAnswer({ APP_URL, SECURITY_CONTACT: undefined }, new Date())
    expect(status).toBe(404)
  })
})

describe('for operators', () => {
  it('health tells how many days the certificates last, and nothing of whose they are', async () => {
    const { certificates, status } = await (await health()).json()
    expect(status).toBe('up')
    expect(certificates).toEqual({
      qwac: { daysLeft: expect.any(Number), defects: 0 },
      qseal: { daysLeft: expect.any(Number), defects: 0 },
      sealCa: { count: 1, daysLeft: expect.any(Number) },
    })
    const days = [certificates.qwac, certificates.qseal, certificates.sealCa].map(({ daysLeft }) => daysLeft)
    expect(days.filter((left) => !Number.isInteger(left) || left <= 0)).toEqual([])
    const before = certificates.qwac.daysLeft
    app.moveClock(3 * 24 * 60 * 60)
    expect((await (await health()).json()).certificates.qwac.daysLeft).toBe(before - 3)
    app.moveClock(-3 * 24 * 60 * 60)
  })

  it('ready answers while the database does', async () => {
    expect((await ready()).status).toBe(200)
  })

  it('ready says no before a stop, and everything else is still served', async () => {
    const browser = await signInAs('niccolo')
    await drainServer()
    expect((await ready()).status).toBe(503)
    expect((await browser.get(readAccounts, '/api/accounts')).status).toBe(200)
  })

  it('a request and its bank calls share a reference in the log', async () => {
    const browser = await signInAs('niccolo')
    await browser.get(readAccounts, '/api/accounts')
    const lines = app
      .logLines()
      .trim()
      .split('\n')
      .map((line): Record<string, unknown> => JSON.parse(line))
    const request = lines.findLast((line) => line.route === 'accounts.list')
    const exchange = lines.findLast((line) => line.msg === 'bank exchange')
    expect(request?.reference).toBeTruthy()
    expect(exchange?.reference).toBe(request?.reference)
  })

  it('LOG-1: the log never has the number under which the bank knows a customer', async () => {
    const browser = await signInAs('giulia')
    const { accounts } = await (await browser.get(readAccounts, '/api/accounts')).json()
    const targets = app.sandbox.journal.entries().map(({ request }) => request.target)
    const numbers = targets.flatMap((target) => /customers\/(\d+)/.exec(target)?.[1] ?? [])
    expect(numbers.length).toBeGreaterThan(0)
    for (const number of [...numbers, accounts[0].productId]) expect(app.logLines()).not.toContain(number)
  })
})
