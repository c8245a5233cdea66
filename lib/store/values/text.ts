/**
 * Text that PostgreSQL takes, in columns of text and of JSON alike: without NUL, and with U+FFFD for
 * halves of a surrogate pair.
 */
export function storable(text: string): string {
  // Nearly every text is fine, and there may be hundreds of thousands of them.
  if (!suspect.test(text)) return text
  return text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\ufffd')
}

const suspect = /[\0\ud800-\udfff]/
