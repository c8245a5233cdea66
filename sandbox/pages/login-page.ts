import type { Language } from '../api/language'
import type { Customer } from '../state/customers'
import { html } from './html'
import { renderPage } from './layout'
import { texts } from './texts'

export type LoginPage = {
  language: Language
  ticket: string
  csrf: string
  applicationName: string
  customers: readonly Customer[]
  /** The login just failed; what was typed as username is kept. */
  failed: { username: string } | null
}

export function renderLogin(page: LoginPage): string {
  const { language, ticket, csrf } = page
  const text = texts[language]
  const hidden = html`<input type="hidden" name="ticket" value="${ticket}"><input type="hidden" name="csrf" value="${csrf}"><input type="hidden" name="lang" value="${language}">`
  const alert = page.failed && html`<p class="alert" role="alert" id="login-error">${text.loginWrong}</p>`
  const described = page.failed ? html` aria-describedby="login-error" aria-invalid="true"` : null
  const form = html`<section class="card">
<h1>${text.loginTitle}</h1>
<p class="soft">${text.loginLead(page.applicationName)}</p>
${alert}
<form class="login" method="post" action="/login">
${hidden}
<label for="username">${text.username}</label>
<input type="text" id="username" name="username" value="${page.failed?.username ?? ''}" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="100" required${described}>
<label for="password">${text.password}</label>
<input type="password" id="password" name="password" autocomplete="current-password" maxlength="100" required${described}>
<button type="submit">${text.loginButton}</button>
</form>
</section>`
  const customers = page.customers.map(
    (customer) => html`<li>
<button class="plain" type="submit" name="pick" value="${customer.username}">${text.demoButton(customer.name)}</button>
<p class="soft">${customer.story[language]}<br><code>${customer.username}</code> <code>${customer.password}</code></p>
</li>`,
  )
  const demo = html`<section class="card" aria-labelledby="demo">
<h2 id="demo">${text.demoTitle}</h2>
<p class="soft">${text.demoLead}</p>
<form method="post" action="/login">
${hidden}
<ul class="customers">${customers}</ul>
</form>
</section>`
  return renderPage({
    language,
    title: text.loginTitle,
    inLanguage: (other) => `/login?ticket=${encodeURIComponent(ticket)}&lang=${other}`,
    columns: 'two',
    body: html`${form}${demo}`,
  })
}
