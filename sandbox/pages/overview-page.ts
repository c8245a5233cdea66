import type { Language } from '../api/language'
import { bankDayOf } from '../calendar/bank-day'
import { writtenDay } from '../calendar/written'
import { writtenAmount } from '../money/written'
import { type ConsentRecord, categories } from '../state/consents'
import type { Account } from '../state/customers'
import { writtenIban } from '../state/iban'
import type { Balances } from '../state/ledger'
import type { ApprovedLine } from './approved'
import { maskedIban } from './format'
import { type Html, html } from './html'
import { renderPage } from './layout'
import { ownAddress } from './own-visit'
import { ownTexts } from './texts/own'
import { subjectTexts } from './texts/subject'

export type AccountLine = { account: Account; balances: Balances }

export type WaitingLine = { resourceId: string; brief: string; application: string; until: string }

export type OverviewPage = {
  language: Language
  customerName: string
  accounts: readonly AccountLine[]
  waiting: readonly WaitingLine[]
  consents: readonly ConsentRecord[]
  /** Approved and not in force yet. */
  approved: readonly ApprovedLine[]
  providerName: (tpp: string) => string
  signedIn: Html
}

export function renderOverview(page: OverviewPage): string {
  const { language } = page
  const text = ownTexts[language]
  const body = html`<h1 class="whole">${text.greeting(page.customerName)}</h1>
<section class="card whole" aria-labelledby="waiting"><h2 id="waiting">${text.waiting}</h2>${renderWaiting(page)}</section>
<section class="card" aria-labelledby="accounts"><h2 id="accounts">${text.accounts}</h2>${renderAccounts(page)}</section>
<section class="card" aria-labelledby="third-parties"><h2 id="third-parties">${text.thirdParties}</h2>${renderThirdParties(page)}</section>`
  return renderPage({
    language,
    title: text.title,
    inLanguage: (other) => ownAddress(other, ''),
    columns: 'two',
    signedIn: page.signedIn,
    body,
  })
}

function renderWaiting({ language, waiting }: OverviewPage): Html {
  const text = ownTexts[language]
  if (waiting.length === 0) return html`<p class="soft">${text.waitingNone}</p>`
  const lines = waiting.map(
    ({ resourceId, brief, application, until }) => html`<li>
<a class="row" href="${ownAddress(language, `/approve/${resourceId}`)}">${brief}</a>
<p class="soft">${text.waitingFrom(application, until)}</p>
</li>`,
  )
  return html`<ul class="rows">${lines}</ul>`
}

function renderAccounts({ language, accounts }: OverviewPage): Html {
  const text = ownTexts[language]
  if (accounts.length === 0) return html`<p class="soft">${text.noAccounts}</p>`
  const lines = accounts.map(
    ({ account, balances: { accountingCents, availableCents, currency } }) => html`<li>
<a class="row" href="${ownAddress(language, `/accounts/${account.productId}`)}">${account.nickname}</a>
<p class="soft">${account.type.description[language]}${account.closed ? html` · <strong>${text.closed}</strong>` : null}<br>${writtenIban(account.iban)}</p>
<dl class="balances">
<div><dt>${text.accounting}</dt><dd>${writtenAmount(accountingCents, currency, language)}</dd></div>
<div><dt>${text.available}</dt><dd>${writtenAmount(availableCents, currency, language)}</dd></div>
</dl>
</li>`,
  )
  return html`<ul class="rows">${lines}</ul>`
}

function renderThirdParties(page: OverviewPage): Html {
  const text = ownTexts[page.language]
  const numbers = [...new Set([...page.consents, ...page.approved].map(({ tpp }) => tpp))]
  if (numbers.length === 0) return html`<p class="soft">${text.thirdPartiesNone}</p>`
  return html`<p class="soft">${text.thirdPartiesLead}</p>${numbers.map((tpp) => renderProvider(page, tpp))}`
}

function renderProvider(page: OverviewPage, tpp: string): Html {
  const { language } = page
  const text = ownTexts[language]
  const provider = page.providerName(tpp)
  const groups = categories.map((category) => {
    const isHere = (line: ApprovedLine) => line.tpp === tpp && line.category === category
    const lines = [
      ...page.consents.filter(isHere).map(({ productId, grantedAt }) => ({
        productId,
        since: text.givenOn(writtenDay(bankDayOf(new Date(grantedAt)), language)),
      })),
      ...[...new Set(page.approved.filter(isHere).map(({ productId }) => productId))].map((productId) => ({
        productId,
        since: text.approvedOnly,
      })),
    ]
    return lines.length === 0 ? html`` : renderCategory(page, lines, { tpp, category })
  })
  const everything = ownAddress(language, '/revoke', { tpp, category: 'all', product: 'all' })
  return html`<div class="provider">
<h3>${provider}</h3>
<p class="soft">${text.authorisation(tpp)}</p>
${groups}
<p><a class="button plain" href="${everything}">${text.takeBackEverything(provider)}</a></p>
</div>`
}

function renderCategory(
  { language, accounts }: OverviewPage,
  given: readonly { productId: string; since: string }[],
  selection: Pick<ConsentRecord, 'tpp' | 'category'>,
): Html {
  const text = ownTexts[language]
  const lines = given.map(({ productId, since }) => {
    const account = accounts.find((line) => line.account.productId === productId)?.account
    const name = account?.nickname ?? productId
    return html`<li>
<strong>${name}</strong>
<span class="soft">${account ? maskedIban(account.iban) : ''} · ${since}</span>
<a href="${ownAddress(language, '/revoke', { ...selection, product: productId })}">${text.takeBack}<span class="unseen"> ${text.takeBackOne(name)}: ${subjectTexts[language].categories[selection.category].title}</span></a>
</li>`
  })
  const all = ownAddress(language, '/revoke', { ...selection, product: 'all' })
  const takeBackAll =
    new Set(given.map(({ productId }) => productId)).size > 1
      ? html`<p><a href="${all}">${text.takeBackAll}<span class="unseen">: ${subjectTexts[language].categories[selection.category].title}</span></a></p>`
      : null
  return html`<h4>${subjectTexts[language].categories[selection.category].title}</h4>
<ul class="consents">${lines}</ul>
${takeBackAll}`
}
