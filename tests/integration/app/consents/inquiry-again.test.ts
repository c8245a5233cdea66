import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { POST as refreshRoute } from '@/app/api/accounts/[productId]/refresh/route'
import { GET as accountRoute } from '@/app/api/accounts/[productId]/route'
import { GET as customerRoute } from '@/app/api/customer/route'
import { GET as overviewRoute } from '@/app/api/overview/route'
import { GET as productsRoute } from '@/app/api/products/route'
import type { RefreshAnswer } from '@/lib/contracts/movements'
import { addDays } from '@/lib/domain/days/bank-day'
import { startTestApp, type TestApp } from '@/tests/support/app'
import {
  at,
  change,
  decideAtBank,
  goOn,
  newFormToken,
  productOf,
  scaReturn,
  scope,
  setBank,
  sharing,
  startAfresh,
  view,
} from '@/tests/support/consent'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterEach(async () => {
  app.sandbox.scenarios.clear()
  await setBank(app, {})
})
afterAll(() => app.stop())

it('an approval that could not start starts with the next reading, though the bank names the same one', async () => {
  const { browser, products } = await startAfresh(app, 'aisha')
  const productId = products[0] ?? ''
  await change(app, browser, 'aisha', 'grant', scope('ACCOUNT_INFO', productId))
  await setBank(app, { inquirySca: 'older-than-90-days' })
  app.sandbox.clock.move(21 * 60_000)
  const today = app.today()
  const reread = async (): Promise<RefreshAnswer> => {
    const days = { from: addDays(today, -200), to: addDays(today, -150) }
    const path = `/api/accounts/${productId}/refresh`
    return (await browser.post(at(refreshRoute, productOf), path, days)).json()
  }
  app.sandbox.scenarios.add({ fault: 'server-error', match: { operation: 'sca-approach' }, times: 1 })
  expect(await reread()).toMatchObject({ reading: { kind: 'kept' } })
  const asked = await reread()
  if (asked.reading.kind !== 'sca_required') throw new Error(`it is ${asked.reading.kind}`)
  const run = await view(browser, asked.reading.authorizationId)
  expect(run).toMatchObject({ kind: 'inquiry', state: 'at_bank' })
  await browser.get(scaReturn, await decideAtBank(app, 'aisha', run))
  expect(await goOn(browser, run.authorizationId)).toMatchObject({ state: 'done' })
  expect(await reread()).toMatchObject({ reading: { kind: 'fresh' } })
})

it('an approval that the bank no longer wants is over once it has answered: balance, movements, details, customer', async () => {
  const { browser, products, customerId } = await startAfresh(app, 'aisha')
  const productId = products[0] ?? ''
  await change(app, browser, 'aisha', 'grant', scope('ACCOUNT_INFO', productId))
  const today = app.today()
  const reread = (days: { from?: string; to?: string }) =>
    browser.post(at(refreshRoute, productOf), `/api/accounts/${productId}/refresh`, days)
  const wanted = async (operation: string, of: string | null) => {
    const { authorizations } = app.server.store
    const begun = await authorizations.begin(customerId, {
      formToken: newFormToken(),
      request: { kind: 'inquiry', operation, productId: of },
    })
    const { authorizationId } = begun.authorization
    await authorizations.prepared(customerId, authorizationId, { resourceId: randomUUID() })
    app.moveClock(1)
    return authorizationId
  }
  const reads: [operation: string, of: string | null, read: () => Promise<Response>][] = [
    ['balance', productId, () => browser.get(overviewRoute, '/api/overview')],
    ['balance', productId, () => reread({})],
    [`movements ${addDays(today, -40)} ${today}`, productId, () => reread({ from: addDays(today, -60) })],
    ['account', productId, () => browser.get(at(accountRoute, productOf), `/api/accounts/${productId}`)],
    ['customer', null, () => browser.get(customerRoute, '/api/customer')],
    ['accounts', null, () => browser.get(productsRoute, '/api/products')],
  ]
  for (const [operation, of, read] of reads) {
    const id = await wanted(operation, of)
    expect((await sharing(browser)).open).toHaveLength(1)
    expect((await read()).status).toBe(200)
    expect([operation, (await sharing(browser)).open]).toEqual([operation, []])
    expect(await view(browser, id)).toMatchObject({ state: 'expired', reason: 'no_longer_wanted' })
  }
  // What is asked for older movements is not answered by newer ones, nor by those of another account.
  await wanted(`movements ${addDays(today, -200)} ${today}`, productId)
  await wanted('balance', 'Zq9Xw8Yv7U')
  await reread({})
  expect((await sharing(browser)).open).toHaveLength(2)
})
