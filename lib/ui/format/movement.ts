import { visibleText } from './bank-text'

type Texts = {
  shortDescription: string | null
  extendedDescription: string | null
  codeDescription: string | null
}

/**
 * What names a movement best: the bank's longer text, which says with whom; null when it sent no text at all, or none
 * that can be seen.
 */
export function movementTitle({
  extendedDescription,
  shortDescription,
  codeDescription,
}: Texts): string | null {
  return [extendedDescription, shortDescription, codeDescription].map(seen).find((text) => text) ?? null
}

/** What kind of movement it is, where that is not its title already. */
export function movementKind(movement: Texts): string | null {
  const title = movementTitle(movement)
  const { shortDescription, codeDescription } = movement
  return [shortDescription, codeDescription].map(seen).find((text) => text && text !== title) ?? null
}

/** Null where there is nothing that leaves a mark on a page. */
function seen(text: string | null): string | null {
  return text !== null && /[^\p{Z}\p{C}\p{M}]/u.test(text) ? visibleText(text) : null
}

/** The first letters of its first two words; a dot where there is no letter. */
export function movementInitials(title: string | null): string {
  const words = title?.match(/\p{Letter}[\p{Letter}\p{Mark}]*/gu) ?? []
  const long = words.filter((word) => word.length > 2)
  const [first = '', second = ''] = long.length > 0 ? long : words
  const letters = second ? [...first].slice(0, 1).concat([...second].slice(0, 1)) : [...first].slice(0, 2)
  return letters.join('').toUpperCase() || '·'
}
