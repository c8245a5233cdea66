import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { POST as forgetRoute } from '@/app/api/forget/route'
import { startTestApp, type TestApp } from '@/tests/support/app'
import {
  begin,
  change,
  decideAtBank,
  goOn,
  scaReturn,
  scope,
  sharedIn,
  sharing,
  startAfresh,
} from '@/tests/support/consent'
import { holdAnswer } from '@/tests/support/held'

/* Two tabs of one customer, at the one moment at which each must not be wrong about the other. */

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterEach(() => app.sandbox.scenarios.clear())
afterAll(() => app.stop())

it('what is taken back here is put down to it, whichever tab reads the bank’s list first', async () => {
  const { browser, products } = await startAfresh(app, 'aisha')
  const asked = scope('ACCOUNT_INFO', products[0])
  await change(app, browser, 'aisha', 'grant', asked)
  const { authorization } = await begin(browser, 'revoke', asked)
  const { authorizationId } = authorization
  await browser.get(scaReturn, await decideAtBank(app, 'aisha', authorization))
  // The bank has done it, its answer is on its way, and the other tab looks.
  const confirm = holdAnswer(app, 'confirmConsent')
  const confirmed = goOn(browser, authorizationId)
  await confirm.answered
  expect((await sharing(browser)).accounts.flatMap(({ consents }) => consents)).toEqual([])
  confirm.release()
  expect(await confirmed).toMatchObject({ state: 'done' })
  const { notices, history } = await sharing(browser)
  expect(notices).toEqual([])
  expect(history[0]).toMatchObject({ what: 'revoked', authorizationId })
})

it('no customer is erased while a consent approved in another tab takes effect', async () => {
  const { browser, products } = await startAfresh(app, 'aisha')
  const asked = scope('ACCOUNT_INFO', products[0])
  const { authorization } = await begin(browser, 'grant', asked)
  await browser.get(scaReturn, await decideAtBank(app, 'aisha', authorization))
  // The list is empty when it is made, and is on its way while the other tab confirms.
  const list = holdAnswer(app, 'listConsents')
  const forgotten = browser.post(forgetRoute, '/api/forget', { mode: 'after_revocation' })
  await list.answered
  await goOn(browser, authorization.authorizationId)
  list.release()
  expect(await (await forgotten).json()).toMatchObject({ kind: 'still_shared', scopes: asked })
  expect(sharedIn(await sharing(browser))).toEqual({ [products[0] ?? '']: ['ACCOUNT_INFO'] })
})

it('after erasing here only, the same consent is reported as unknown', async () => {
  const { browser, products } = await startAfresh(app, 'aisha')
  const { authorization } = await begin(browser, 'grant', scope('ACCOUNT_INFO', products[0]))
  await browser.get(scaReturn, await decideAtBank(app, 'aisha', authorization))
  // It does not reach the bank before it is given up.
  app.sandbox.scenarios.add({ fault: 'reset-after-request', match: { operation: 'consent-request-confirm' } })
  app.sandbox.scenarios.add({ fault: 'server-error', match: { operation: 'consent-list' }, times: 1 })
  expect(await goOn(browser, authorization.authorizationId)).toMatchObject({ state: 'unknown' })
  const response = await browser.post(forgetRoute, '/api/forget', { mode: 'here_only' })
  expect(await response.json()).toMatchObject({ kind: 'forgotten', bankList: 'not_read' })
})
