import { afterAll, beforeAll, expect, it } from 'vitest'
import { POST as refreshRoute } from '@/app/api/accounts/[productId]/refresh/route'
import { GET as accountRoute } from '@/app/api/accounts/[productId]/route'
import { GET as accountsRoute } from '@/app/api/accounts/route'
import { POST as revokeRoute } from '@/app/api/consents/revoke/route'
import { GET as customerRoute } from '@/app/api/customer/route'
import { POST as forgetRoute } from '@/app/api/forget/route'
import { GET as overviewRoute } from '@/app/api/overview/route'
import type { DetailsAnswer } from '@/lib/contracts/movements'
import type { ForgetAnswer, RevokeEverythingAnswer } from '@/lib/contracts/sharing'
import { closeServer } from '@/lib/server'
import { type CustomerBrowser, signInAs, startTestApp, type TestApp } from '@/tests/support/app'
import {
  accountsOf,
  at,
  change,
  decideAtBank,
  goOn,
  newFormToken,
  productOf,
  scaReturn,
  scope,
  sharedIn,
  sharing,
  startAfresh,
} from '@/tests/support/consent'
import { runSql } from '@/tests/support/postgres-server'

/* Everything of one customer and something of another: one is forgotten, and the database is looked through. */

let app: TestApp
beforeAll(async () => {
  // Its database is looked into after the app has ended, by its folder.
  app = await startTestApp({ database: 'pglite' })
})
afterAll(() => app.stop())

async function json<Answer>(response: Promise<Response>): Promise<Answer> {
  const { status, ...rest } = await response.then(async (one) => ({
    status: one.status,
    body: await one.json(),
  }))
  expect(status).toBe(200)
  return rest.body
}

/** Reads all there is to read of an account and its customer, so that it is stored. */
async function readAll(browser: CustomerBrowser, productId: string): Promise<string[]> {
  await json(browser.get(overviewRoute, '/api/overview'))
  await json(browser.post(at(refreshRoute, productOf), `/api/accounts/${productId}/refresh`, {}))
  await json(browser.get(at(accountRoute, productOf), `/api/accounts/${productId}`))
  const { details, reading } = await json<DetailsAnswer>(browser.get(customerRoute, '/api/customer'))
  expect(reading).toEqual({ kind: 'fresh' })
  return (details?.fields ?? []).map(({ value }) => value).filter((value) => value.length >= 6)
}

const tablesSql = `SELECT table_name::text FROM information_schema.tables
  WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> '_prisma_migrations'`

/** The tables in which any row has any of these texts, with how many. */
async function whereFound(dataDir: string, marks: string[]): Promise<unknown[][]> {
  const tables = (await runSql({ dataDir }, tablesSql)).flat()
  expect(tables.length).toBeGreaterThan(10)
  const any = marks.map((mark) => `strpos(t::text, '${mark.replaceAll("'", "''")}') > 0`).join(' OR ')
  const counts = tables.map(
    (table) => `SELECT '${table}', (SELECT count(*)::int FROM "${table}" t WHERE ${any})`,
  )
  const rows = await runSql({ dataDir }, counts.join(' UNION ALL '))
  return rows.filter(([, count]) => count !== 0)
}

it('a forgotten customer is nowhere in the database nor in the bank’s list; another one still is', async () => {
  const other = await startAfresh(app, 'aisha')
  await change(app, other.browser, 'aisha', 'grant', scope('ACCOUNT_INFO', ...other.products))
  const ofOther = await readAll(other.browser, other.products[0] ?? '')

  const { browser, customerId, products } = await startAfresh(app, 'niccolo')
  const elsewhere = await signInAs('niccolo')
  await change(app, browser, 'niccolo', 'grant', [
    ...scope('ACCOUNT_INFO', ...products),
    ...scope('PAYMENTS', products[0]),
  ])
  const ofCustomer = await readAll(browser, products[0] ?? '')
  const { accounts } = await accountsOf(browser)
  const ibans = accounts.map(({ iban }) => iban).filter(Boolean)

  const form = { formToken: newFormToken(), everything: true, returnTo: '/settings/forget' }
  const begun = await json<RevokeEverythingAnswer>(browser.post(revokeRoute, '/api/consents/revoke', form))
  if (begun.kind !== 'authorization') throw new Error(`it is ${begun.kind}`)
  await browser.get(scaReturn, await decideAtBank(app, 'niccolo', begun.authorization))
  expect(await goOn(browser, begun.authorization.authorizationId)).toMatchObject({ state: 'done' })
  const answer = await json<ForgetAnswer>(
    browser.post(forgetRoute, '/api/forget', { mode: 'after_revocation' }),
  )
  expect(answer).toMatchObject({
    kind: 'forgotten',
    bankList: 'empty',
    erased: { customers: 1, sessions: 2 },
  })
  for (const ended of [browser, elsewhere]) {
    expect((await ended.get(accountsRoute, '/api/accounts')).status).toBe(401)
  }

  // Who comes back comes as somebody new, and finds nothing shared at the bank.
  const again = await signInAs('niccolo')
  expect((await accountsOf(again)).customer).not.toBe(customerId)
  expect(sharedIn(await sharing(again))).toEqual({})
  await json(again.post(forgetRoute, '/api/forget', { mode: 'after_revocation' }))

  const { DATA_DIR: dataDir } = app.server.config
  await closeServer()
  const marks = [
    customerId,
    '70010001',
    ...products,
    ...ibans,
    ...ofCustomer.filter((one) => !ofOther.includes(one)),
  ]
  expect(marks.length).toBeGreaterThan(products.length + ibans.length + 5)
  expect(await whereFound(dataDir, marks)).toEqual([])
  // The search finds what is there.
  expect((await whereFound(dataDir, [other.customerId])).length).toBeGreaterThan(4)
  expect((await whereFound(dataDir, ofOther)).length).toBeGreaterThan(0)
})
