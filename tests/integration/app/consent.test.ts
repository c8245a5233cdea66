import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { GET as readAccounts } from '@/app/api/accounts/route'
import { type CustomerBrowser, signInAs, startTestApp, type TestApp } from '../../support/app'
import { begin, change, countCalls, sharedIn, sharing } from '../../support/consent'

let app: TestApp
let browser: CustomerBrowser
let products: string[]
beforeAll(async () => {
  app = await startTestApp()
})
beforeEach(async () => {
  browser = await signInAs('niccolo')
  const list = await (await browser.get(readAccounts, '/api/accounts')).json()
  products = list.accounts.map(({ productId }: { productId: string }) => productId)
  app.sandbox.journal.clear()
})
afterEach(() => app.sandbox.scenarios.clear())
afterAll(() => app.stop())

const reading = (...ids: (string | undefined)[]) => [
  { category: 'ACCOUNT_INFO', productIds: ids.map((id) => id ?? '') },
]

describe('sharing', () => {
  it('gives what was asked for, once the customer approved it at the bank and not before', async () => {
    const [first] = products
    const { authorization } = await begin(browser, 'grant', reading(first))
    expect(authorization).toMatchObject({ state: 'at_bank', approach: 'redirect', sharedNow: [] })
    expect(sharedIn(await sharing(browser))).toEqual({})
    const done = await change(app, browser, 'niccolo', 'grant', reading(first))
    expect(done).toMatchObject({
      state: 'done',
      reason: null,
      outcomes: [{ category: 'ACCOUNT_INFO', isAccepted: true }],
      sharedNow: reading(first),
      bankUrl: null,
    })
    expect(sharedIn(await sharing(browser))).toEqual({ [first ?? '']: ['ACCOUNT_INFO'] })
    expect(countCalls(app, /^POST .*consent\/request$/)).toBe(1)
    expect(countCalls(app, /^PUT .*\/confirm$/)).toBe(1)
  })
})
