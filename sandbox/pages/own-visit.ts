import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '../api/language'
import type { Customer } from '../state/customers'
import type { Pages } from './context'
import { hiddenFields } from './form'
import { type Html, html } from './html'
import { field, languageOf, notice, seeOther } from './respond'
import type { BankSession } from './sessions'
import { shellTexts } from './texts/shell'

/** A customer who has logged in, on a page of the bank's own. */
export type OwnVisit = {
  pages: Pages
  request: FastifyRequest
  reply: FastifyReply
  session: BankSession
  customer: Customer
  language: Language
  /** Of every form on the page. Tied to the session: a form of one customer does nothing as another. */
  csrf: string
  signedIn: Html
}

/** An address of these pages in a language. */
export function ownAddress(
  language: Language,
  path: '' | `/${string}`,
  query: Record<string, string> = {},
): string {
  return `/my${path}?${new URLSearchParams({ ...query, lang: language })}`
}

/** Without a login the answer is the way to it, and the route has nothing more to do. */
export function forLoggedIn(
  pages: Pages,
  route: (visit: OwnVisit) => Promise<FastifyReply>,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  return async (request, reply) => {
    const language = languageOf(request)
    const session = pages.sessions.of(request)
    const customer = session && pages.bank.customers.byId(session.customerId)
    if (!session || !customer) return seeOther(reply, ownAddress(language, ''))
    const csrf = pages.guard.tokenFor(pages.guard.browserOf(request, reply), session.id)
    const signedIn = renderSignedIn(customer, language, csrf)
    return route({ pages, request, reply, session, customer, language, csrf, signedIn })
  }
}

/** The same for a posted form, which must be one of ours. */
export function forPosted(
  pages: Pages,
  route: (visit: OwnVisit) => Promise<FastifyReply>,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  return forLoggedIn(pages, async (visit) => {
    const { request, reply, session, language } = visit
    if (!pages.guard.accepts(request, session.id, field(request, 'csrf'))) {
      return notice(reply, language, 'foreign')
    }
    return route(visit)
  })
}

function renderSignedIn(customer: Customer, language: Language, csrf: string): Html {
  const text = shellTexts[language]
  return html`<div class="session"><a href="${ownAddress(language, '')}">${text.myBank}</a>
<span class="soft">${text.loggedInAs(customer.name)}</span>
<form method="post" action="/my/log-out">${hiddenFields({ csrf, lang: language })}<button class="quiet" type="submit">${text.logOut}</button></form></div>`
}
