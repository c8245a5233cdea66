import type { Language } from '../api/language'
import { type Html, html } from './html'

/** The fields that every form carries beside its own: `csrf` ties it to the browser, `lang` keeps the language. */
export function hiddenFields(fields: { csrf: string; lang: Language } & Record<string, string>): Html {
  const inputs = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  return html`${inputs}`
}

export type CodeField = {
  label: string
  hint: string
  /** What was wrong with the code given before; null at first. */
  mistake: string | null
}

/** The alert takes focus when the page opens, so that nobody has to look for it. */
export function renderMistake(mistake: string | null): Html | null {
  return mistake === null
    ? null
    : html`<p class="alert" role="alert" id="mistake" tabindex="-1" autofocus>${mistake}</p>`
}

/** For the one-time code. Never filled in again: a wrong code is of no use. */
export function renderCodeField({ label, hint, mistake }: CodeField): Html {
  const described = mistake
    ? html` aria-describedby="mistake code-hint" aria-invalid="true"`
    : html` aria-describedby="code-hint"`
  return html`<label for="code">${label}</label>
<p class="hint" id="code-hint">${hint}</p>
<input class="code" type="text" id="code" name="code" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9 ]{6,12}" maxlength="12" required${described}>`
}
