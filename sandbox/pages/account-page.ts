import type { Language } from '../api/language'
import { writtenAmount } from '../money/written'
import type { Account } from '../state/customers'
import { writtenIban } from '../state/iban'
import type { Balances, Movement } from '../state/ledger'
import { dayText } from './format'
import { type Html, html } from './html'
import { renderPage } from './layout'
import { ownAddress } from './own-visit'
import { ownTexts } from './texts/own'

export type AccountPage = {
  language: Language
  account: Account
  balances: Balances
  /** On the first page; null on the others. */
  pending: readonly Movement[] | null
  movements: readonly Movement[]
  /** Place before which the next page begins; null when this is the last. */
  older: number | null
  /** Place before which this page begins; null on the first. */
  before: number | null
  signedIn: Html
}

export function renderAccount(page: AccountPage): string {
  const { language, account, balances, pending } = page
  const text = ownTexts[language]
  const path = `/accounts/${account.productId}` as const
  const inLanguage = (other: Language) =>
    ownAddress(other, path, page.before === null ? {} : { before: String(page.before) })
  const { accountingCents, availableCents, currency } = balances
  const head = html`<section class="card">
<p><a class="row" href="${ownAddress(language, '')}">← ${text.back}</a></p>
<h1>${account.nickname}</h1>
<p class="soft">${account.type.description[language]}${account.closed ? html` · <strong>${text.closed}</strong>` : null}<br>${writtenIban(account.iban)}</p>
<dl class="balances">
<div><dt>${text.accounting}</dt><dd>${writtenAmount(accountingCents, currency, language)}</dd></div>
<div><dt>${text.available}</dt><dd>${writtenAmount(availableCents, currency, language)}</dd></div>
</dl>
</section>`
  const none = page.before === null ? text.movementsNone : text.movementsNoOlder
  const body = html`${head}
${pending && renderList(page, { id: 'pending', title: text.pending, movements: pending, none: text.pendingNone, more: null })}
${renderList(page, { id: 'movements', title: text.movements, movements: page.movements, none, more: renderPaging(page, path) })}`
  return renderPage({
    language,
    title: account.nickname,
    inLanguage,
    columns: 'one',
    signedIn: page.signedIn,
    body,
  })
}

type List = { id: string; title: string; movements: readonly Movement[]; none: string; more: Html | null }

function renderList({ language, balances }: AccountPage, { id, title, movements, none, more }: List): Html {
  const text = ownTexts[language]
  const lines = movements.map(
    ({ cents, bookingDay, valueDay, description }) => html`<li>
<span class="day soft">${dayText(bookingDay ?? valueDay, language)}</span>
<span class="what"><strong>${description.short}</strong><br><span class="soft">${description.extended}${bookingDay !== null && bookingDay !== valueDay ? html` · ${text.valueDay(dayText(valueDay, language))}` : null}</span></span>
<span class="${cents < 0n ? 'amount' : 'amount in'}">${writtenAmount(cents, balances.currency, language)}</span>
</li>`,
  )
  return html`<section class="card" aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
${movements.length === 0 ? html`<p class="soft">${none}</p>` : html`<ul class="movements">${lines}</ul>`}
${more}
</section>`
}

function renderPaging({ language, older, before }: AccountPage, path: `/${string}`): Html | null {
  const text = ownTexts[language]
  if (older === null && before === null) return null
  const newest =
    before === null
      ? null
      : html`<a class="button plain" href="${ownAddress(language, path)}">${text.newest}</a>`
  const next =
    older === null
      ? null
      : html`<a class="button plain" href="${ownAddress(language, path, { before: String(older) })}">${text.older}</a>`
  return html`<p class="actions">${newest}${next}</p>`
}
