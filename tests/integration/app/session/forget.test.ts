import { encode } from 'next-auth/jwt'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { GET as callback } from '@/app/api/bank/callback/route'
import { POST as connect } from '@/app/api/bank/connect/route'
import { POST as revokeRoute } from '@/app/api/consents/revoke/route'
import { POST as forgetRoute } from '@/app/api/forget/route'
import { POST as seenRoute } from '@/app/api/sharing/seen/route'
import type { ForgetAnswer, ForgetReport, RevokeEverythingAnswer } from '@/lib/contracts/sharing'
import en from '@/lib/i18n/messages/en.json'
import { closeServer } from '@/lib/server'
import { forgetReportOf } from '@/lib/web/forget-report'
import { APP_URL, atTheBank, type CustomerBrowser, startTestApp, type TestApp } from '@/tests/support/app'
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
} from '@/tests/support/consent'
import { runSql } from '@/tests/support/postgres-server'

let app: TestApp
let browser: CustomerBrowser
let products: string[]
beforeAll(async () => {
  // Its database is looked into after the app has ended, by its folder.
  app = await startTestApp({ database: 'pglite' })
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
  const body: ForgetAnswer = await response.json()
  // Also what was typed is for nobody to find, once the customer is gone.
  expect(response.headers.get('clear-site-data')).toBe(body.kind === 'forgotten' ? '"storage"' : null)
  return { status: response.status, body }
}

async function readReport(value: string | undefined): Promise<ForgetReport | null> {
  return forgetReportOf(app.server, { get: () => (value === undefined ? undefined : { value }) })
}

const keptReport = () => readReport(browser.jar.get('sportello-forgotten')?.value)

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

  it('a session alone erases nothing: the customer signs in at the bank again, within five minutes', async () => {
    app.moveClock(5 * 60 + 1)
    try {
      for (const mode of ['here_only', 'after_revocation'])
        expect(await forget(mode)).toMatchObject({ status: 403, body: { code: 'sign_in_needed' } })
      expect((await accountsOf(browser)).accounts).toHaveLength(products.length)
      const returnTo = '/settings/forget'
      const started = await browser.post(connect, '/api/bank/connect', { returnTo })
      const { browserUrl } = await started.json()
      const landed = await browser.get(callback, await atTheBank(browserUrl, 'niccolo'))
      expect(landed.headers.get('location')).toBe(`${APP_URL}${returnTo}`)
      app.moveClock(5 * 60 - 10)
      expect((await forget('here_only')).body).toMatchObject({ kind: 'forgotten' })
    } finally {
      app.moveClock(-(10 * 60 - 9))
    }
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

  it('asked for twice at once: both end, and one report remains, of what was erased', async () => {
    const answers = await Promise.all([1, 2].map(() => forget('here_only')))
    expect(answers.map(({ status }) => status).sort()).toEqual(expect.arrayContaining([200]))
    for (const { status, body } of answers) {
      if (status === 200) expect(body).toMatchObject({ kind: 'forgotten' })
      else expect(body).toMatchObject({ code: 'not_signed_in' })
    }
    expect(await keptReport()).toMatchObject({ erased: { customers: 1 } })
  })

  it('the browser keeps a sealed report for its page alone, and no id of the customer', async () => {
    const { customer } = await accountsOf(browser)
    await browser.post(seenRoute, '/api/sharing/seen', { eventId: '1' })
    expect([...browser.jar.values()].some(({ value }) => value.includes(customer))).toBe(true)
    const { body } = await forget('here_only')
    if (body.kind !== 'forgotten') throw new Error(`it is ${body.kind}`)
    expect(await keptReport()).toEqual({
      erased: body.erased,
      bankList: body.bankList,
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    })
    const kept = [...browser.jar].filter(([name]) => !name.endsWith('sportello-browser'))
    expect(kept.map(([name, { path }]) => `${name} ${path}`)).toEqual(['sportello-forgotten /forgotten'])
    expect(JSON.stringify(kept)).not.toContain(customer)
    // Whatever is erased has a word in the report.
    expect(Object.keys(en.forgotten.kind)).toEqual(expect.arrayContaining(Object.keys(body.erased)))
  })

  it('a report of somebody else’s making is none', async () => {
    const { sessionCookie } = app.server.keys
    const [secret] = app.server.config.NEXTAUTH_SECRET
    const report = { erased: {}, bankList: 'empty', at: new Date().toISOString() }
    for (const value of [
      'x',
      await encode({ token: { report }, secret }),
      await encode({ token: {}, secret }),
      await encode({ token: { report }, secret: sessionCookie[0] }),
    ]) {
      expect(await readReport(value)).toBeNull()
    }
  })

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
