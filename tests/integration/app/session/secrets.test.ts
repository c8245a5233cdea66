import { afterAll, beforeAll, expect, it } from 'vitest'
import { GET as readAccounts } from '@/app/api/accounts/route'
import { GET as callback } from '@/app/api/bank/callback/route'
import { POST as connect } from '@/app/api/bank/connect/route'
import { GET as health } from '@/app/api/health/route'
import { POST as signOut } from '@/app/api/session/sign-out/route'
import { faultNames } from '@/sandbox/control/faults'
import {
  atTheBank,
  createCustomerBrowser,
  signInAs,
  startSignIn,
  startTestApp,
  type TestApp,
} from '@/tests/support/app'

/** What may be told to nobody, in the order of sort(). Each has a value of its own here. */
const canaries = [
  'IBAN',
  'PKCE verifier',
  'QSealC key',
  'QWAC key',
  'access token',
  'another IBAN',
  'client secret',
  'code',
  'cookie next-auth.session-token',
  'cookie sportello-browser',
  'login ticket',
  'refresh token',
  'session secret',
  'state',
  'token key',
]

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({
    settings: () => ({ NEXTAUTH_SECRET: 'canary-session-secret-0123456789abcdef' }),
  })
})
afterAll(() => app.stop())

/** Faults that only take time add nothing here. */
const faults = faultNames.filter(
  (name) => !['slow', 'slow-body', 'stalled-body', 'oversized-body'].includes(name),
)

/** Part of a line in the middle of a key: its first lines are a header that all RSA keys share. */
function keyCanary(pem: string): string {
  const lines = pem.split('\n').filter((line) => line !== '' && !line.startsWith('-----'))
  return lines[Math.floor(lines.length / 2)]?.slice(10, 50) ?? ''
}

it('LOG-1: no secret reaches a log line or an error body, through every flow and every error', async () => {
  const said: string[] = []
  const hear = async (response: Response) => {
    if (!response.ok) said.push(await response.clone().text())
    const location = response.headers.get('location')
    if (location !== null) said.push(location)
    return response
  }
  const secrets = new Map<string, string>()
  const { kit } = app.sandbox
  secrets.set('client secret', kit.applications.authorization_code.clientSecret)
  secrets.set('QWAC key', keyCanary(kit.qwac.key))
  secrets.set('QSealC key', keyCanary(kit.qseal.key))
  secrets.set('session secret', 'canary-session-secret-0123456789abcdef')
  secrets.set('token key', Buffer.alloc(32, 7).toString('base64'))

  // A sign-in that goes well, one refused, and one for every way in which the token call can fail.
  const browser = createCustomerBrowser()
  const browserUrl = await startSignIn(browser)
  const back = new URL(await atTheBank(browserUrl, 'giulia'), 'http://localhost:3000')
  secrets.set('login ticket', new URL(browserUrl).searchParams.get('ticket') ?? '')
  secrets.set('code', back.searchParams.get('code') ?? '')
  secrets.set('state', back.searchParams.get('state') ?? '')
  await hear(await browser.get(callback, `${back.pathname}${back.search}`))
  for (const [name, cookie] of browser.jar) secrets.set(`cookie ${name}`, cookie.value)
  const refusing = createCustomerBrowser()
  await hear(await refusing.get(callback, await atTheBank(await startSignIn(refusing), 'giulia', 'refuse')))
  for (const fault of faults) {
    const failing = createCustomerBrowser()
    const ending = await atTheBank(await startSignIn(failing), 'giulia')
    app.sandbox.scenarios.add({ fault, match: { operation: 'token' }, times: 1 })
    await hear(await failing.get(callback, ending))
    app.sandbox.scenarios.clear()
  }

  const list = await (await browser.get(readAccounts, '/api/accounts')).json()
  secrets.set('IBAN', list.accounts[0].iban)
  secrets.set('another IBAN', list.accounts[11].iban)
  for (const fault of faults) {
    app.sandbox.scenarios.add({ fault, match: { operation: 'accounts' } })
    await hear(await browser.get(readAccounts, '/api/accounts'))
    app.sandbox.scenarios.clear()
    app.sandbox.scenarios.add({ fault, match: { operation: 'authorize' } })
    await hear(await browser.post(connect, '/api/bank/connect', {}))
    app.sandbox.scenarios.clear()
  }
  const again = await signInAs('giulia')
  app.sandbox.scenarios.add({ fault: 'token-expired', match: { operation: 'accounts' } })
  app.sandbox.scenarios.add({ fault: 'refresh-refused' })
  await hear(await again.get(readAccounts, '/api/accounts'))
  await hear(
    await again.post(
      signOut,
      '/api/session/sign-out',
      { everywhere: true },
      { origin: 'https://evil.example' },
    ),
  )
  said.push(await (await health()).text())

  const wire = app.sandbox.journal
    .entries()
    .map((entry) => JSON.stringify(entry))
    .join('\n')
  const bearer = /Bearer ([0-9a-f-]{36})/.exec(wire)?.[1]
  secrets.set('access token', bearer ?? '')
  const tokenBody = app.sandbox.journal
    .entries()
    .filter((entry) => entry.request.target.includes('/token'))
    .map((entry) => Buffer.from(entry.request.body, 'base64').toString('utf8'))
    .join('&')
  secrets.set('refresh token', /refresh_token=([^&]+)/.exec(tokenBody)?.[1] ?? '')
  secrets.set('PKCE verifier', /code_verifier=([^&]+)/.exec(tokenBody)?.[1] ?? '')

  expect([...secrets.keys()].sort()).toEqual(canaries)
  expect(new Set(secrets.values()).size).toBe(canaries.length)
  const logged = app.logLines()
  expect(logged).toContain('bank exchange')
  expect(said.length).toBeGreaterThan(faults.length)
  for (const [name, secret] of secrets) {
    expect(secret.length, `${name} was not captured`).toBeGreaterThan(10)
    expect(logged.includes(secret), `${name} is in the log`).toBe(false)
    expect(logged.includes(encodeURIComponent(secret)), `${name} is in the log, encoded`).toBe(false)
    expect(
      said.some((text) => text.includes(secret)),
      `${name} is in an error`,
    ).toBe(false)
  }
})
