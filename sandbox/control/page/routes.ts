import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { clockJumps, isClockJump } from '../clock-jumps'
import { addScenario, ControlError, type Controlled, moveClockTo, resetClock } from '../controlled'
import { parameterKinds, scenarioRequest } from '../scenarios'
import { readSettings } from '../settings'
import { renderEntry } from './entry'
import { renderOverview } from './overview'
import { controlStyle } from './style'

type Form = Readonly<Record<string, string>>

/**
 * The plain page and the addresses its forms post to. A form has a media type that a browser sends across origins
 * without asking, so these addresses want the origin named, and to be this one.
 */
export function addPages(app: FastifyInstance, controlled: Controlled, describe: () => object): void {
  app.get('/', (request, reply) =>
    request.headers.accept?.includes('text/html')
      ? sendPage(reply, renderOverview(controlled, null))
      : reply.send(describe()),
  )
  app.register(async (pages) => {
    pages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body.toString()))),
    )
    pages.addHook('onRequest', async (request, reply) => {
      if (request.method === 'POST' && request.headers.origin === undefined) {
        return reply.code(403).send({ error: 'not from this origin' })
      }
    })
    addForms(pages, controlled)
    pages.get('/page/style.css', (_request, reply) =>
      reply.type('text/css; charset=utf-8').send(controlStyle),
    )
    pages.get<{ Params: { id: string } }>('/page/journal/:id', (request, reply) => {
      const entry = controlled.bank.journal.entries().find(({ id }) => id === request.params.id)
      if (entry) return sendPage(reply, renderEntry(entry))
      return reply.code(404).send({ error: 'not in the journal, or no longer' })
    })
  })
}

function addForms(pages: FastifyInstance, controlled: Controlled): void {
  const { bank, settings } = controlled
  const onPost = (path: string, change: (form: Form) => void | Promise<void>) =>
    pages.post(path, async (request, reply) => {
      const form = formOf(request)
      try {
        await change(form)
      } catch (error) {
        const problem = problemOf(error)
        if (problem === null) throw error
        return sendPage(reply.code(400), renderOverview(controlled, { problem, form }))
      }
      return reply.redirect('/', 303)
    })
  onPost('/page/scenarios', (form) => {
    addScenario(controlled, scenarioRequest.parse(scenarioOf(form)))
  })
  onPost('/page/scenarios/remove', (form) => {
    bank.scenarios.remove(form.id ?? '')
  })
  onPost('/page/scenarios/clear', () => bank.scenarios.clear())
  onPost('/page/settings', (form) => settings.change(readSettings(form)))
  onPost('/page/settings/reset', () => settings.reset())
  onPost('/page/journal/clear', () => bank.journal.clear())
  onPost('/page/clock', ({ jump = '' }) => {
    if (jump === 'reset') return resetClock(bank)
    if (!isClockJump(jump)) throw new ControlError('the clock does not move in that way')
    return moveClockTo(bank, clockJumps[jump].target(bank.clock.now()))
  })
}

function formOf({ body }: FastifyRequest): Form {
  return z.record(z.string(), z.string()).catch({}).parse(body)
}

/** Fields that were left empty are conditions and parameters that were not given. */
function scenarioOf(form: Form): object {
  const given = (names: readonly string[]) =>
    Object.fromEntries(names.flatMap((name) => (form[name] ? [[name, form[name]]] : [])))
  const parameters = parameterKinds.flatMap(({ name, isNumber }) => {
    const text = form[`parameters.${name}`] ?? ''
    return text === '' ? [] : [[name, isNumber ? asNumber(text) : text]]
  })
  return {
    fault: form.fault,
    match: given(['operation', 'customerId', 'tpp']),
    ...(form.times ? { times: asNumber(form.times) } : {}),
    parameters: Object.fromEntries(parameters),
  }
}

/** What is not a number stays text, which the schema then refuses by name. */
function asNumber(text: string): number | string {
  return /^\d{1,12}$/.test(text) ? Number(text) : text
}

function problemOf(error: unknown): string | null {
  if (error instanceof z.ZodError) return z.prettifyError(error)
  return error instanceof ControlError ? error.message : null
}

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').send(page)
}
