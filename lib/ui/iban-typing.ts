import { groupIban, normaliseIban } from '@/lib/domain/iban'

/** What stands in a field and where its caret is, in UTF-16 units. */
export type TypedIban = { text: string; caret: number }

/**
 * What has just been typed or pasted, in groups of four, with the caret behind the same character as before. What no
 * IBAN has stays where it is, so that it can be named; a text that is far too long stays as it is.
 */
export function groupedAsTyped(text: string, caret: number): TypedIban {
  const compact = normaliseIban(text)
  if (compact === undefined) return { text, caret }
  const before = Math.min(normaliseIban(text.slice(0, caret))?.length ?? 0, compact.length)
  return { text: groupIban(compact), caret: before + Math.floor(Math.max(before - 1, 0) / 4) }
}
