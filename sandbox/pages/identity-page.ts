import type { Language } from '../api/language'
import { hiddenFields } from './form'
import { html } from './html'
import { renderPage } from './layout'
import { identityTexts } from './texts/identity'

export type IdentityPage = {
  language: Language
  ticket: string
  csrf: string
  applicationName: string
  providerName: string
  customerName: string
}

/** Asks whether the application may know who the customer is. */
export function renderIdentity(page: IdentityPage): string {
  const { language, ticket, csrf, applicationName } = page
  const text = identityTexts[language]
  const title = text.title(applicationName)
  const body = html`<section class="card">
<h1>${title}</h1>
<p class="soft">${text.lead(page.customerName)}</p>
<p>${text.asks(applicationName, page.providerName)}</p>
<h2>${text.shares}</h2>
<ul class="shares">${text.items.map((item) => html`<li>${item}</li>`)}</ul>
<p>${text.not}</p>
<form method="post" action="/consent">
${hiddenFields({ ticket, csrf, lang: language })}
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
