import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '../api/language'
import { type Resource, StepNotAllowed } from '../state/resources'
import type { Pages } from './context'
import { customerOfLogin } from './credentials'
import { afterWrongCode, takeDecision, wrongCodeMistake } from './decide'
import { renderDecision, renderOutcome } from './decision-page'
import { timeText } from './format'
import { renderLogin } from './login-page'
import { decidableUntil, outcomeOf, returnAddress } from './outcome'
import { field, languageOf, notice, queryField, secure, seeOther, sendPage } from './respond'
import { askerOf, describeSubject } from './subject'
import { decisionTexts } from './texts/decision'
import { loginTexts } from './texts/login'

/** Where `scaRedirectURL` leads: login when there is none, what is asked, the decision, and back to the provider. */
export function addScaRoutes(app: FastifyInstance, pages: Pages): void {
  app.get('/sca', (request, reply) => showRequest(pages, request, reply))
  app.post('/sca/login', (request, reply) => logIn(pages, request, reply))
  app.post('/sca', (request, reply) => decide(pages, request, reply))
}

/** A request on its way through these pages. */
type Visit = {
  pages: Pages
  request: FastifyRequest
  reply: FastifyReply
  ticket: string
  resource: Resource
}

async function showRequest(pages: Pages, request: FastifyRequest, reply: FastifyReply) {
  const ticket = queryField(request, 'ticket')
  const resource = pages.bank.resources.byTicket(ticket)
  if (!resource) return notice(reply, languageOf(request), 'expired')
  const visit = { pages, request, reply, ticket, resource }
  if (!isOpen(visit)) return sendOutcome(visit, 200)
  return isOwner(visit) ? sendDecision(visit, 200) : sendLogin(visit, null)
}

async function logIn(pages: Pages, request: FastifyRequest, reply: FastifyReply) {
  const visit = visitOfForm(pages, request, reply)
  if (!('resource' in visit)) return visit
  if (!isOpen(visit)) return sendOutcome(visit, 409)
  const { ticket, resource } = visit
  const language = languageOf(request)
  const customer = customerOfLogin(pages.bank.customers, request)
  if (!customer) {
    if (pages.wrongScaPasswords.countWrong(resource.resourceId) > 0) return sendLogin(visit, 'wrong')
    await refuseForGuessing(visit)
    return sendOutcome(visit, 403, [decisionTexts[language].wrongPasswordsText])
  }
  if (customer.customerId !== resource.customerId) return sendLogin(visit, 'otherCustomer')
  pages.sessions.begin(request, reply, customer.customerId)
  return seeOther(reply, addressOf(ticket, language))
}

async function refuseForGuessing({ pages, resource }: Visit): Promise<void> {
  try {
    await pages.bank.resources.decide(resource, 'NOT_AUTHORIZED')
  } catch (error) {
    if (!(error instanceof StepNotAllowed)) throw error
  }
}

async function decide(pages: Pages, request: FastifyRequest, reply: FastifyReply) {
  const visit = visitOfForm(pages, request, reply)
  if (!('resource' in visit)) return visit
  const { bank } = pages
  const { resource, ticket } = visit
  const language = languageOf(request)
  if (!isOpen(visit)) return sendOutcome(visit, 409)
  const customer = bank.customers.byId(resource.customerId)
  if (!customer || !isOwner(visit)) return seeOther(reply, addressOf(ticket, language))
  const result = await takeDecision(bank, resource, customer, request)
  switch (result.kind) {
    case 'recorded':
      return sendBack(visit)
    case 'wrong-code':
      return seeOther(reply, addressOf(ticket, language, afterWrongCode))
    case 'over':
      return sendOutcome(visit, 409)
    case 'unclear':
      return sendDecision(visit, 400)
  }
}

/** What a form was posted for, when it is ours; else the answer has been sent. */
function visitOfForm(pages: Pages, request: FastifyRequest, reply: FastifyReply): Visit | FastifyReply {
  const ticket = field(request, 'ticket')
  const resource = pages.bank.resources.byTicket(ticket)
  if (!resource) return notice(reply, languageOf(request), 'expired')
  if (!pages.guard.accepts(request, ticket, field(request, 'csrf'))) {
    return notice(reply, languageOf(request), 'foreign')
  }
  return { pages, request, reply, ticket, resource }
}

function isOpen({ pages, resource }: Visit): boolean {
  return pages.bank.resources.statusOf(resource) === 'PENDING'
}

function isOwner({ pages, request, resource }: Visit): boolean {
  return pages.sessions.of(request)?.customerId === resource.customerId
}

function addressOf(ticket: string, language: Language, more: Record<string, string> = {}): string {
  return `/sca?${new URLSearchParams({ ticket, lang: language, ...more })}`
}

function csrfOf({ pages, request, reply, ticket }: Visit): string {
  return pages.guard.tokenFor(pages.guard.browserOf(request, reply), ticket)
}

function sendLogin(visit: Visit, mistake: 'wrong' | 'otherCustomer' | null): FastifyReply {
  const { pages, request, reply, ticket, resource } = visit
  const language = languageOf(request)
  const text = loginTexts[language]
  const customer = pages.bank.customers.byId(resource.customerId)
  const page = renderLogin({
    language,
    action: '/sca/login',
    csrf: csrfOf(visit),
    fields: { ticket },
    lead: text.leadSca(askerOf(pages.bank, resource).application),
    inLanguage: (other) => addressOf(ticket, other),
    customers: customer ? [customer] : [],
    demoLead: text.demoLeadOne,
    failed: mistake && { message: text[mistake], username: field(request, 'username').slice(0, 100) },
  })
  return sendPage(reply, page, mistake === null ? 200 : mistake === 'wrong' ? 401 : 403)
}

function sendDecision(visit: Visit, status: number): FastifyReply {
  const { pages, request, reply, ticket, resource } = visit
  const { bank } = pages
  const language = languageOf(request)
  const customer = bank.customers.byId(resource.customerId)
  if (!customer) throw new Error('a request without a customer')
  const page = renderDecision({
    language,
    action: '/sca',
    csrf: csrfOf(visit),
    fields: { ticket },
    subject: describeSubject(bank, resource, customer, language),
    customer,
    until: timeText(decidableUntil(bank, resource)),
    mistake: wrongCodeMistake(request, language, resource.wrongCodes),
    inLanguage: (other) => addressOf(ticket, other),
  })
  return sendPage(secure(reply, resource.approach?.redirectUri), page, status)
}

/** Says what became of it, for everybody who holds the ticket, and nothing of what was asked. */
function sendOutcome(visit: Visit, status: number, because?: readonly string[]): FastifyReply {
  const { pages, request, reply, ticket, resource } = visit
  const language = languageOf(request)
  const { title, sentences } = outcomeOf(pages.bank, resource, language)
  const href = returnAddress(pages.bank, resource)
  const text = decisionTexts[language].back(askerOf(pages.bank, resource).application)
  const page = renderOutcome({
    language,
    title,
    sentences: because ?? sentences,
    links: href === null ? [] : [{ href, text }],
    inLanguage: (other) => addressOf(ticket, other),
  })
  return sendPage(reply, page, status)
}

/** To the address of the approach and nowhere else; to none when a scenario loses the way back. */
function sendBack({ pages, request, reply, resource }: Visit): FastifyReply {
  const { customerId, tpp } = resource
  const isLost = pages.bank.scenarios.takeForPage({ page: 'sca', customerId, tpp }) === 'lost-callback'
  const address = isLost ? null : returnAddress(pages.bank, resource)
  if (address !== null) return seeOther(reply, address)
  const language = languageOf(request)
  const text = decisionTexts[language]
  const page = { title: text.recordedTitle, sentences: [text.recordedText], links: [], inLanguage: null }
  return sendPage(reply, renderOutcome({ language, ...page }))
}
