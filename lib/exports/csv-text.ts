import { isTakenForValue } from './cell-value'
import { clean } from './texts'

/*
 * A spreadsheet takes a cell for a formula by its first character, and formulas can send data away. The full-width
 * forms are taken for the plain ones by spreadsheets set to an East Asian language. A text may also begin a cell in its
 * middle: a spreadsheet that expects another separator than the file has splits there.
 */
const formulaStart = /(?=[=+\-@＝＋－＠])(?<=(?:^|[;,|\t\r\n])[\s"'\u200b-\u200f\u2060\ufeff]*)/gu
const blankStart = /^[\t\r\n]/

/** The text so that no spreadsheet calculates with it: an apostrophe stands before what would begin a formula. */
export function safeText(text: string | null): string {
  const cleaned = clean(text ?? '')
  const safe = cleaned.replace(formulaStart, "'")
  return blankStart.test(safe) ? `'${safe}` : safe
}

/** What can stand between quotes in a formula and begins no other cell where a spreadsheet splits elsewhere. */
const plainText = /^[\p{L}\p{Nd} .:/%€()+#!?-]*$/u

/**
 * A text that a spreadsheet opens as the same text. One that it would take for a number, a day or a truth value loses
 * zeros at its start, digits after the fifteenth, or becomes another thing: such a text is written as `="0756"`, a formula
 * that is nothing but the text.
 */
export function keptText(text: string): string {
  if (!isTakenForValue(text)) return text
  return plainText.test(text) ? `="${text}"` : `'${text}`
}
