import type { FastifyInstance, FastifyReply } from 'fastify'
import { type CategoryProducts, categories } from '../state/consents'
import type { Pages } from './context'
import { hasRightCode } from './credentials'
import { renderOutcome } from './decision-page'
import { forLoggedIn, forPosted, type OwnVisit, ownAddress } from './own-visit'
import { field, notice, queryField, seeOther, sendPage } from './respond'
import { renderRevoke } from './revoke-page'
import { categoryFacts } from './subject'
import { decisionTexts } from './texts/decision'
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

/** What of the selection is in force now, by category. */
function inForce({ pages: { bank }, customer }: OwnVisit, selection: Selection): CategoryProducts[] {
  const { tpp, category, product } = selection
  const records = bank.consents.of(customer.customerId, tpp)
  return categories
    .filter((name) => category === 'all' || category === name)
    .map((name) => ({
      name,
      products: records
        .filter((record) => record.category === name && (product === 'all' || product === record.productId))
        .map(({ productId }) => productId),
    }))
    .filter(({ products }) => products.length > 0)
}

async function showRevoke(visit: OwnVisit) {
  const selection = selectionFrom((name) => queryField(visit.request, name))
  const consents = inForce(visit, selection)
  return consents.length === 0 ? sendGone(visit, selection) : sendRevoke(visit, selection, consents, null)
}

async function revoke(visit: OwnVisit) {
  const { pages, request, reply, customer, language } = visit
  const { customerId } = customer
  const selection = selectionFrom((name) => field(request, name))
  const consents = inForce(visit, selection)
  const there = ownAddress(language, '/revoke', selection)
  if (consents.length === 0) return seeOther(reply, there)
  if (pages.wrongCodes.isSpent(customerId)) return logOutForGuessing(visit)
  if (!hasRightCode(customer, request)) {
    const left = pages.wrongCodes.countWrong(customerId)
    if (left === 0) return logOutForGuessing(visit)
    return sendRevoke(visit, selection, consents, decisionTexts[language].codeWrong(left))
  }
  pages.wrongCodes.forget(customerId)
  await pages.bank.consents.revokeAtBank(customerId, selection.tpp, consents)
  return seeOther(reply, there)
}

function logOutForGuessing({ pages, request, reply, language }: OwnVisit): FastifyReply {
  pages.sessions.end(request, reply)
  return notice(reply, language, 'closed')
}

function sendRevoke(
  visit: OwnVisit,
  selection: Selection,
  consents: readonly CategoryProducts[],
  mistake: string | null,
): FastifyReply {
  const { pages, reply, customer, language, csrf, signedIn } = visit
  const page = renderRevoke({
    language,
    csrf,
    fields: selection,
    providerName: pages.bank.register.tppByNumber(selection.tpp)?.name ?? selection.tpp,
    facts: categoryFacts(consents, customer, language, 'named'),
    oneTimeCode: customer.oneTimeCode,
    mistake,
    inLanguage: (other) => ownAddress(other, '/revoke', selection),
    signedIn,
  })
  return sendPage(reply, page, mistake === null ? 200 : 401)
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
