import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Category, type CategoryProducts, categories } from '../state/consents'
import { maxWrongCodes } from '../state/resources'
import { approvedOf } from './approved'
import type { Pages } from './context'
import { hasRightCode } from './credentials'
import { afterWrongCode, wrongCodeMistake } from './decide'
import { renderOutcome } from './decision-page'
import { forLoggedIn, forPosted, type OwnVisit, ownAddress } from './own-visit'
import { field, notice, queryField, seeOther, sendPage } from './respond'
import { renderRevoke } from './revoke-page'
import { categoryFacts } from './subject'
import { ownTexts } from './texts/own'

/** In the bank's own page a customer takes back what a provider was allowed, without the provider. */
export function addRevokeRoutes(app: FastifyInstance, pages: Pages): void {
  app.get('/my/revoke', forLoggedIn(pages, showRevoke))
  app.post('/my/revoke', forPosted(pages, revoke))
}

/** One provider, and one or `all` of its categories and of the customer's products. */
type Selection = { tpp: string; category: string; product: string }

function selectionFrom(read: (name: string) => string): Selection {
  return { tpp: read('tpp'), category: read('category'), product: read('product') }
}

type Line = { category: Category; productId: string }

/** What a selection comes to now. */
type TakeBack = {
  inForce: readonly CategoryProducts[]
  /** Approved requests that are not in force yet and have a part in it: each ends as a whole. */
  approved: readonly CategoryProducts[]
  /** What of both was selected. */
  selected: readonly CategoryProducts[]
}

function takeBackOf({ pages: { bank }, customer }: OwnVisit, selection: Selection): TakeBack {
  const isSelected = ({ category, productId }: Line) =>
    (selection.category === 'all' || selection.category === category) &&
    (selection.product === 'all' || selection.product === productId)
  const inForce = bank.consents.of(customer.customerId, selection.tpp).filter(isSelected)
  const approvals = approvedOf(bank, customer, selection.tpp).filter((lines) => lines.some(isSelected))
  return {
    inForce: byCategory(inForce),
    approved: byCategory(approvals.flat()),
    selected: byCategory([...inForce, ...approvals.flat().filter(isSelected)]),
  }
}

function byCategory(lines: readonly Line[]): CategoryProducts[] {
  return categories
    .map((name) => ({
      name,
      products: [
        ...new Set(lines.filter(({ category }) => category === name).map(({ productId }) => productId)),
      ],
    }))
    .filter(({ products }) => products.length > 0)
}

async function showRevoke(visit: OwnVisit) {
  const selection = selectionFrom((name) => queryField(visit.request, name))
  const takeBack = takeBackOf(visit, selection)
  return takeBack.selected.length === 0 ? sendGone(visit, selection) : sendRevoke(visit, selection, takeBack)
}

async function revoke(visit: OwnVisit) {
  const { pages, request, reply, customer, language } = visit
  const { customerId } = customer
  const selection = selectionFrom((name) => field(request, name))
  const { selected } = takeBackOf(visit, selection)
  const there = ownAddress(language, '/revoke', selection)
  if (selected.length === 0) return seeOther(reply, there)
  if (pages.wrongCodes.left(customerId) === 0) return logOutForGuessing(visit)
  if (!hasRightCode(customer, request)) {
    if (pages.wrongCodes.countWrong(customerId) === 0) return logOutForGuessing(visit)
    return seeOther(reply, ownAddress(language, '/revoke', { ...selection, ...afterWrongCode }))
  }
  pages.wrongCodes.forget(customerId)
  await pages.bank.consents.revokeAtBank(customerId, selection.tpp, selected)
  return seeOther(reply, there)
}

function logOutForGuessing({ pages, request, reply, language }: OwnVisit): FastifyReply {
  pages.sessions.end(request, reply)
  return notice(reply, language, 'closed')
}

function sendRevoke(visit: OwnVisit, selection: Selection, { inForce, approved }: TakeBack): FastifyReply {
  const { pages, request, reply, customer, language, csrf, signedIn } = visit
  const wrongCodes = maxWrongCodes - pages.wrongCodes.left(customer.customerId)
  const factsOf = (consents: readonly CategoryProducts[]) =>
    consents.length === 0 ? null : categoryFacts(consents, customer, language, 'named')
  const page = renderRevoke({
    language,
    csrf,
    fields: selection,
    providerName: pages.bank.register.tppByNumber(selection.tpp)?.name ?? selection.tpp,
    inForce: factsOf(inForce),
    approved: factsOf(approved),
    oneTimeCode: customer.oneTimeCode,
    mistake: wrongCodeMistake(request, language, wrongCodes),
    inLanguage: (other) => ownAddress(other, '/revoke', selection),
    signedIn,
  })
  return sendPage(reply, page)
}

/** Also what the browser comes to after a revocation: it says what is so, whatever led here. */
function sendGone({ reply, language, signedIn }: OwnVisit, selection: Selection): FastifyReply {
  const text = ownTexts[language]
  const page = renderOutcome({
    language,
    title: text.goneTitle,
    sentences: [text.goneText],
    links: [{ href: ownAddress(language, ''), text: text.back }],
    inLanguage: (other) => ownAddress(other, '/revoke', selection),
    signedIn,
  })
  return sendPage(reply, page)
}
