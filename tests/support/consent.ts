import { randomBytes } from 'node:crypto'
import type { NextRequest } from 'next/server'
import { expect } from 'vitest'
import { GET as accountsRoute } from '@/app/api/accounts/route'
import { POST as abandonRoute } from '@/app/api/authorizations/[authorizationId]/abandon/route'
import { POST as continueRoute } from '@/app/api/authorizations/[authorizationId]/continue/route'
import { GET as authorizationRoute } from '@/app/api/authorizations/[authorizationId]/route'
import { POST as grantRoute } from '@/app/api/consents/grant/route'
import { POST as revokeRoute } from '@/app/api/consents/revoke/route'
import { GET as returnRoute } from '@/app/api/sca/callback/[returnId]/route'
import { GET as sharingRoute } from '@/app/api/sharing/route'
import type { AccountList } from '@/lib/contracts/accounts'
import type { AuthorizationView, BeginAnswer, ContinueAnswer, Scope } from '@/lib/contracts/authorizations'
import type { Sharing } from '@/lib/contracts/sharing'
import { createBrowser } from '@/tests/integration/sandbox/journey'
import { logInToBank } from '@/tests/integration/sandbox/own-bank'
import { authorizeOnce, fieldsOfForm } from '@/tests/integration/sandbox/sca'
import { APP_URL, type CustomerBrowser, signInAs, type TestApp } from './app'

/*
 * Consent as a customer goes through it: our routes, the bank's own pages, back to our routes.
 */

/** A route whose address has ids in it, as Next calls it: the ids are cut out of the path. */
export function at<Params>(
  handler: (request: NextRequest, address: { params: Promise<Params> }) => Promise<Response>,
  paramsOf: (segments: string[]) => Params,
): (request: NextRequest) => Promise<Response> {
  return (request) =>
    handler(request, { params: Promise.resolve(paramsOf(new URL(request.url).pathname.split('/'))) })
}

const idOf = (segments: string[]) => ({ authorizationId: segments[3] ?? '' })
export const productOf = (segments: string[]) => ({ productId: segments[3] ?? '' })
export const scaReturn = at(returnRoute, (segments) => ({ returnId: segments[4] ?? '' }))
export const continueRun = at(continueRoute, idOf)
export const abandonRun = at(abandonRoute, idOf)
export const readRun = at(authorizationRoute, idOf)

export const newFormToken = () => randomBytes(24).toString('base64url')

/** Pressing "Share" or "Take back" once. */
export async function begin(
  browser: CustomerBrowser,
  direction: 'grant' | 'revoke',
  scopes: Scope[],
  formToken = newFormToken(),
): Promise<BeginAnswer> {
  const route = direction === 'grant' ? grantRoute : revokeRoute
  const response = await browser.post(route, `/api/consents/${direction}`, { formToken, scopes })
  expect(response.status).toBe(200)
  return response.json()
}

export async function view(browser: CustomerBrowser, id: string): Promise<AuthorizationView> {
  const response = await browser.get(readRun, `/api/authorizations/${id}`)
  expect(response.status).toBe(200)
  return response.json()
}

export async function goOn(browser: CustomerBrowser, id: string, body: object = {}): Promise<ContinueAnswer> {
  const response = await browser.post(continueRun, `/api/authorizations/${id}/continue`, body)
  expect(response.status).toBe(200)
  return response.json()
}

/** The same once the bank may be asked again. */
export function goOnLater(
  app: TestApp,
  browser: CustomerBrowser,
  id: string,
  seconds = 3,
): Promise<ContinueAnswer> {
  app.moveClock(seconds)
  return goOn(browser, id)
}

/** A change that the customer approved at the bank, and came back from: nothing has asked the bank about it yet. */
export async function returnedFromBank(
  app: TestApp,
  browser: CustomerBrowser,
  username: string,
  direction: 'grant' | 'revoke',
  scopes: Scope[],
): Promise<string> {
  if (direction === 'revoke') await change(app, browser, username, 'grant', scopes)
  const { authorization } = await begin(browser, direction, scopes)
  await browser.get(scaReturn, await decideAtBank(app, username, authorization))
  app.sandbox.journal.clear()
  return authorization.authorizationId
}

/** The customer decides on the bank's own page. Returns the address they are sent back to, as path and query. */
export async function decideAtBank(
  app: TestApp,
  username: string,
  run: Pick<AuthorizationView, 'bankUrl'>,
  decision: 'approve' | 'refuse' | 'expire' = 'approve',
): Promise<string> {
  if (run.bankUrl === null) throw new Error('there is nowhere to go')
  const customer = app.sandbox.kit.customers.find((one) => one.username === username)
  const oneTimeCode = customer?.oneTimeCode ?? ''
  const back = await authorizeOnce(run.bankUrl, { username, oneTimeCode }, decision)
  expect(back.origin).toBe(APP_URL)
  return `${back.pathname}${back.search}`
}

/** The whole way, from the click to how it ended. */
export async function change(
  app: TestApp,
  browser: CustomerBrowser,
  username: string,
  direction: 'grant' | 'revoke',
  scopes: Scope[],
  decision: 'approve' | 'refuse' | 'expire' = 'approve',
): Promise<AuthorizationView> {
  const { kind, authorization } = await begin(browser, direction, scopes)
  expect(kind).toBe('authorization')
  if (authorization.state !== 'at_bank') return authorization
  const back = await decideAtBank(app, username, authorization, decision)
  const landed = await browser.get(scaReturn, back)
  expect(landed.headers.get('location')).toBe(`${APP_URL}/authorizations/${authorization.authorizationId}`)
  return goOn(browser, authorization.authorizationId)
}

export async function sharing(browser: CustomerBrowser): Promise<Sharing> {
  const response = await browser.get(sharingRoute, '/api/sharing')
  expect(response.status).toBe(200)
  return response.json()
}

/** What is shared, as one text for each account: `01:ACCOUNT_INFO,PAYMENTS`. */
export function sharedIn({ accounts }: Sharing): Record<string, string[]> {
  return Object.fromEntries(
    accounts.flatMap(({ productId, consents }) =>
      consents.length === 0 ? [] : [[productId, consents.map(({ category }) => category).sort()]],
    ),
  )
}

/** Requests that the bank has seen, as `PUT /private/…`, without its base path. */
export function bankCalls(app: TestApp): string[] {
  return app.sandbox.journal
    .entries()
    .map(({ request }) => `${request.method} ${request.target.replace(/^.*?\/private/, '/private')}`)
}

export const countCalls = (app: TestApp, pattern: RegExp) =>
  bankCalls(app).filter((call) => pattern.test(call)).length

/** The customer takes back all they allow this provider, on the bank's own page. False when there was nothing. */
export async function revokeAtBank(app: TestApp, username: string): Promise<boolean> {
  const browser = createBrowser()
  await logInToBank(browser, app.sandbox.pagesUrl, { pick: username })
  const [tpp] = app.sandbox.keys.tpps
  const query = new URLSearchParams({
    tpp: tpp?.organizationIdentifier ?? '',
    category: 'all',
    product: 'all',
  })
  const page = await (await browser.get(`${app.sandbox.pagesUrl}/my/revoke?${query}`)).text()
  const fields = fieldsOfForm(page, '/my/revoke')
  if (fields === null) return false
  const code = app.sandbox.kit.customers.find((one) => one.username === username)?.oneTimeCode ?? ''
  const answer = await browser.post(`${app.sandbox.pagesUrl}/my/revoke`, { ...fields, code })
  return answer.status === 303
}

/** Signed in as a customer who shares nothing and of whom we know nothing yet but the list of accounts. */
export async function startAfresh(
  app: TestApp,
  username: string,
): Promise<{ browser: CustomerBrowser; customerId: string; products: string[] }> {
  await revokeAtBank(app, username)
  const earlier = await signInAs(username)
  await app.server.store.forget((await accountsOf(earlier)).customer)
  const browser = await signInAs(username)
  const list = await accountsOf(browser)
  app.sandbox.journal.clear()
  return { browser, customerId: list.customer, products: list.accounts.map(({ productId }) => productId) }
}

export async function accountsOf(browser: CustomerBrowser): Promise<AccountList> {
  const response = await browser.get(accountsRoute, '/api/accounts')
  expect(response.status).toBe(200)
  return response.json()
}

/** Switches readings of the bank; `{}` goes back to those of the start. */
export async function setBank(
  app: TestApp,
  settings: Record<string, string | number | boolean>,
): Promise<void> {
  const url = `${app.sandbox.controlUrl}/settings`
  const isReset = Object.keys(settings).length === 0
  const response = await fetch(
    url,
    isReset
      ? { method: 'DELETE' }
      : {
          method: 'PATCH',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(settings),
        },
  )
  expect(response.ok).toBe(true)
}

/** All of these accounts, in one category. */
export const scope = (category: string, ...productIds: (string | undefined)[]): Scope[] => [
  { category, productIds: productIds.map((id) => id ?? '') },
]

/** The customer approves what waits for them in the bank's own channel, to which nobody sends them (DECOUPLED). */
export async function approveInBankChannel(app: TestApp, username: string): Promise<void> {
  const browser = createBrowser()
  await logInToBank(browser, app.sandbox.pagesUrl, { pick: username })
  const mine = await (await browser.get(`${app.sandbox.pagesUrl}/my`)).text()
  const path = /href="(\/my\/approve\/[^"]+)"/.exec(mine)?.[1]?.replaceAll('&amp;', '&')
  if (path === undefined) throw new Error('nothing waits for an approval')
  const page = await (await browser.get(`${app.sandbox.pagesUrl}${path}`)).text()
  const action = new URL(path, app.sandbox.pagesUrl).pathname
  const code = app.sandbox.kit.customers.find((one) => one.username === username)?.oneTimeCode ?? ''
  const fields = fieldsOfForm(page, action)
  if (fields === null) throw new Error('the bank shows nothing to decide')
  await browser.post(`${app.sandbox.pagesUrl}${action}`, { ...fields, code, decision: 'approve' })
}
