import { afterAll, beforeAll, expect, it } from 'vitest'
import { GET as readAccounts } from '@/app/api/accounts/route'
import { GET as callback } from '@/app/api/bank/callback/route'
import {
  atTheBank,
  createCustomerBrowser,
  startSignIn,
  startTestApp,
  type TestApp,
} from '@/tests/support/app'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({
    settings: (kit) => ({ BANK_AUTHORIZE_MODE: 'browser', BANK_AUTHORIZE_URL: kit.browserAuthorizeUrl }),
  })
})
afterAll(() => app.stop())

it('BANK_AUTHORIZE_MODE=browser: the customer opens the authorize address, with state and challenge', async () => {
  const browser = createCustomerBrowser()
  const address = new URL(await startSignIn(browser))
  expect(`${address.origin}${address.pathname}`).toBe(app.sandbox.kit.browserAuthorizeUrl)
  expect(address.searchParams.get('code_challenge_method')).toBe('S256')
  expect(address.searchParams.get('redirect_uri')).toBe('http://localhost:3000/api/bank/callback')
  expect(app.sandbox.journal.entries()).toEqual([])

  const login = (await fetch(address, { redirect: 'manual' })).headers.get('location') ?? ''
  await browser.get(callback, await atTheBank(new URL(login, address).href, 'niccolo'))
  expect((await browser.get(readAccounts, '/api/accounts')).status).toBe(200)
})
