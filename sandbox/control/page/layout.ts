import { type Html, html } from '../../pages/html'
import { bankName } from '../../pki/key-set'

/** A page of control: for whoever runs the sandbox, not for its customers. */
export function renderControlPage(title: string, body: Html, columns: 'one' | 'two' = 'one'): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} – ${bankName} control</title>
<link rel="stylesheet" href="/page/style.css">
<link rel="icon" href="data:,">
</head>
<body>
<header>
<p class="name"><a href="/">Control</a> <span>${bankName}, sandbox</span></p>
<p class="warn">The journal shows tokens and secrets as they crossed the wire.</p>
</header>
<main class="${columns}">${body}</main>
</body>
</html>
`.text
}

export function option(value: string, label: string, chosen: string): Html {
  return html`<option value="${value}"${value === chosen ? html` selected` : null}>${label}</option>`
}

/** A table that scrolls on its own where the page is narrow. */
export function wideTable(
  label: string,
  heads: readonly string[],
  rows: readonly (readonly (string | Html)[])[],
): Html {
  const cells = (tag: 'th' | 'td', texts: readonly (string | Html)[]) =>
    texts.map((text) => (tag === 'th' ? html`<th scope="col">${text}</th>` : html`<td>${text}</td>`))
  return html`<div class="wide" role="region" aria-label="${label}" tabindex="0"><table>
<thead><tr>${cells('th', heads)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${cells('td', row)}</tr>`)}</tbody>
</table></div>`
}
