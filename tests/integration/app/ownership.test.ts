import type { NextRequest } from 'next/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GET as exportRoute } from '@/app/api/accounts/[productId]/movements/export/route'
import { GET as movementsRoute } from '@/app/api/accounts/[productId]/movements/route'
import { POST as refreshRoute } from '@/app/api/accounts/[productId]/refresh/route'
import { GET as accountRoute } from '@/app/api/accounts/[productId]/route'
import { GET as accountsRoute } from '@/app/api/accounts/route'
import { POST as abandonRoute } from '@/app/api/authorizations/[authorizationId]/abandon/route'
import { POST as continueRoute } from '@/app/api/authorizations/[authorizationId]/continue/route'
import { GET as authorizationRoute } from '@/app/api/authorizations/[authorizationId]/route'
import { POST as grantRoute } from '@/app/api/consents/grant/route'
import { POST as revokeRoute } from '@/app/api/consents/revoke/route'
import { GET as customerRoute } from '@/app/api/customer/route'
import { POST as forgetRoute } from '@/app/api/forget/route'
import { POST as catchUpRoute } from '@/app/api/movements/catch-up/route'
import { GET as overviewRoute } from '@/app/api/overview/route'
import { GET as productsRoute } from '@/app/api/products/route'
import { GET as sharingRoute } from '@/app/api/sharing/route'
import { POST as seenRoute } from '@/app/api/sharing/seen/route'
import {
  APP_URL,
  type CustomerBrowser,
  createCustomerBrowser,
  startTestApp,
  type TestApp,
} from '../../support/app'
import {
  accountsOf,
  at,
  bankCalls,
  begin,
  change,
  newFormToken,
  productOf,
  scope,
  startAfresh,
  view,
} from '../../support/consent'
import { seededRandom } from '../../support/random'

type Customer = {
  browser: CustomerBrowser
  productId: string
  authorizationId: string
  /** What nobody else may read. */
  marks: string[]
}

type Handler = (request: NextRequest) => Promise<Response>
type Call = { path: string; handler: Handler; body?: object }

let app: TestApp
let his: Customer
let hers: Customer
beforeAll(async () => {
  app = await startTestApp()
  his = await customer('matteo')
  hers = await customer('aisha')
})
afterAll(() => app.stop())

async function customer(username: string): Promise<Customer> {
  const { browser, products, customerId } = await startAfresh(app, username)
  const productId = products[0] ?? ''
  await change(app, browser, username, 'grant', scope('ACCOUNT_INFO', productId))
  await browser.post(at(refreshRoute, productOf), `/api/accounts/${productId}/refresh`, {})
  const { authorization } = await begin(browser, 'grant', scope('PAYMENTS', productId))
  const { accounts } = await accountsOf(browser)
  const ibans = accounts.map(({ iban }) => iban).filter((iban) => iban !== '')
  const { authorizationId, bankUrl } = authorization
  return {
    browser,
    productId,
    authorizationId,
    marks: [customerId, ...products, ...ibans, authorizationId, bankUrl ?? authorizationId],
  }
}

const runOf = (segments: string[]) => ({ authorizationId: segments[3] ?? '' })

/** Every address of ours that is about a customer, with the ids of this one. */
function callsFor({ productId, authorizationId }: Pick<Customer, 'productId' | 'authorizationId'>) {
  const reads: Call[] = [
    { path: '/api/accounts', handler: accountsRoute },
    { path: '/api/overview', handler: overviewRoute },
    { path: '/api/sharing', handler: sharingRoute },
    { path: '/api/customer', handler: customerRoute },
    { path: '/api/products', handler: productsRoute },
  ]
  const readsById: Call[] = [
    { path: `/api/accounts/${productId}`, handler: at(accountRoute, productOf) },
    { path: `/api/accounts/${productId}/movements`, handler: at(movementsRoute, productOf) },
    { path: `/api/accounts/${productId}/movements/export?format=csv`, handler: at(exportRoute, productOf) },
    { path: `/api/authorizations/${authorizationId}`, handler: at(authorizationRoute, runOf) },
  ]
  const form = { formToken: newFormToken(), scopes: scope('ACCOUNT_INFO', productId) }
  const writesById: Call[] = [
    { path: `/api/accounts/${productId}/refresh`, handler: at(refreshRoute, productOf), body: {} },
    { path: `/api/authorizations/${authorizationId}/continue`, handler: at(continueRoute, runOf), body: {} },
    { path: `/api/authorizations/${authorizationId}/abandon`, handler: at(abandonRoute, runOf), body: {} },
    { path: '/api/consents/grant', handler: grantRoute, body: form },
    { path: '/api/consents/revoke', handler: revokeRoute, body: form },
  ]
  const writes: Call[] = [
    { path: '/api/forget', handler: forgetRoute, body: { mode: 'here_only' } },
    { path: '/api/movements/catch-up', handler: catchUpRoute, body: {} },
    { path: '/api/sharing/seen', handler: seenRoute, body: { eventId: '1' } },
  ]
  return { reads, readsById, writesById, writes }
}

const send = (browser: CustomerBrowser, { handler, path, body }: Call, headers?: Record<string, string>) =>
  body === undefined ? browser.get(handler, path, headers) : browser.post(handler, path, body, headers)

describe('OA-9: every route', () => {
  it('without a session answers 401 and asks nothing of the bank', async () => {
    const calls = Object.values(callsFor(his)).flat()
    app.sandbox.journal.clear()
    const tricks: Record<string, string>[] = [{}, { 'x-middleware-subrequest': 'proxy' }]
    for (const headers of tricks) {
      for (const call of calls) {
        const response = await send(createCustomerBrowser(), call, headers)
        expect([call.path, response.status]).toEqual([call.path, 401])
      }
    }
    expect(bankCalls(app)).toEqual([])
  })

  it('with another customer’s id answers as for an unknown one, and changes nothing', async () => {
    const unknown = { productId: 'AAAAAAAAAA', authorizationId: '00000000-0000-4000-8000-000000000000' }
    const before = await view(hers.browser, hers.authorizationId)
    app.sandbox.journal.clear()
    for (const ids of [hers, unknown]) {
      const { readsById, writesById } = callsFor(ids)
      for (const call of [...readsById, ...writesById]) {
        const response = await send(his.browser, call)
        const { reference: _reference, ...problem } = await response.json()
        expect([call.path, problem]).toEqual([
          call.path,
          { type: 'about:blank', title: 'Not found', status: 404, code: 'not_found' },
        ])
      }
    }
    expect(bankCalls(app)).toEqual([])
    expect(await view(hers.browser, hers.authorizationId)).toEqual(before)
  })

  it.each<Record<string, string>>([
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { 'content-type': 'text/plain' },
  ])('that writes refuses %o', async (headers) => {
    const { writes, writesById } = callsFor(his)
    for (const call of [...writes, ...writesById]) {
      const response = await send(his.browser, call, { origin: APP_URL, ...headers })
      expect([call.path, response.status < 500 && response.status >= 400]).toEqual([call.path, true])
    }
    expect((await accountsOf(his.browser)).accounts).not.toEqual([])
  })
})

describe('OA-8: what looks ahead', () => {
  it('reads nothing and asks nothing of the bank', async () => {
    const { reads, readsById } = callsFor(his)
    app.sandbox.journal.clear()
    for (const call of [...reads, ...readsById]) {
      const response = await send(his.browser, call, { 'sec-purpose': 'prefetch' })
      expect([call.path, response.status]).toEqual([call.path, 204])
    }
    expect(bankCalls(app)).toEqual([])
  })
})

describe('two customers at once', () => {
  it('in any order read nothing of each other', async () => {
    const any = seededRandom(20_261_128)
    const customers = [his, hers]
    for (let round = 0; round < 25; round++) {
      const calls = Array.from({ length: 8 }, () => {
        const { reads, readsById } = callsFor(any.pick(customers))
        return { reader: any.pick(customers), call: any.pick([...reads, ...readsById]) }
      })
      await Promise.all(
        calls.map(async ({ reader, call }) => {
          const text = await (await send(reader.browser, call)).text()
          const others = reader === his ? hers.marks : his.marks
          expect(others.filter((mark) => text.includes(mark))).toEqual([])
        }),
      )
    }
  })
})
