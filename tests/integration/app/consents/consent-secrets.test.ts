import { afterAll, beforeAll, expect, it } from 'vitest'
import { POST as refreshRoute } from '@/app/api/accounts/[productId]/refresh/route'
import { GET as accountRoute } from '@/app/api/accounts/[productId]/route'
import { POST as grantRoute } from '@/app/api/consents/grant/route'
import { GET as customerRoute } from '@/app/api/customer/route'
import { POST as forgetRoute } from '@/app/api/forget/route'
import { GET as overviewRoute } from '@/app/api/overview/route'
import { GET as productsRoute } from '@/app/api/products/route'
import { GET as sharingRoute } from '@/app/api/sharing/route'
import { faultNames } from '@/sandbox/control/faults'
import { type CustomerBrowser, signInAs, startTestApp, type TestApp } from '@/tests/support/app'
import {
  abandonRun,
  accountsOf,
  at,
  begin,
  change,
  continueRun,
  decideAtBank,
  newFormToken,
  productOf,
  scaReturn,
  scope,
  setBank,
  startAfresh,
} from '@/tests/support/consent'

/* Beside secrets.test.ts, which does the same for sign-in and the list of accounts. */

let app: TestApp
let browser: CustomerBrowser
let productId: string
beforeAll(async () => {
  app = await startTestApp()
  const fresh = await startAfresh(app, 'aisha')
  browser = fresh.browser
  productId = fresh.products[0] ?? ''
})
afterAll(() => app.stop())

/** Faults that only take time add nothing here. */
const faults = faultNames.filter(
  (name) => !['slow', 'slow-body', 'stalled-body', 'oversized-body'].includes(name),
)

const said: string[] = []
async function hear(answer: Promise<Response>): Promise<void> {
  const response = await answer
  if (!response.ok) said.push(await response.text())
  const location = response.headers.get('location')
  if (location !== null) said.push(location)
}

async function under(
  operation: string,
  work: () => Promise<void>,
  afterwards: () => Promise<unknown> = async () => undefined,
): Promise<void> {
  for (const fault of faults) {
    app.sandbox.scenarios.add({ fault, match: { operation } })
    await work()
    app.sandbox.scenarios.clear()
    if (fault === 'token-expired') browser = await signInAs('aisha')
    await afterwards()
  }
  // The bank takes a hundred requests of a customer at a time, and forgets them after an hour and ten minutes.
  app.moveClock(75 * 60)
  browser = await signInAs('aisha')
}

const refresh = (body: object = {}) =>
  browser.post(at(refreshRoute, productOf), `/api/accounts/${productId}/refresh`, body)

it('LOG-1: no secret of consent and reading reaches a log line or an error, through every fault of every endpoint', async () => {
  const secrets = new Map<string, string>()
  const grant = () =>
    browser.post(grantRoute, '/api/consents/grant', {
      formToken: newFormToken(),
      scopes: scope('ACCOUNT_INFO', productId),
    })
  for (const operation of ['consent-list', 'consent-request', 'sca-approach']) {
    await under(operation, async () => {
      const response = await grant()
      await hear(Promise.resolve(response.clone()))
      const body = await response.json()
      const id = body.authorization?.authorizationId
      if (id) await hear(browser.post(abandonRun, `/api/authorizations/${id}/abandon`, {}))
    })
  }
  for (const operation of ['status', 'consent-request-confirm']) {
    const approve = async () => {
      const { authorization } = await begin(browser, 'grant', scope('ACCOUNT_INFO', productId))
      const { authorizationId: id, bankUrl } = authorization
      if (bankUrl === null) return
      const back = await decideAtBank(app, 'aisha', authorization)
      await hear(browser.get(scaReturn, back))
      await hear(browser.post(continueRun, `/api/authorizations/${id}/continue`, {}))
      await browser.post(abandonRun, `/api/authorizations/${id}/abandon`, {})
      secrets.set('ticket of the approval page', new URL(bankUrl).searchParams.get('ticket') ?? '')
      secrets.set('id of the return', back.split('/').at(-1) ?? '')
    }
    const takeBack = () => change(app, browser, 'aisha', 'revoke', scope('ACCOUNT_INFO', productId))
    await under(operation, approve, takeBack)
  }
  await change(app, browser, 'aisha', 'grant', scope('ACCOUNT_INFO', productId))
  await refresh()
  const reads: [string, () => Promise<Response>][] = [
    ['balance', () => browser.get(overviewRoute, '/api/overview')],
    ['transactions', () => refresh()],
    ['product', () => browser.get(at(accountRoute, productOf), `/api/accounts/${productId}`)],
    ['products', () => browser.get(productsRoute, '/api/products')],
    ['customer', () => browser.get(customerRoute, '/api/customer')],
    ['consent-list', () => browser.get(sharingRoute, '/api/sharing')],
  ]
  for (const [operation, read] of reads) await under(operation, () => hear(read()))
  await setBank(app, { inquirySca: 'older-than-90-days' })
  await hear(refresh({ from: '2025-01-01', to: '2025-02-01' }))

  const { accounts } = await accountsOf(browser)
  secrets.set('IBAN', accounts[0]?.iban ?? '')
  secrets.set('name of the account', accounts[0]?.nickname ?? '')
  secrets.set('tax code', 'BAXSHA95S47Z999N')
  secrets.set('e-mail address', 'aisha.ba@posta.example')
  const wire = app.sandbox.journal.entries().map((entry) => JSON.stringify(entry))
  secrets.set('access token', /Bearer ([0-9a-f-]{36})/.exec(wire.join('\n'))?.[1] ?? '')
  await hear(browser.post(forgetRoute, '/api/forget', { mode: 'here_only' }))

  const logged = app.logLines()
  expect(logged).toContain('confirmConsent')
  expect(said.length).toBeGreaterThan(faults.length)
  for (const [name, secret] of secrets) {
    expect(secret.length, `${name} was not captured`).toBeGreaterThan(6)
    expect(logged.includes(secret), `${name} is in the log`).toBe(false)
    expect(logged.includes(encodeURIComponent(secret)), `${name} is in the log, encoded`).toBe(false)
    // A return leads to the page of the run, whose id is none of these.
    expect(
      said.some((text) => text.includes(secret)),
      `${name} is in an error`,
    ).toBe(false)
  }
}, 240_000)
