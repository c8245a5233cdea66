/** Latin characters of a SEPA credit transfer (EPC217-08): all that a payee's bank anywhere can take. */
const allowed = /^[A-Za-z0-9 /\-?:().,'+]$/

/** Controls, marks, separators and the unassigned: they would not be seen, or would change what is around them. */
const unshown = /^[\p{C}\p{M}\p{Z}]$/u

/** The first character that a transfer cannot carry, as a refusal may show it: `Ю (U+042E)`, `U+000A`; null if none. */
export function forbiddenCharacter(text: string): string | null {
  for (const char of text) {
    if (allowed.test(char)) continue
    const point = `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
    return unshown.test(char) ? point : `${char} (${point})`
  }
  return null
}
