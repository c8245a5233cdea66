import { visibleText } from './bank-text'

type Texts = {
  shortDescription: string | null
  extendedDescription: string | null
  codeDescription: string | null
}

/** What names a movement best: the bank's longer text, which says with whom; null when it sent no text at all. */
export function movementTitle({
  extendedDescription,
  shortDescription,
  codeDescription,
}: Texts): string | null {
  const text = extendedDescription || shortDescription || codeDescription
  return text ? visibleText(text) : null
}

/** What kind of movement it is, where that is not its title already. */
export function movementKind(movement: Texts): string | null {
  const title = movementTitle(movement)
  const { shortDescription, codeDescription } = movement
  const texts = [shortDescription, codeDescription].map((text) => text && visibleText(text))
  return texts.find((text) => text && text !== title) ?? null
}

/** The first letters of its first two words; a dot where there is no letter. */
export function movementInitials(title: string | null): string {
  const words = title?.match(/\p{Letter}[\p{Letter}\p{Mark}]*/gu) ?? []
  const long = words.filter((word) => word.length > 2)
  const [first = '', second = ''] = long.length > 0 ? long : words
  const letters = second ? [...first].slice(0, 1).concat([...second].slice(0, 1)) : [...first].slice(0, 2)
  return letters.join('').toUpperCase() || '·'
}
