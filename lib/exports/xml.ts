import { clean } from './texts'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** One element with these elements inside, which are markup already. */
export function group(name: string, ...inside: string[]): string {
  return `<${name}>${inside.join('')}</${name}>`
}

/** One element with this text; no element at all when there is none. */
export function element(name: string, text: string | null, attribute = ''): string {
  const written = escapeXml(text ?? '')
  return written === '' ? '' : `<${name}${attribute}>${written}</${name}>`
}

function escapeXml(text: string): string {
  return clean(text).replace(/[&<>]/g, (character) => escapes[character] ?? '')
}
