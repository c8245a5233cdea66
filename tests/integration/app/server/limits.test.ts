import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { abandonTransfer, beginTransfer } from '@/lib/flows'
import { createLog } from '@/lib/log'
import { createServer, type Server } from '@/lib/server'
import {
  customerLimits,
  type LimitGroup,
  MOST_DRAFTS,
  type RouteName,
  routeLimits,
} from '@/lib/web/customer-limits'
import { problemCodeOf } from '@/lib/web/problem'
import { APP_URL, startTestApp, type TestApp } from '@/tests/support/app'
import { appRoutes } from '@/tests/support/app-routes'
import { bankCalls, countCalls, newFormToken } from '@/tests/support/consent'
import { describeOnEachDatabase } from '@/tests/support/database'
import { type OwnCall, ownCalls } from '@/tests/support/own-addresses'
import { throughHandlers } from '@/tests/support/through-handlers'
import { type Party, startParty } from '@/tests/support/two-customers'
import { createVisitor } from '@/tests/support/visitor'

/** Beside `defineRead` and `defineWrite`, which give their handlers' names. */
const OTHER_ROUTES: Record<string, RouteName> = {
  '/api/bank/callback': 'bank.callback',
  '/api/health': 'health',
  '/api/ready': 'ready',
  '/api/sca/callback/[returnId]': 'sca.callback',
}

const SIGN_INS = 20

const namesIn = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/^ {2}name: '([\w.-]+)',$/gm)].map(([, name]) => name ?? '')

describe('the table of limits', () => {
  it('has every route of the app folder, and no other', () => {
    const routes = appRoutes().filter(({ kind }) => kind === 'api')
    const named = routes.map(({ pattern, file }) => ({
      pattern,
      names: [...namesIn(file), ...(OTHER_ROUTES[pattern] === undefined ? [] : [OTHER_ROUTES[pattern]])],
    }))
    expect(named.filter(({ names }) => names.length === 0)).toEqual([])
    expect(named.flatMap(({ names }) => names).sort()).toEqual(Object.keys(routeLimits).sort())
  })

  it('uses every group', () => {
    const used = new Set<string>(Object.values(routeLimits))
    expect(Object.keys(customerLimits).filter((group) => !used.has(group))).toEqual([])
  })
})

describeOnEachDatabase('limits of a customer', (database) => {
  let app: TestApp
  let others: Server[] = []
  let his: Party
  let hers: Party
  beforeAll(async () => {
    app = await startTestApp({
      database,
      settings: () => ({ CUSTOMER_LIMITS_FACTOR: '1', SIGN_IN_ATTEMPTS_PER_MINUTE: String(SIGN_INS) }),
    })
    if (database === 'postgres') {
      const { config, flows } = app.server
      others = [await createServer(config, { log: createLog('silent'), now: flows.now })]
    }
    his = await startParty('matteo', createVisitor(APP_URL, throughHandlers))
    hers = await startParty('aisha', createVisitor(APP_URL, throughHandlers))
  })
  beforeEach(() => app.sandbox.journal.clear())
  afterAll(async () => {
    for (const server of others) await server.close()
    await app.stop()
  })

  const callsOf = ({ products: [productId = ''], authorizationId, transferId }: Party) =>
    ownCalls({ productId, authorizationId, transferId }).filter(({ kind }) => kind !== 'page')
  const send = ({ visitor }: Party, { path, body }: OwnCall) =>
    body === undefined ? visitor.get(path) : visitor.post(path, body)
  const isFor = (pattern: string) => (call: OwnCall) => call.pattern === pattern

  it('end in a 429 that says when to come back, and in no call of the bank', async () => {
    const [details] = callsOf(his).filter(isFor('/api/accounts/[productId]'))
    if (details === undefined) throw new Error('the address of an account is not among the calls')
    const answers: Response[] = []
    for (let count = 0; count < 60; count += 1) answers.push(await send(his, details))
    const refused = answers.filter(({ status }) => status === 429)
    const taken = answers.filter(({ status }) => status === 200)
    expect(taken.length).toBeLessThanOrEqual(customerLimits.details)
    expect(taken.length + refused.length).toBe(60)
    expect(countCalls(app, /^GET /)).toBe(taken.length)
    const problem = await refused[0]?.json()
    const seconds = Number(refused[0]?.headers.get('retry-after'))
    expect(problem).toMatchObject({ status: 429, code: 'rate_limited', retryAfterSeconds: seconds })
    expect(refused[0]?.headers.get('content-type')).toBe('application/problem+json')
    expect([seconds >= 1, seconds <= 60]).toEqual([true, true])
    // Another customer is not affected.
    expect((await send(hers, { ...details, path: `/api/accounts/${hers.products[0]}` })).status).toBe(200)
  })

  it('stand before every route of a customer', async () => {
    const { server } = app
    const { customer: customerId } = await (await his.visitor.get('/api/accounts')).json()
    for (const group of Object.keys(customerLimits) as LimitGroup[]) await exhaust(server, group, customerId)
    app.sandbox.journal.clear()
    for (const call of callsOf(his)) {
      const answer = await send(his, call)
      expect([call.pattern, answer.status]).toEqual([call.pattern, 429])
    }
    expect(bankCalls(app)).toEqual([])
  })

  it('end at so many drafts at a time; a form that was sent before still finds its own', async () => {
    const { flows, store } = app.server
    const { customer: customerId } = await (await hers.visitor.get('/api/accounts')).json()
    const draft = { payeeName: '', iban: '', amount: '', currency: '', date: '', note: 'x', isUrgent: false }
    const begin = (formToken: string) =>
      beginTransfer(
        flows,
        { customerId },
        { acceptLanguage: 'en' },
        { formToken, draft: { ...draft, productId: 'p' } },
      ).then(
        ({ transferId }) => transferId,
        (error) => problemCodeOf(error),
      )
    const tokens = Array.from({ length: MOST_DRAFTS + 10 }, newFormToken)
    const begun = await Promise.all(tokens.map(begin))
    expect(await store.transfers.count(customerId, ['draft'])).toBe(MOST_DRAFTS)
    const refused = begun.filter((outcome) => outcome === 'too_many_drafts')
    // Hers had one draft before.
    expect(refused).toHaveLength(10 + 1)
    const place = begun.findIndex((outcome) => outcome !== 'too_many_drafts')
    expect(await begin(tokens[place] ?? '')).toBe(begun[place])
    await abandonTransfer(flows, { customerId }, { transferId: begun[place] ?? '', check: 0 })
    expect(await begin(newFormToken())).not.toBe('too_many_drafts')
  })

  it('hold for all processes together, and for sign-ins too', async () => {
    const servers = [app.server, ...others]
    const outcomes: string[] = []
    for (let count = 0; count < SIGN_INS + 5; count += 1) {
      const server = servers[count % servers.length] ?? app.server
      const outcome = server.limits.signIn('203.0.113.50').then(
        () => 'taken',
        (error) => problemCodeOf(error),
      )
      outcomes.push(await outcome)
    }
    expect(outcomes).toEqual([...Array(SIGN_INS).fill('taken'), ...Array(5).fill('rate_limited')])
  })

  it('are counted by each process alone while their table cannot be had', async () => {
    const { limits, store } = app.server
    await store.executeSql('ALTER TABLE "rate_limit" RENAME TO "rate_limit_away"')
    try {
      for (let count = 0; count < SIGN_INS; count += 1) await limits.signIn('203.0.113.51')
      await expect(limits.signIn('203.0.113.51')).rejects.toMatchObject({ code: 'rate_limited' })
    } finally {
      await store.executeSql('ALTER TABLE "rate_limit_away" RENAME TO "rate_limit"')
    }
  })

  it('store neither an address nor a customer’s id', async () => {
    await app.server.limits.signIn('203.0.113.52')
    const { rows } = await app.server.store.executeSql('SELECT "key" FROM "rate_limit"')
    expect(rows.length > 0).toBe(database === 'postgres')
    expect(JSON.stringify(rows)).not.toMatch(/203\.0\.113|[0-9a-f]{8}-[0-9a-f]{4}-/)
  })

  async function exhaust(server: Server, group: LimitGroup, customerId: string): Promise<void> {
    const route = (Object.keys(routeLimits) as RouteName[]).find((name) => routeLimits[name] === group)
    if (route === undefined) throw new Error(`no route has the limit ${group}`)
    for (let count = 0; count <= customerLimits[group]; count += 1)
      await server.limits.customer(route, customerId).catch(() => {})
  }
})
