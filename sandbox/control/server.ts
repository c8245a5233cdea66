import { Readable } from 'node:stream'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { z } from 'zod'
import { createRoutes } from '../api/routes'
import type { Bank } from '../bank'
import { localTimestamp } from '../calendar/bank-day'
import { parseBankTime } from './clock-jumps'
import { addScenario, auditOf, ControlError, type Controlled, moveClockTo, resetClock } from './controlled'
import { faultNames, faultRow } from './faults'
import { maxEntries } from './journal'
import { addPages } from './page/routes'
import { scenarioRequest } from './scenarios'
import { createSettingsSwitch, settingsChange } from './settings'

const tenYearsSeconds = 315_360_000

const clockMove = z.union([
  z.strictObject({ moveSeconds: z.number().int().min(-tenYearsSeconds).max(tenYearsSeconds) }),
  z.strictObject({
    to: z
      .string()
      .transform(
        (text, context) => parseBankTime(text) ?? refuse(context, 'not a time such as 2026-03-29T01:59:00'),
      ),
  }),
])

const journalQuery = z.object({
  operation: z.string().max(100).optional(),
  since: z.iso.datetime({ offset: true }).optional(),
  limit: z
    .string()
    .regex(/^\d{1,4}$/)
    .transform(Number)
    .pipe(z.number().min(1).max(maxEntries))
    .default(200),
})

const loopbackHost = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/

/**
 * Control for tests and demos: the journal, the staged faults, the settings, the clock, and a page for them. It runs only
 * when asked for, on a port of its own on loopback, and shows secrets in the journal. No web page may use it but its
 * own: the Host check keeps other names away, a change from another origin is refused, and JSON is taken only under its
 * own media type, which a browser sends across origins only when asked, and is not.
 */
export function createControlServer(bank: Bank): FastifyInstance {
  const routes = createRoutes(bank.operations)
  const operations = routes.map(({ operation }) => operation)
  const controlled: Controlled = { bank, settings: createSettingsSwitch(bank.settings), routes, operations }
  const app = Fastify({ bodyLimit: 64 * 1024, logger: false })
  app.removeContentTypeParser('text/plain')
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'DENY',
      'Content-Security-Policy':
        "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    })
    if (!loopbackHost.test(request.headers.host ?? ''))
      return reply.code(403).send({ error: 'not on loopback' })
    if (!mayChange(request)) return reply.code(403).send({ error: 'not from this origin' })
  })
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof z.ZodError) return reply.code(400).send({ error: z.prettifyError(error) })
    if (error instanceof ControlError) return reply.code(400).send({ error: error.message })
    // what Fastify says of a request that it cannot read
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
    if (error instanceof Error && status < 500) return reply.code(status).send({ error: error.message })
    console.error('sandbox control: internal error', error instanceof Error ? error.stack : 'of unknown kind')
    return reply.code(500).send({ error: 'the bank has failed' })
  })
  addJournal(app, bank)
  addScenarios(app, controlled)
  addSettings(app, controlled)
  addClock(app, bank)
  app.get('/ledger', () => auditOf(bank))
  addPages(app, controlled, () => overviewOf(controlled))
  return app
}

/** A browser names the origin of whatever may change something; other programs name none. */
function mayChange({ method, headers }: FastifyRequest): boolean {
  const reads = method === 'GET' || method === 'HEAD'
  return reads || headers.origin === undefined || headers.origin === `http://${headers.host}`
}

function overviewOf({ bank, operations }: Controlled): object {
  return {
    faults: Object.fromEntries(faultNames.map((name) => [name, faultRow(name).about])),
    operations,
    settings: bank.settings,
    ...timeOf(bank),
  }
}

function timeOf({ clock }: Bank): { now: string; bankTime: string } {
  const now = clock.now()
  return { now: now.toISOString(), bankTime: localTimestamp(now) }
}

function addJournal(app: FastifyInstance, bank: Bank): void {
  app.get('/journal', (request, reply) => {
    const { operation, since, limit } = journalQuery.parse(request.query)
    const sinceMs = since === undefined ? Number.NEGATIVE_INFINITY : Date.parse(since)
    const entries = bank.journal
      .entries()
      .filter((entry) => operation === undefined || entry.operation === operation)
      .filter((entry) => Date.parse(entry.at) >= sinceMs)
      .slice(-limit)
    return reply.type('application/json; charset=utf-8').send(Readable.from(jsonArray(entries)))
  })
  app.delete('/journal', (_request, reply) => {
    bank.journal.clear()
    return reply.code(204).send()
  })
}

/** Entry by entry: bodies make some of them long, and together they are more than one text should be. */
function* jsonArray(entries: readonly object[]): Generator<string> {
  yield '['
  for (const [index, entry] of entries.entries()) yield `${index === 0 ? '' : ','}${JSON.stringify(entry)}`
  yield ']'
}

function addScenarios(app: FastifyInstance, controlled: Controlled): void {
  const { bank } = controlled
  app.get('/scenarios', () => bank.scenarios.list())
  app.post('/scenarios', (request, reply) =>
    reply.code(201).send(addScenario(controlled, scenarioRequest.parse(request.body))),
  )
  app.delete('/scenarios', (_request, reply) => {
    bank.scenarios.clear()
    return reply.code(204).send()
  })
  app.delete<{ Params: { id: string } }>('/scenarios/:id', (request, reply) =>
    reply.code(bank.scenarios.remove(request.params.id) ? 204 : 404).send(),
  )
}

function addSettings(app: FastifyInstance, { bank, settings }: Controlled): void {
  app.get('/settings', () => bank.settings)
  app.patch('/settings', (request) => {
    settings.change(settingsChange.parse(request.body))
    return bank.settings
  })
  app.delete('/settings', (_request, reply) => {
    settings.reset()
    return reply.code(204).send()
  })
}

function addClock(app: FastifyInstance, bank: Bank): void {
  app.get('/clock', () => timeOf(bank))
  app.post('/clock', async (request) => {
    const wanted = clockMove.parse(request.body)
    const now = bank.clock.now().getTime()
    await moveClockTo(bank, 'to' in wanted ? wanted.to : new Date(now + wanted.moveSeconds * 1000))
    return timeOf(bank)
  })
  app.delete('/clock', async (_request, reply) => {
    await resetClock(bank)
    return reply.code(204).send()
  })
}

function refuse(context: z.RefinementCtx, message: string): never {
  context.addIssue({ code: 'custom', message })
  return z.NEVER
}
