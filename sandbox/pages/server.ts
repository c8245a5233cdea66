import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { chooseLanguage, type Language } from '../api/language'
import type { Bank } from '../bank'
import { readAuthorizationRequest, readClient, returnUrl } from '../oauth/authorization-request'
import { queryOf, readParameters } from '../oauth/parameters'
import { OAuthRefusal } from '../oauth/refusal'
import { hashOf, maxFailedLogins, type Ticket } from '../oauth/tickets'
import type { Customer } from '../state/customers'
import { renderConsent } from './consent-page'
import { createFormGuard, type FormGuard } from './guard'
import { renderNotice } from './layout'
import { renderLogin } from './login-page'
import { styleSheet } from './style'
import { texts } from './texts'

type Notice = 'expired' | 'locked' | 'foreign' | 'invalid' | 'notFound' | 'failed' | 'home'

const noticeStatus: Record<Notice, number> = {
  expired: 410,
  locked: 403,
  foreign: 403,
  invalid: 400,
  notFound: 404,
  failed: 500,
  home: 200,
}

const maxFormBytes = 16 * 1024

/** The customers' side of the bank, for browsers: plain HTTP on loopback, no client certificate, no script. */
export function createPagesServer(bank: Bank): FastifyInstance {
  const app = Fastify({ bodyLimit: maxFormBytes, logger: false, exposeHeadRoutes: false })
  const guard = createFormGuard(bank.pagesUrl)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, new URLSearchParams(body.toString())),
  )
  app.addHook('onRequest', async (_request, reply) => {
    secure(reply)
  })
  app.setNotFoundHandler((request, reply) => notice(reply, languageOf(request), 'notFound'))
  app.setErrorHandler((error, request, reply) => {
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
    if (status >= 400 && status < 500) return notice(reply, languageOf(request), 'foreign', status)
    console.error('sandbox pages: internal error', error instanceof Error ? error.stack : '')
    return notice(reply, languageOf(request), 'failed')
  })
  app.get('/', (request, reply) => notice(reply, languageOf(request), 'home'))
  app.get('/style.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(styleSheet))
  app.get('/auth/oauth/v2/authorize', (request, reply) => startInBrowser(bank, request, reply))
  app.get('/login', (request, reply) => showLogin(bank, guard, request, reply))
  app.post('/login', (request, reply) => logIn(bank, guard, request, reply))
  app.get('/consent', (request, reply) => showConsent(bank, guard, request, reply))
  app.post('/consent', (request, reply) => decide(bank, guard, request, reply))
  return app
}

/** `returnTo` is where a form's answer may redirect to: browsers hold form-action against redirects too. */
function secure(reply: FastifyReply, returnTo?: string): FastifyReply {
  const formTargets = returnTo ? `'self' ${new URL(returnTo).origin}` : "'self'"
  return reply.headers({
    'Content-Security-Policy': `default-src 'none'; style-src 'self'; img-src data:; form-action ${formTargets}; base-uri 'none'; frame-ancestors 'none'`,
    'X-Frame-Options': 'DENY',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'same-origin',
    'Cache-Control': 'no-store',
  })
}

function field(source: unknown, name: string): string {
  return source instanceof URLSearchParams ? (source.get(name) ?? '') : ''
}

function queryParameters(request: FastifyRequest): URLSearchParams {
  return new URLSearchParams(queryOf(request.raw.url ?? ''))
}

function languageOf(request: FastifyRequest): Language {
  const chosen = field(request.body, 'lang') || field(queryParameters(request), 'lang')
  return chosen === 'en' || chosen === 'it' ? chosen : chooseLanguage(request.headers['accept-language'])
}

function notice(
  reply: FastifyReply,
  language: Language,
  kind: Notice,
  status = noticeStatus[kind],
): FastifyReply {
  const text = texts[language]
  const page = renderNotice(language, text[`${kind}Title`], text[`${kind}Text`])
  return reply.code(status).type('text/html; charset=utf-8').send(page)
}

/** Authorize in `browser` mode: the provider sends the browser here, without a server call before it. */
async function startInBrowser(bank: Bank, request: FastifyRequest, reply: FastifyReply) {
  const language = languageOf(request)
  try {
    const parameters = readParameters(queryOf(request.raw.url ?? ''))
    const { application, address } = readClient(parameters, bank.register)
    try {
      const ticket = bank.tickets.open(readAuthorizationRequest(parameters, application, address))
      return reply.redirect(`/login?ticket=${ticket}`, 302)
    } catch (error) {
      if (!(error instanceof OAuthRefusal)) throw error
      return reply.redirect(
        returnUrl(address, { error: error.code, error_description: error.description }),
        302,
      )
    }
  } catch (error) {
    if (!(error instanceof OAuthRefusal)) throw error
    return notice(reply, language, 'invalid')
  }
}

async function showLogin(bank: Bank, guard: FormGuard, request: FastifyRequest, reply: FastifyReply) {
  const ticket = field(queryParameters(request), 'ticket')
  const known = bank.tickets.find(ticket)
  if (!known) return notice(reply, languageOf(request), 'expired')
  return sendLogin(bank, guard, request, reply, { ticket, known, failed: null })
}

function sendLogin(
  bank: Bank,
  guard: FormGuard,
  request: FastifyRequest,
  reply: FastifyReply,
  { ticket, known, failed }: { ticket: string; known: Ticket; failed: { username: string } | null },
): FastifyReply {
  const page = renderLogin({
    language: languageOf(request),
    ticket,
    csrf: guard.tokenFor(guard.browserOf(request, reply), ticket),
    applicationName: known.request.application.displayName,
    customers: bank.customers.all(),
    failed,
  })
  return reply
    .code(failed ? 401 : 200)
    .type('text/html; charset=utf-8')
    .send(page)
}

async function logIn(bank: Bank, guard: FormGuard, request: FastifyRequest, reply: FastifyReply) {
  const language = languageOf(request)
  const ticket = field(request.body, 'ticket')
  const known = bank.tickets.find(ticket)
  if (!known) return notice(reply, language, 'expired')
  if (!guard.accepts(request, ticket, field(request.body, 'csrf'))) return notice(reply, language, 'foreign')
  const customer = customerOfForm(bank, request)
  if (!customer) {
    known.failedLogins += 1
    if (known.failedLogins >= maxFailedLogins) {
      bank.tickets.close(ticket)
      return notice(reply, language, 'locked')
    }
    const username = field(request.body, 'username').slice(0, 100)
    return sendLogin(bank, guard, request, reply, { ticket, known, failed: { username } })
  }
  known.login = { customerId: customer.customerId, browser: hashOf(guard.browserOf(request, reply)) }
  return reply.redirect(`/consent?ticket=${encodeURIComponent(ticket)}&lang=${language}`, 303)
}

/** By username and password, or by the button that the sandbox offers for each of its customers. */
function customerOfForm(bank: Bank, request: FastifyRequest): Customer | undefined {
  const picked = field(request.body, 'pick')
  if (picked) return bank.customers.byUsername(picked)
  const customer = bank.customers.byUsername(field(request.body, 'username').trim().toLowerCase())
  return customer?.password === field(request.body, 'password') ? customer : undefined
}

/** The ticket when this very browser has logged in on it. */
function loggedIn(bank: Bank, guard: FormGuard, request: FastifyRequest, ticket: string) {
  const known = bank.tickets.find(ticket)
  const browser = guard.knownBrowser(request)
  if (!known?.login || !browser || known.login.browser !== hashOf(browser)) return null
  const customer = bank.customers.byId(known.login.customerId)
  return customer ? { known, customer, browser } : null
}

async function showConsent(bank: Bank, guard: FormGuard, request: FastifyRequest, reply: FastifyReply) {
  const language = languageOf(request)
  const ticket = field(queryParameters(request), 'ticket')
  const session = loggedIn(bank, guard, request, ticket)
  if (!session) return notice(reply, language, 'expired')
  const { application, redirectUri } = session.known.request
  const page = renderConsent({
    language,
    ticket,
    csrf: guard.tokenFor(session.browser, ticket),
    applicationName: application.displayName,
    providerName: application.tpp.name,
    customerName: session.customer.name,
  })
  return secure(reply, redirectUri).type('text/html; charset=utf-8').send(page)
}

async function decide(bank: Bank, guard: FormGuard, request: FastifyRequest, reply: FastifyReply) {
  const language = languageOf(request)
  const ticket = field(request.body, 'ticket')
  const decision = field(request.body, 'decision')
  const session = loggedIn(bank, guard, request, ticket)
  if (!session || (decision !== 'allow' && decision !== 'refuse')) return notice(reply, language, 'expired')
  if (!guard.accepts(request, ticket, field(request.body, 'csrf'))) return notice(reply, language, 'foreign')
  bank.tickets.close(ticket)
  const { application, redirectUri, codeChallenge, state } = session.known.request
  const address = { redirectUri, state }
  if (decision === 'refuse') return reply.redirect(returnUrl(address, { error: 'access_denied' }), 303)
  const code = await bank.tokens.issueCode({
    clientId: application.clientId,
    customerId: session.customer.customerId,
    redirectUri,
    codeChallenge,
  })
  return reply.redirect(returnUrl(address, { code }), 303)
}
