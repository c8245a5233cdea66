import Fastify, { type FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Bank } from '../bank'
import { faultNames, faultRow } from './faults'
import { scenarioRequest } from './scenarios'

const clockMove = z.object({ moveSeconds: z.number().int().min(-315_360_000).max(315_360_000) }).strict()

const loopbackHost = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/

/**
 * Control for tests and demos: the journal, the staged faults, the clock. It runs only when asked for, on a port of
 * its own on loopback, and shows secrets in the journal. The Host check keeps web pages of other names away from it.
 */
export function createControlServer(bank: Bank): FastifyInstance {
  const app = Fastify({ bodyLimit: 64 * 1024, logger: false })
  app.addHook('onRequest', async (request, reply) => {
    if (!loopbackHost.test(request.headers.host ?? ''))
      return reply.code(403).send({ error: 'not on loopback' })
  })
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof z.ZodError) return reply.code(400).send({ error: z.prettifyError(error) })
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 400
    return reply.code(status).send({ error: error instanceof Error ? error.message : 'not understood' })
  })
  app.get('/', () => ({
    faults: Object.fromEntries(faultNames.map((name) => [name, faultRow(name).about])),
    settings: bank.settings,
    now: bank.clock.now().toISOString(),
  }))
  app.get('/journal', () => bank.journal.entries())
  app.delete('/journal', (_request, reply) => {
    bank.journal.clear()
    return reply.code(204).send()
  })
  app.get('/scenarios', () => bank.scenarios.list())
  app.post('/scenarios', (request, reply) =>
    reply.code(201).send(bank.scenarios.add(scenarioRequest.parse(request.body))),
  )
  app.delete('/scenarios', (_request, reply) => {
    bank.scenarios.clear()
    return reply.code(204).send()
  })
  app.post('/clock', (request) => {
    bank.clock.move(clockMove.parse(request.body).moveSeconds * 1000)
    return { now: bank.clock.now().toISOString() }
  })
  app.delete('/clock', (_request, reply) => {
    bank.clock.reset()
    return reply.code(204).send()
  })
  return app
}
