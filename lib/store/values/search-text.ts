import type { DetailField } from '../accounts/details'
import { storable } from './text'

const maxSearchTextLength = 4_000
const maxWords = 8
const maxQueryLength = 200

/**
 * The form in which texts are compared: lower case, without accents, one blank for any run of them, the
 * plain apostrophe for the curly ones. Done here and not in SQL, for what `lower` knows differs from
 * database to database.
 */
export function foldForSearch(text: string): string {
  const folded = isPlain.test(text) ? text.toLowerCase() : foldMarks(text)
  return folded.replace(/\s+/g, ' ').trim()
}

// Most of a bank's texts are ASCII, and there may be a hundred thousand of them.
const isPlain = /^[\x20-\x7e]*$/

function foldMarks(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[‘’ʼ]/g, "'")
}

/** What a search looks in: the descriptions and the texts of further fields, a line each. */
export function searchTextOf(movement: {
  shortDescription: string | null
  extendedDescription: string | null
  codeDescription: string | null
  fields: readonly DetailField[]
}): string {
  const { shortDescription, extendedDescription, codeDescription, fields } = movement
  const texts = [
    shortDescription,
    extendedDescription,
    codeDescription,
    ...fields.flatMap(({ kind, value }) => (kind === 'text' ? [value] : [])),
  ]
  return texts
    .flatMap((text) => (text === null ? [] : [foldForSearch(text)]))
    .join('\n')
    .slice(0, maxSearchTextLength)
}

/**
 * The words of a search; a movement is found when its text has all of them, each anywhere and as a part
 * of a longer word too. No character has a meaning of its own.
 */
export function searchWords(query: string): string[] {
  const words = foldForSearch(storable(query.slice(0, maxQueryLength))).split(' ')
  const each = [...new Set(words.filter((word) => word !== ''))].slice(0, maxWords)
  // A long word is the rarer one: where it is missing the others need not be looked for.
  return each.sort((a, b) => b.length - a.length)
}
