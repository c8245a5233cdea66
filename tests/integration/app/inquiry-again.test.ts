import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { POST as refreshRoute } from '@/app/api/accounts/[productId]/refresh/route'
import type { RefreshAnswer } from '@/lib/contracts/movements'
import { addDays } from '@/lib/domain/bank-day'
import { startTestApp, type TestApp } from '../../support/app'
import {
  at,
  change,
  decideAtBank,
  goOn,
  productOf,
  scaReturn,
  scope,
  setBank,
  startAfresh,
  view,
} from '../../support/consent'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterEach(() => app.sandbox.scenarios.clear())
afterAll(() => app.stop())

it('an approval that could not be begun is begun anew by the next reading, though the bank names the same one', async () => {
  const { browser, products } = await startAfresh(app, 'aisha')
  const productId = products[0] ?? ''
  await change(app, browser, 'aisha', 'grant', scope('ACCOUNT_INFO', productId))
  await setBank(app, { inquirySca: 'older-than-90-days' })
  app.sandbox.clock.move(21 * 60_000)
  const today = new Date().toISOString().slice(0, 10)
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
