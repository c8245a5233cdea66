import type { Language } from '../api/language'
import type { Customer } from '../state/customers'
import { hiddenFields, renderCodeField, renderMistake } from './form'
import { type Html, html } from './html'
import { renderPage } from './layout'
import type { SubjectView } from './subject'
import { decisionTexts } from './texts/decision'
import { shellTexts } from './texts/shell'

export type DecisionPage = {
  language: Language
  action: string
  csrf: string
  /** Beside those that every form carries. */
  fields: Record<string, string>
  subject: SubjectView
  customer: Customer
  /** Time of the bank's clock until which the decision can be made. */
  until: string
  mistake: string | null
  inLanguage: (language: Language) => string
  signedIn?: Html
}

/** Shows what is asked, and asks for the customer's decision on exactly that. */
export function renderDecision(page: DecisionPage): string {
  const { language, action, subject, customer, mistake } = page
  const text = decisionTexts[language]
  const body = html`<section class="card">
<h1>${subject.title}</h1>
<p class="soft">${text.lead(customer.name, page.until)}</p>
${renderMistake(mistake)}
<p>${subject.asks}</p>
${subject.facts}
${subject.next.map((sentence) => html`<p>${sentence}</p>`)}
<form id="decision" method="post" action="${action}">
${hiddenFields({ ...page.fields, csrf: page.csrf, lang: language })}
${renderCodeField({ label: text.code, hint: text.codeHint, mistake })}
<div class="actions">
<button type="submit" name="decision" value="approve">${text.approve}</button>
<button class="plain" type="submit" name="decision" value="refuse" formnovalidate>${text.refuse}</button>
</div>
</form>
</section>
<aside class="card demo" aria-labelledby="demo">
<h2 id="demo">${shellTexts[language].demoBox}</h2>
<p>${text.demoCode} <code>${customer.oneTimeCode}</code><br><span class="soft">${text.demoCodeWhy}</span></p>
<p><button class="plain" form="decision" type="submit" name="decision" value="expire" formnovalidate aria-describedby="expire-why">${text.expire}</button></p>
<p class="soft" id="expire-why">${text.expireWhy}</p>
</aside>`
  return renderPage({
    language,
    title: subject.title,
    inLanguage: page.inLanguage,
    columns: 'one',
    mistaken: mistake !== null,
    signedIn: page.signedIn,
    body,
  })
}

export type OutcomePage = {
  language: Language
  title: string
  sentences: readonly string[]
  /** Where the customer may go on; a link and not a redirect, because this page may be opened at any time. */
  links: readonly { href: string; text: string }[]
  inLanguage: ((language: Language) => string) | null
  signedIn?: Html
}

export function renderOutcome({
  language,
  title,
  sentences,
  links,
  inLanguage,
  signedIn,
}: OutcomePage): string {
  const body = html`<section class="card">
<h1>${title}</h1>
${sentences.map((sentence) => html`<p>${sentence}</p>`)}
${links.map(({ href, text }) => html`<p class="onward"><a class="button" href="${href}">${text}</a></p>`)}
</section>`
  return renderPage({ language, title, inLanguage, columns: 'one', signedIn, body })
}
