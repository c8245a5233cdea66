import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { GET as movementsRoute } from '@/app/api/accounts/[productId]/movements/route'
import { GET as accountsRoute } from '@/app/api/accounts/route'
import { GET as callback } from '@/app/api/bank/callback/route'
import { POST as connect } from '@/app/api/bank/connect/route'
import { POST as forget } from '@/app/api/forget/route'
import { POST as signOut } from '@/app/api/session/sign-out/route'
import { notTheirs } from '@/lib/web/screens'
import { SECURITY_EVENTS } from '@/lib/web/security-events'
import { sessionOf } from '@/lib/web/session'
import {
  atTheBank,
  type CustomerBrowser,
  createCustomerBrowser,
  startSignIn,
  startTestApp,
  type TestApp,
} from '@/tests/support/app'
import { at, begin, productOf, readRun, scaReturn, scope } from '@/tests/support/consent'
import { atBank, beginWith, press, startPayer } from '@/tests/support/paying'

/** The longest line of a refused request. */
const REFUSED_MAX_BYTES = 300

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ settings: () => ({ SIGN_IN_ATTEMPTS_PER_MINUTE: '40' }) })
})
afterAll(() => app.stop())

const lineForm = z.looseObject({
  msg: z.string(),
  event: z.string().optional(),
  status: z.number().optional(),
  customer: z.string().optional(),
  session: z.string().optional(),
  route: z.string().optional(),
  reference: z.string().optional(),
  reason: z.string().optional(),
})

let read = 0
/** What was logged since the last call. */
function newLines() {
  const all = app.logLines().split('\n').filter(Boolean)
  const lines = all.slice(read)
  read = all.length
  return lines.map((text) => ({ text, line: lineForm.parse(JSON.parse(text)) }))
}

const eventsOf = (lines: ReturnType<typeof newLines>) =>
  lines.flatMap(({ line }) => (line.event === undefined ? [] : [line]))

async function whoIs(browser: CustomerBrowser) {
  const who = await sessionOf(app.server, { get: (name) => browser.jar.get(name) })
  if (who === null) throw new Error('nobody is signed in')
  return who
}

const movements = at(movementsRoute, productOf)

it('a whole journey leaves its security events in the log, under pseudonyms, and short refusals', async () => {
  const stranger = createCustomerBrowser()
  expect((await stranger.get(accountsRoute, '/api/accounts')).status).toBe(401)
  expect(eventsOf(newLines())).toMatchObject([{ event: 'not_signed_in', route: 'accounts.list' }])

  const refused = await atTheBank(await startSignIn(stranger), 'giulia', 'refuse')
  await stranger.get(callback, refused)
  await stranger.get(callback, '/api/bank/callback')
  expect(eventsOf(newLines())).toMatchObject([
    { event: 'sign_in_refused', reason: 'refused' },
    { event: 'sign_in_refused', reason: 'unknown' },
  ])

  const payer = await startPayer(app, 'niccolo')
  const payerIds = await whoIs(payer.browser)
  const started = newLines()
  const [signedIn] = eventsOf(started)
    .filter(({ event }) => event === 'sign_in')
    .slice(-1)
  expect(signedIn).toMatchObject({
    customer: expect.stringMatching(/^[\w-]{12}$/),
    session: expect.stringMatching(/^[\w-]{12}$/),
    reference: expect.any(String),
  })
  const { customer, session } = signedIn ?? {}
  expect(eventsOf(started)).toContainEqual(
    expect.objectContaining({ event: 'approve', route: 'consents.grant', customer, session }),
  )

  const draft = await beginWith(payer)
  expect((await press(payer, draft.transferId, 'approve', { check: 0 })).status).toBe(409)
  expect(eventsOf(newLines())).toEqual([])
  const { transferId } = await atBank(payer)
  expect(eventsOf(newLines())).toMatchObject([
    { event: 'approve', route: 'transfers.approve', customer, session },
  ])

  const run = await begin(payer.browser, 'revoke', scope('PAYMENTS', payer.productId))
  expect(eventsOf(newLines())).toMatchObject([
    { event: 'approve', route: 'consents.revoke', customer, session },
  ])

  const other = createCustomerBrowser()
  await other.get(callback, await atTheBank(await startSignIn(other), 'aisha'))
  const otherIds = await whoIs(other)
  const [otherSignedIn] = eventsOf(newLines())
  expect(otherSignedIn).toMatchObject({ event: 'sign_in' })
  expect(otherSignedIn?.customer).not.toBe(customer)
  const runId = 'authorization' in run ? run.authorization.authorizationId : ''
  expect((await other.get(movements, `/api/accounts/${payer.productId}/movements`)).status).toBe(404)
  expect((await other.get(readRun, `/api/authorizations/${runId}`)).status).toBe(404)
  expect((await press({ browser: other }, transferId, 'edit', { check: 0 })).status).toBe(404)
  await other.get(scaReturn, `/api/sca/callback/${'A'.repeat(43)}`)
  await expect(notTheirs(otherIds)).rejects.toThrow('NEXT_HTTP_ERROR_FALLBACK;404')
  const who = { customer: otherSignedIn?.customer, session: otherSignedIn?.session }
  expect(eventsOf(newLines())).toMatchObject([
    { event: 'unknown_id', ...who, status: 404 },
    { event: 'unknown_id', ...who, status: 404 },
    { event: 'unknown_id', ...who, status: 404 },
    { event: 'unknown_id', ...who, route: 'sca.callback' },
    { event: 'unknown_id', ...who, route: 'page' },
  ])

  // Signing in again ends the session that the browser had.
  await other.get(callback, await atTheBank(await startSignIn(other), 'aisha'))
  const again = await whoIs(other)
  const replaced = eventsOf(newLines())
  expect(replaced).toMatchObject([
    { event: 'sign_out', reason: 'replaced', ...who },
    { event: 'sign_in', customer: who.customer },
  ])
  expect(replaced[1]?.session).not.toBe(who.session)
  await other.post(signOut, '/api/session/sign-out', { everywhere: false })
  await payer.browser.post(forget, '/api/forget', { mode: 'here_only' })
  expect(eventsOf(newLines())).toMatchObject([
    { event: 'sign_out', customer: who.customer, session: replaced[1]?.session },
    { event: 'forget', customer, session },
  ])

  let status = 200
  for (let presses = 0; presses <= 40 && status === 200; presses += 1)
    status = (await stranger.post(connect, '/api/bank/connect', {})).status
  expect(status).toBe(429)
  await stranger.get(callback, refused)
  expect(eventsOf(newLines())).toMatchObject([
    { event: 'limit_hit', route: 'bank.connect', status: 429 },
    { event: 'limit_hit', route: 'bank.callback' },
  ])

  const everything = app.logLines()
  for (const { sessionId, customerId } of [payerIds, otherIds, again]) {
    expect(everything).not.toContain(sessionId)
    expect(everything).not.toContain(customerId)
  }
  const texts = everything.split('\n').filter(Boolean)
  const refusals = texts.filter((text) => /"status":4\d\d/.test(text) && !text.includes('"exchange"'))
  expect(refusals.length).toBeGreaterThan(5)
  for (const text of refusals) {
    expect(text).not.toMatch(/"(at|err)":/)
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(REFUSED_MAX_BYTES)
  }
  const known = new Set<string>(Object.values(SECURITY_EVENTS))
  const named = new Set(texts.flatMap((text) => lineForm.parse(JSON.parse(text)).event ?? []))
  expect([...named].filter((event) => !known.has(event))).toEqual([])
  expect([...named].sort()).toEqual([...known].sort())
})
