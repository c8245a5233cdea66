import type { Language } from '../api/language'
import { bankName } from '../pki/key-set'
import { type Html, html } from './html'
import { shellTexts } from './texts/shell'

export type Page = {
  language: Language
  title: string
  /** Address of this page in a language, for the switch; null when the page has no address of its own. */
  inLanguage: ((language: Language) => string) | null
  columns: 'one' | 'two'
  /** The page came back because of a mistake; the title says so first. */
  mistaken?: boolean
  /** Who is logged in, and how to end that; for the bank's own page. */
  signedIn?: Html
  body: Html
}

const mark = html`<svg viewBox="0 0 34 34" aria-hidden="true" focusable="false"><rect width="34" height="34" rx="3" fill="currentColor" opacity=".14"/><path d="M5 12h16a4 4 0 1 0-4-4M5 18h20a4 4 0 1 1-4 4M5 24h9a3 3 0 1 1-3 3" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round"/></svg>`

const languageNames: Record<Language, string> = { en: 'English', it: 'Italiano' }

export function renderPage(page: Page): string {
  const text = shellTexts[page.language]
  const { inLanguage } = page
  const entries = (['en', 'it'] as const).map((language) =>
    language === page.language
      ? html`<span lang="${language}" aria-current="true">${languageNames[language]}</span>`
      : html`<a lang="${language}" hreflang="${language}" href="${inLanguage?.(language) ?? ''}">${languageNames[language]}</a>`,
  )
  const languageSwitch =
    inLanguage && html`<nav class="languages" aria-label="${text.language}">${entries}</nav>`
  return html`<!doctype html>
<html lang="${page.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${page.mistaken ? text.errorTitle(page.title) : page.title} – ${bankName}</title>
<link rel="stylesheet" href="/style.css">
<link rel="icon" href="data:,">
</head>
<body>
<header>
<p class="band"><strong>SANDBOX</strong> ${text.sandbox}</p>
<div class="bar">${mark}<p class="name">${bankName}</p>${languageSwitch}</div>
${page.signedIn ?? null}
</header>
<main class="${page.columns}">${page.body}</main>
<footer>${text.footer}</footer>
</body>
</html>
`.text
}

/** A page that only tells something. */
export function renderNotice(
  language: Language,
  notice: { title: string; text: string; link: { href: string; text: string } | null },
): string {
  const { title, text, link } = notice
  const onward = link && html`<p class="onward"><a class="button" href="${link.href}">${link.text}</a></p>`
  return renderPage({
    language,
    title,
    inLanguage: null,
    columns: 'one',
    body: html`<section class="card"><h1>${title}</h1><p>${text}</p>${onward}</section>`,
  })
}
