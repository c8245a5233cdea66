/** A piece of HTML that is safe to put into a page as it is. */
export class Html {
  constructor(readonly text: string) {}
}

type Value = string | number | Html | readonly Html[] | null

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (char) => entities[char] ?? char)
}

function render(value: Value): string {
  if (value === null) return ''
  if (value instanceof Html) return value.text
  if (typeof value === 'object') return value.map((piece) => piece.text).join('')
  return escapeText(String(value))
}

/** Template tag: everything put in is escaped, except what is Html already. Attributes must be in double quotes. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(strings.map((text, index) => text + render(values[index] ?? null)).join(''))
}
