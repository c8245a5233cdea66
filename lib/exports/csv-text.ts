import { clean } from './texts'

/*
 * A spreadsheet takes a cell for a formula by its first character, and formulas can send data away. The full-width
 * forms are taken for the plain ones by spreadsheets set to an East Asian language. A text may also begin a cell in its
 * middle: a spreadsheet that expects another separator than the file has splits there.
 */
const formulaStart = /(^|[;,|\t\r\n])([\s"'\u200b-\u200f\u2060\ufeff]*)(?=[=+\-@＝＋－＠])/gu
const blankStart = /^[\t\r\n]/

/** The text so that no spreadsheet calculates with it: an apostrophe stands before what would begin a formula. */
export function safeText(text: string | null): string {
  const cleaned = clean(text ?? '')
  const safe = cleaned.replace(formulaStart, "$1$2'")
  return blankStart.test(safe) ? `'${safe}` : safe
}
