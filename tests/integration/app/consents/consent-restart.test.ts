import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLog } from '@/lib/log'
import { closeServer, createServer, installServer } from '@/lib/server'
import { startTestApp, type TestApp } from '@/tests/support/app'
import {
  begin,
  countCalls,
  decideAtBank,
  goOn,
  newFormToken,
  scaReturn,
  scope,
  startAfresh,
} from '@/tests/support/consent'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

/** The same application on the same data, started again. */
async function restart(): Promise<void> {
  const { config } = app.server
  await closeServer()
  installServer(await createServer(config, { log: createLog('silent'), now: app.now }))
}

it('SCA-5: a restart of this server between any two steps changes nothing for the customer', async () => {
  const { browser, products } = await startAfresh(app, 'aisha')
  const [formToken, asked] = [newFormToken(), scope('ACCOUNT_INFO', products[0])]
  const first = await begin(browser, 'grant', asked, formToken)
  await restart()
  const again = await begin(browser, 'grant', asked, formToken)
  expect(again).toEqual(first)
  const { authorization } = again
  const back = await decideAtBank(app, 'aisha', authorization)
  await restart()
  await browser.get(scaReturn, back)
  await restart()
  expect(await goOn(browser, authorization.authorizationId)).toMatchObject({
    state: 'done',
    sharedNow: asked,
  })
  await restart()
  expect(await goOn(browser, authorization.authorizationId)).toMatchObject({
    state: 'done',
    sharedNow: asked,
  })
  expect(countCalls(app, /^POST .*\/consent\/request$/)).toBe(1)
  expect(countCalls(app, /^PUT .*\/confirm$/)).toBe(1)
})
