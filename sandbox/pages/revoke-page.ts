import type { Language } from '../api/language'
import { hiddenFields, renderCodeField, renderMistake } from './form'
import { type Html, html } from './html'
import { renderPage } from './layout'
import { ownAddress } from './own-visit'
import { decisionTexts } from './texts/decision'
import { ownTexts } from './texts/own'
import { shellTexts } from './texts/shell'

export type RevokePage = {
  language: Language
  csrf: string
  fields: Record<string, string>
  providerName: string
  /** What ends that is in force; null when it is nothing. */
  inForce: Html | null
  /** What was approved and is not in force yet, whose approvals end; null when it is nothing. */
  approved: Html | null
  oneTimeCode: string
  mistake: string | null
  inLanguage: (language: Language) => string
  signedIn: Html
}

export function renderRevoke(page: RevokePage): string {
  const { language, mistake } = page
  const text = ownTexts[language]
  const title = text.revokeTitle(page.providerName)
  const body = html`<section class="card">
<h1>${title}</h1>
${renderMistake(mistake)}
${page.inForce && html`<p>${text.revokeLead(page.providerName)}</p>\n${page.inForce}`}
${page.approved && html`<p>${text.revokeApproved(page.providerName)}</p>\n${page.approved}`}
<form method="post" action="/my/revoke">
${hiddenFields({ ...page.fields, csrf: page.csrf, lang: language })}
${renderCodeField({ label: decisionTexts[language].code, hint: text.codeHint, mistake })}
<div class="actions">
<button type="submit">${text.revokeButton}</button>
<a class="button plain" href="${ownAddress(language, '')}">${text.keep}</a>
</div>
</form>
</section>
<aside class="card demo" aria-labelledby="demo">
<h2 id="demo">${shellTexts[language].demoBox}</h2>
<p>${decisionTexts[language].demoCode} <code>${page.oneTimeCode}</code><br><span class="soft">${decisionTexts[language].demoCodeWhy}</span></p>
</aside>`
  return renderPage({
    language,
    title,
    inLanguage: page.inLanguage,
    columns: 'one',
    mistaken: mistake !== null,
    signedIn: page.signedIn,
    body,
  })
}
