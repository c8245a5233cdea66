import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readAuthorizationRequest, readClient, returnUrl } from '../oauth/authorization-request'
import { queryOf, readParameters } from '../oauth/parameters'
import { OAuthRefusal } from '../oauth/refusal'
import { maxFailedLogins, type Ticket } from '../oauth/tickets'
import type { Pages } from './context'
import { customerOfLogin } from './credentials'
import { renderIdentity } from './identity-page'
import { renderNotice } from './layout'
import { renderLogin } from './login-page'
import { field, languageOf, notice, queryField, secure, seeOther, sendPage } from './respond'
import { identityTexts } from './texts/identity'
import { loginTexts } from './texts/login'

/** Login for an application, and the customer's leave to say who they are. */
export function addOAuthRoutes(app: FastifyInstance, pages: Pages): void {
  app.get('/auth/oauth/v2/authorize', (request, reply) => startInBrowser(pages, request, reply))
  app.get('/login', (request, reply) => showLogin(pages, request, reply))
  app.post('/login', (request, reply) => logIn(pages, request, reply))
  app.get('/consent', (request, reply) => showIdentity(pages, request, reply))
  app.post('/consent', (request, reply) => decide(pages, request, reply))
}

/** Authorize in `browser` mode: the provider sends the browser here, without a server call before it. */
async function startInBrowser({ bank }: Pages, request: FastifyRequest, reply: FastifyReply) {
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

async function showLogin(pages: Pages, request: FastifyRequest, reply: FastifyReply) {
  const ticket = queryField(request, 'ticket')
  const known = pages.bank.tickets.find(ticket)
  if (!known) return notice(reply, languageOf(request), 'expired')
  if (known.answered) return sendAnswered(request, reply, known)
  return sendLogin(pages, request, reply, { ticket, known, failed: false })
}

function sendLogin(
  { bank, guard }: Pages,
  request: FastifyRequest,
  reply: FastifyReply,
  { ticket, known, failed }: { ticket: string; known: Ticket; failed: boolean },
): FastifyReply {
  const language = languageOf(request)
  const text = loginTexts[language]
  const page = renderLogin({
    language,
    action: '/login',
    csrf: guard.tokenFor(guard.browserOf(request, reply), ticket),
    fields: { ticket },
    lead: text.leadOAuth(known.request.application.displayName),
    inLanguage: (other) => `/login?ticket=${encodeURIComponent(ticket)}&lang=${other}`,
    customers: bank.customers.all(),
    demoLead: text.demoLead,
    failed: failed ? { message: text.wrong, username: field(request, 'username').slice(0, 100) } : null,
  })
  return sendPage(reply, page, failed ? 401 : 200)
}

async function logIn(pages: Pages, request: FastifyRequest, reply: FastifyReply) {
  const { bank, guard, sessions } = pages
  const language = languageOf(request)
  const ticket = field(request, 'ticket')
  const known = bank.tickets.find(ticket)
  if (!known) return notice(reply, language, 'expired')
  if (known.answered) return sendAnswered(request, reply, known)
  if (!guard.accepts(request, ticket, field(request, 'csrf'))) return notice(reply, language, 'foreign')
  const customer = customerOfLogin(bank.customers, request)
  if (!customer) {
    known.failedLogins += 1
    if (known.failedLogins >= maxFailedLogins) {
      bank.tickets.close(ticket)
      return notice(reply, language, 'locked')
    }
    return sendLogin(pages, request, reply, { ticket, known, failed: true })
  }
  const { customerId } = customer
  known.login = { customerId, sessionId: sessions.begin(request, reply, customerId).id }
  return seeOther(reply, `/consent?ticket=${encodeURIComponent(ticket)}&lang=${language}`)
}

/** The ticket when this very browser has logged in on it, and has not logged out or in as another since. */
function loggedIn({ bank, guard, sessions }: Pages, request: FastifyRequest, ticket: string) {
  const known = bank.tickets.find(ticket)
  const browser = guard.knownBrowser(request)
  if (!known?.login || !browser || sessions.of(request)?.id !== known.login.sessionId) return null
  const customer = bank.customers.byId(known.login.customerId)
  return customer ? { known, customer, browser } : null
}

/** To whoever holds the ticket: who was answered, and the way there, but neither the answer nor the code again. */
function sendAnswered(
  request: FastifyRequest,
  reply: FastifyReply,
  { request: asked }: Ticket,
): FastifyReply {
  const language = languageOf(request)
  const text = identityTexts[language]
  const { displayName } = asked.application
  const page = renderNotice(language, {
    title: text.answeredTitle,
    text: text.answeredText(displayName),
    link: { href: `${new URL(asked.redirectUri).origin}/`, text: text.toApplication(displayName) },
  })
  return sendPage(reply, page, 410)
}

async function showIdentity(pages: Pages, request: FastifyRequest, reply: FastifyReply) {
  const language = languageOf(request)
  const ticket = queryField(request, 'ticket')
  const known = pages.bank.tickets.find(ticket)
  if (known?.answered) return sendAnswered(request, reply, known)
  const login = loggedIn(pages, request, ticket)
  if (!login) return notice(reply, language, 'expired')
  const { application, redirectUri } = login.known.request
  const page = renderIdentity({
    language,
    ticket,
    csrf: pages.guard.tokenFor(login.browser, ticket),
    applicationName: application.displayName,
    providerName: application.tpp.name,
    customerName: login.customer.name,
  })
  return sendPage(secure(reply, redirectUri), page)
}

async function decide(pages: Pages, request: FastifyRequest, reply: FastifyReply) {
  const { bank, guard } = pages
  const language = languageOf(request)
  const ticket = field(request, 'ticket')
  const decision = field(request, 'decision')
  const known = bank.tickets.find(ticket)
  if (known?.answered) return sendAnswered(request, reply, known)
  const login = loggedIn(pages, request, ticket)
  if (!login || (decision !== 'allow' && decision !== 'refuse')) return notice(reply, language, 'expired')
  if (!guard.accepts(request, ticket, field(request, 'csrf'))) return notice(reply, language, 'foreign')
  login.known.answered = true
  const { application, redirectUri, codeChallenge, state } = login.known.request
  const address = { redirectUri, state }
  if (decision === 'refuse') return seeOther(reply, returnUrl(address, { error: 'access_denied' }))
  const code = await bank.tokens.issueCode({
    clientId: application.clientId,
    customerId: login.customer.customerId,
    redirectUri,
    codeChallenge,
  })
  return seeOther(reply, returnUrl(address, { code }))
}
