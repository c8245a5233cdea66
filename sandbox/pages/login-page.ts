import type { Language } from '../api/language'
import type { Customer } from '../state/customers'
import { hiddenFields, renderMistake } from './form'
import { type Html, html } from './html'
import { renderPage } from './layout'
import { loginTexts } from './texts/login'

export type LoginPage = {
  language: Language
  /** Where the form goes, and what it carries beside the hidden fields of all forms. */
  action: string
  csrf: string
  fields: Record<string, string>
  lead: string
  inLanguage: (language: Language) => string
  /** Those whom the sandbox lets in at one click. */
  customers: readonly Customer[]
  demoLead: string
  /** The login just failed; what was typed as username is kept. */
  failed: { message: string; username: string } | null
}

export function renderLogin(page: LoginPage): string {
  const { language, failed } = page
  const text = loginTexts[language]
  const hidden = hiddenFields({ ...page.fields, csrf: page.csrf, lang: language })
  const described = failed && html` aria-describedby="mistake" aria-invalid="true"`
  const form = html`<section class="card">
<h1>${text.title}</h1>
<p class="soft">${page.lead}</p>
${renderMistake(failed?.message ?? null)}
<form class="login" method="post" action="${page.action}">
${hidden}
<label for="username">${text.username}</label>
<input type="text" id="username" name="username" value="${failed?.username ?? ''}" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="100" required${described}>
<label for="password">${text.password}</label>
<input type="password" id="password" name="password" autocomplete="current-password" maxlength="100" required${described}>
<button type="submit">${text.button}</button>
</form>
</section>`
  return renderPage({
    language,
    title: text.title,
    inLanguage: page.inLanguage,
    columns: 'two',
    mistaken: failed !== null,
    body: html`${form}${renderDemoCustomers(page, hidden)}`,
  })
}

function renderDemoCustomers({ language, action, customers, demoLead }: LoginPage, hidden: Html): Html {
  const text = loginTexts[language]
  const entries = customers.map(
    (customer) => html`<li>
<button class="plain" type="submit" name="pick" value="${customer.username}">${text.demoButton(customer.name)}</button>
<p class="soft">${customer.story[language]}<br><code>${customer.username}</code> <code>${customer.password}</code></p>
</li>`,
  )
  return html`<section class="card" aria-labelledby="demo">
<h2 id="demo">${text.demoTitle}</h2>
<p class="soft">${demoLead}</p>
<form method="post" action="${action}">
${hidden}
<ul class="customers">${entries}</ul>
</form>
</section>`
}
