import type { Language } from '../api/language'
import { html } from './html'
import { renderPage } from './layout'
import { texts } from './texts'

export type ConsentPage = {
  language: Language
  ticket: string
  csrf: string
  applicationName: string
  providerName: string
  customerName: string
}

/** Asks whether the application may know who the customer is. */
export function renderConsent(page: ConsentPage): string {
  const { language, ticket, csrf, applicationName } = page
  const text = texts[language]
  const title = text.consentTitle(applicationName)
  const body = html`<section class="card">
<h1>${title}</h1>
<p class="soft">${text.consentLead(page.customerName)}</p>
<p>${text.consentAsks(applicationName, page.providerName)}</p>
<h2>${text.consentShares}</h2>
<ul class="shares">${text.consentItems.map((item) => html`<li>${item}</li>`)}</ul>
<p>${text.consentNot}</p>
<form method="post" action="/consent">
<input type="hidden" name="ticket" value="${ticket}"><input type="hidden" name="csrf" value="${csrf}"><input type="hidden" name="lang" value="${language}">
<div class="actions">
<button type="submit" name="decision" value="allow">${text.allow}</button>
<button class="plain" type="submit" name="decision" value="refuse">${text.refuse}</button>
</div>
</form>
</section>`
  return renderPage({
    language,
    title,
    inLanguage: (other) => `/consent?ticket=${encodeURIComponent(ticket)}&lang=${other}`,
    columns: 'one',
    body,
  })
}
