import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { POST as revokeRoute } from '@/app/api/consents/revoke/route'
import { POST as forgetRoute } from '@/app/api/forget/route'
import type { ForgetAnswer, RevokeEverythingAnswer } from '@/lib/contracts/sharing'
import { closeServer } from '@/lib/server'
import { type CustomerBrowser, startTestApp, type TestApp } from '../../support/app'
import {
  accountsOf,
  change,
  decideAtBank,
  goOn,
  newFormToken,
  revokeAtBank,
  scaReturn,
  scope,
  sharing,
  startAfresh,
} from '../../support/consent'
import { runSql } from '../../support/database'

let app: TestApp
let browser: CustomerBrowser
let products: string[]
beforeAll(async () => {
  app = await startTestApp()
})
beforeEach(async () => {
  ;({ browser, products } = await startAfresh(app, 'niccolo'))
  await change(app, browser, 'niccolo', 'grant', [
    ...scope('ACCOUNT_INFO', ...products),
    ...scope('PAYMENTS', products[0]),
  ])
})
afterEach(() => app.sandbox.scenarios.clear())
afterAll(() => app.stop())

async function forget(mode: string): Promise<{ status: number; body: ForgetAnswer }> {
  const response = await browser.post(forgetRoute, '/api/forget', { mode })
  return { status: response.status, body: await response.json() }
}

async function revokeEverything(): Promise<RevokeEverythingAnswer> {
  const form = { formToken: newFormToken(), everything: true, returnTo: '/settings/forget' }
  const response = await browser.post(revokeRoute, '/api/consents/revoke', form)
  expect(response.status).toBe(200)
  return response.json()
}

describe('forget me', () => {
  it('erases nothing while anything is shared', async () => {
    const { body } = await forget('after_revocation')
    expect(body).toMatchObject({ kind: 'still_shared' })
    expect(Object.keys(await sharing(browser))).toContain('history')
  })

  it('takes everything back at the bank, erases everything here, and ends the session', async () => {
    const begun = await revokeEverything()
    if (begun.kind !== 'authorization') throw new Error(`it is ${begun.kind}`)
    const { authorization } = begun
    expect(authorization).toMatchObject({ state: 'at_bank', returnTo: '/settings/forget' })
    await browser.get(scaReturn, await decideAtBank(app, 'niccolo', authorization))
    expect(await goOn(browser, authorization.authorizationId)).toMatchObject({ state: 'done', sharedNow: [] })
    expect(await revokeEverything()).toEqual({ kind: 'nothing_shared' })

    const { body } = await forget('after_revocation')
    expect(body).toMatchObject({
      kind: 'forgotten',
      bankList: 'empty',
      erased: { customers: 1, sessions: 1 },
    })
    expect([...browser.jar.keys()].filter((name) => name.includes('session-token'))).toEqual([])
    expect((await forget('here_only')).status).toBe(401)
    // The bank has nothing to take back.
    expect(await revokeAtBank(app, 'niccolo')).toBe(false)
  })

  it('here alone says that the bank still has it', async () => {
    expect((await forget('here_only')).body).toMatchObject({ kind: 'forgotten', bankList: 'not_empty' })
    expect(await revokeAtBank(app, 'niccolo')).toBe(true)
  })

  it.each(['server-error', 'reset-after-request', 'other-key', 'missing-field'] as const)(
    'when the bank’s list cannot be had (%s): not after a revocation, but here alone, and it says so',
    async (fault) => {
      app.sandbox.scenarios.add({ fault, match: { operation: 'consent-list' } })
      expect((await forget('after_revocation')).body).not.toMatchObject({ kind: 'forgotten' })
      expect((await accountsOf(browser)).accounts).toHaveLength(products.length)
      expect((await forget('here_only')).body).toMatchObject({ kind: 'forgotten', bankList: 'not_read' })
    },
  )

  it('when the connection has ended: here alone', async () => {
    app.sandbox.scenarios.add({ fault: 'token-expired' })
    app.sandbox.scenarios.add({ fault: 'refresh-refused' })
    expect((await forget('after_revocation')).status).toBe(409)
    expect((await forget('here_only')).body).toMatchObject({ kind: 'forgotten', bankList: 'not_read' })
  })
})

describe('the database afterwards', () => {
  it('has nothing of the customer in any table', async () => {
    const { customer, accounts } = await accountsOf(browser)
    await forget('here_only')
    const { DATA_DIR: dataDir } = app.server.config
    await closeServer()
    const tables = await runSql(
      { dataDir },
      `SELECT table_name::text FROM information_schema.tables
       WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> '_prisma_migrations'`,
    )
    expect(tables.length).toBeGreaterThan(10)
    const marks = [customer, '70010001', ...products, ...accounts.map(({ iban }) => iban).filter(Boolean)]
    const any = marks.map((mark) => `t::text LIKE '%${mark}%'`).join(' OR ')
    const counts = tables
      .flat()
      .map((table) => `SELECT '${table}', (SELECT count(*)::int FROM "${table}" t WHERE ${any})`)
    const rows = await runSql({ dataDir }, counts.join(' UNION ALL '))
    expect(rows.filter(([, count]) => count !== 0)).toEqual([])
  })
})
