import type { Decimal } from './decimal'

/** What somebody typed as an amount: which it is, or that it could be two, or that it is none. */
export type TypedAmount = { kind: 'amount'; amount: Decimal } | { kind: 'ambiguous' } | { kind: 'none' }

/** Groups of three with one sign between them, in front at most three: `1.234`, `12,345,678`. */
const GROUPED = /^[1-9]\d{0,2}(?:\.\d{3})+$|^[1-9]\d{0,2}(?:,\d{3})+$/
/** Such groups, and then the other sign before the decimals: `1.234,56`, `1,234.5`. */
const GROUPED_DECIMAL = /^([1-9]\d{0,2}(?:\.\d{3})+),(\d+)$|^([1-9]\d{0,2}(?:,\d{3})+)\.(\d+)$/
const PLAIN = /^(\d+)(?:[.,](\d+))?$/

/**
 * Reads an amount without a sign in the Italian form and in the English one. `1.234` and `1,234` are a thousand in one
 * of them and a little over one in the other: do not guess.
 */
export function readTypedAmount(typed: string): TypedAmount {
  const text = typed.replace(/[\s€]/g, '')
  if (text.length > 24) return { kind: 'none' }
  if (GROUPED.test(text)) {
    const groups = text.split(/[.,]/)
    return groups.length === 2 ? { kind: 'ambiguous' } : { kind: 'amount', amount: groups.join('') }
  }
  const [, italian, italianCents, english, englishCents] = GROUPED_DECIMAL.exec(text) ?? []
  const [, whole = (italian ?? english)?.replace(/[.,]/g, ''), cents = italianCents ?? englishCents] =
    PLAIN.exec(text) ?? []
  if (whole === undefined) return { kind: 'none' }
  return { kind: 'amount', amount: cents === undefined ? whole : `${whole}.${cents}` }
}
