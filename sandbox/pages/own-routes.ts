import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { bankDayOf } from '../calendar/bank-day'
import type { Resource } from '../state/resources'
import { renderAccount } from './account-page'
import { approvedOf } from './approved'
import type { Pages } from './context'
import { customerOfLogin, usernameOf } from './credentials'
import { afterWrongCode, takeDecision, wrongCodeMistake } from './decide'
import { renderDecision, renderOutcome } from './decision-page'
import { timeText } from './format'
import { renderLogin } from './login-page'
import { decidableUntil, outcomeOf, returnAddress } from './outcome'
import { renderOverview } from './overview-page'
import { forLoggedIn, forPosted, type OwnVisit, ownAddress } from './own-visit'
import { field, languageOf, notice, queryField, seeOther, sendPage } from './respond'
import { askerOf, describeSubject } from './subject'
import { decisionTexts } from './texts/decision'
import { loginTexts } from './texts/login'
import { ownTexts } from './texts/own'

/** What the login form of these pages is tied to: there is no session yet. */
const loginPurpose = 'own login'

const movementsPerPage = 50

/** The bank's own online channel: accounts, movements, what waits for a decision. */
export function addOwnRoutes(app: FastifyInstance, pages: Pages): void {
  const overview = forLoggedIn(pages, showOverview)
  app.get('/my', (request, reply) =>
    pages.sessions.of(request) ? overview(request, reply) : sendLogin(pages, request, reply, null),
  )
  app.post('/my/login', (request, reply) => logIn(pages, request, reply))
  app.post('/my/log-out', forPosted(pages, logOut))
  app.get('/my/accounts/:productId', forLoggedIn(pages, showAccount))
  app.get('/my/approve/:resourceId', forLoggedIn(pages, showRequest))
  app.post('/my/approve/:resourceId', forPosted(pages, decide))
}

function sendLogin(
  { bank, guard }: Pages,
  request: FastifyRequest,
  reply: FastifyReply,
  mistake: 'wrong' | 'locked' | null,
): FastifyReply {
  const language = languageOf(request)
  const text = loginTexts[language]
  const page = renderLogin({
    language,
    action: '/my/login',
    csrf: guard.tokenFor(guard.browserOf(request, reply), loginPurpose),
    fields: {},
    lead: text.leadOwn,
    inLanguage: (other) => ownAddress(other, ''),
    customers: bank.customers.all(),
    demoLead: text.demoLead,
    failed: mistake && { message: text[mistake], username: field(request, 'username').slice(0, 100) },
  })
  return sendPage(reply, page, mistake === null ? 200 : mistake === 'wrong' ? 401 : 403)
}

async function logIn(pages: Pages, request: FastifyRequest, reply: FastifyReply) {
  const { bank, guard, sessions, wrongPasswords } = pages
  if (!guard.accepts(request, loginPurpose, field(request, 'csrf'))) {
    return notice(reply, languageOf(request), 'foreign')
  }
  const username = usernameOf(request)
  const isPicked = field(request, 'pick') !== ''
  if (!isPicked && wrongPasswords.left(username) === 0) return sendLogin(pages, request, reply, 'locked')
  const customer = customerOfLogin(bank.customers, request)
  if (!customer) {
    // names that nobody has are not counted: there would be no end of them
    const isCounted = !isPicked && bank.customers.byUsername(username) !== undefined
    const isLast = isCounted && wrongPasswords.countWrong(username) === 0
    return sendLogin(pages, request, reply, isLast ? 'locked' : 'wrong')
  }
  wrongPasswords.forget(username)
  sessions.begin(request, reply, customer.customerId)
  return seeOther(reply, ownAddress(languageOf(request), ''))
}

async function logOut({ pages, request, reply, language }: OwnVisit) {
  pages.sessions.end(request, reply)
  return seeOther(reply, ownAddress(language, ''))
}

async function showOverview({ pages: { bank }, reply, customer, language, signedIn }: OwnVisit) {
  const page = renderOverview({
    language,
    customerName: customer.name,
    accounts: customer.accounts.map((account) => ({
      account,
      balances: bank.ledger.balances(account.productId),
    })),
    waiting: bank.resources.waitingFor(customer.customerId).map((resource) => ({
      resourceId: resource.resourceId,
      brief: describeSubject(bank, resource, customer, language).brief,
      application: askerOf(bank, resource).application,
      until: timeText(decidableUntil(bank, resource)),
    })),
    consents: bank.consents.ofCustomer(customer.customerId),
    approved: approvedOf(bank, customer).flat(),
    providerName: (tpp) => bank.register.tppByNumber(tpp)?.name ?? tpp,
    signedIn,
  })
  return sendPage(reply, page)
}

async function showAccount({ pages: { bank }, request, reply, customer, language, signedIn }: OwnVisit) {
  const productId = pathField(request, 'productId')
  const account = customer.accounts.find((candidate) => candidate.productId === productId)
  if (!account) return notice(reply, language, 'notFound')
  const before = queryField(request, 'before')
  const beforeSequence = /^\d{1,9}$/.test(before) ? Number(before) : null
  const { movements, more } = bank.ledger.booked(productId, {
    from: account.openedOn,
    to: bankDayOf(bank.clock.now()),
    beforeSequence,
    limit: movementsPerPage,
  })
  const page = renderAccount({
    language,
    account,
    balances: bank.ledger.balances(productId),
    pending: beforeSequence === null ? bank.ledger.pending(productId) : null,
    movements,
    older: more ? (movements.at(-1)?.sequence ?? null) : null,
    before: beforeSequence,
    signedIn,
  })
  return sendPage(reply, page)
}

function pathField(request: FastifyRequest, name: string): string {
  const { params } = request
  const value = typeof params === 'object' && params !== null ? Reflect.get(params, name) : undefined
  return typeof value === 'string' ? value : ''
}

/** The customer's own request whose SCA has begun; of another customer there is none. */
function requestOf({ pages: { bank }, request, customer }: OwnVisit): Resource | undefined {
  const resourceId = pathField(request, 'resourceId')
  const numbers = new Set(bank.register.applications().map(({ tpp }) => tpp.organizationIdentifier))
  const found = [...numbers].map((tpp) => bank.resources.find(resourceId, tpp)).find((one) => one)
  return found?.approach && found.customerId === customer.customerId ? found : undefined
}

async function showRequest(visit: OwnVisit) {
  const resource = requestOf(visit)
  if (!resource) return notice(visit.reply, visit.language, 'expired')
  const isOpen = visit.pages.bank.resources.statusOf(resource) === 'PENDING'
  return isOpen ? sendDecision(visit, resource, 200) : sendOutcome(visit, resource)
}

async function decide(visit: OwnVisit) {
  const { pages, request, reply, customer, language } = visit
  const resource = requestOf(visit)
  if (!resource) return notice(reply, language, 'expired')
  const result = await takeDecision(pages.bank, resource, customer, request)
  switch (result.kind) {
    case 'recorded':
    case 'over':
      return seeOther(reply, ownAddress(language, `/approve/${resource.resourceId}`))
    case 'wrong-code':
      return seeOther(reply, ownAddress(language, `/approve/${resource.resourceId}`, afterWrongCode))
    case 'unclear':
      return sendDecision(visit, resource, 400)
  }
}

function sendDecision(visit: OwnVisit, resource: Resource, status: number): FastifyReply {
  const { pages, request, reply, customer, language, csrf, signedIn } = visit
  const page = renderDecision({
    language,
    action: `/my/approve/${resource.resourceId}`,
    csrf,
    fields: {},
    subject: describeSubject(pages.bank, resource, customer, language),
    customer,
    until: timeText(decidableUntil(pages.bank, resource)),
    mistake: wrongCodeMistake(request, language, resource.wrongCodes),
    inLanguage: (other) => ownAddress(other, `/approve/${resource.resourceId}`),
    signedIn,
  })
  return sendPage(reply, page, status)
}

function sendOutcome({ pages: { bank }, reply, language, signedIn }: OwnVisit, resource: Resource) {
  const { title, sentences } = outcomeOf(bank, resource, language)
  const { application } = askerOf(bank, resource)
  const text = decisionTexts[language]
  const isDecoupled = bank.settings.scaApproach === 'DECOUPLED'
  const address = returnAddress(bank, resource)
  const links = [{ href: ownAddress(language, ''), text: ownTexts[language].back }]
  if (!isDecoupled && address !== null) links.unshift({ href: address, text: text.back(application) })
  const page = renderOutcome({
    language,
    title,
    sentences: isDecoupled ? [...sentences, text.decoupledText(application)] : sentences,
    links,
    inLanguage: (other) => ownAddress(other, `/approve/${resource.resourceId}`),
    signedIn,
  })
  return sendPage(reply, page)
}
