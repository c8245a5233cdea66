/*
 * Texts of the bank on their way into files. Lengths are counted in characters, as the schemas of files do, and not in
 * halves of them: an emoji is never cut in two.
 */

// XML 1.0, "Char": everything else cannot even be escaped. Halves of a surrogate pair are replaced before.
const notInXml = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

/** Halves of a surrogate pair become U+FFFD, as they would in UTF-8; control characters go. */
export function clean(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd').replace(notInXml, '')
}

/** On one line, without blanks around. */
export function oneLine(text: string): string {
  return clean(text).replace(/\s+/g, ' ').trim()
}

/** At most `length` characters; what was cut ends in `…`. */
export function cut(text: string, length: number): string {
  const characters = [...text]
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`
}

/** All of it, in pieces of at most `length` characters that joined are the text again. */
export function pieces(text: string, length: number): string[] {
  const characters = [...text]
  const count = Math.ceil(characters.length / length)
  return Array.from({ length: count }, (_, index) =>
    characters.slice(index * length, (index + 1) * length).join(''),
  )
}

/** What a movement has beside the fields of a format, and the names of those that were odd. */
export function furtherFields(movement: { fields: readonly { path: string; value: string }[] }): string {
  return movement.fields.map(({ path, value }) => `${path}=${value}`).join('; ')
}
