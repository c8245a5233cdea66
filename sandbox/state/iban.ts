const oddValues = [
  1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23,
]

/**
 * Check letter (CIN) of what follows it in an Italian BBAN: odd places by table, even places by value, modulo 26. A
 * letter counts like its place in the alphabet, from 0.
 */
export function checkLetter(text: string): string {
  let sum = 0
  for (const [index, char] of [...text].entries()) {
    const value = /\d/.test(char) ? Number(char) : char.charCodeAt(0) - 'A'.charCodeAt(0)
    sum += index % 2 === 0 ? (oddValues[value] ?? 0) : value
  }
  return String.fromCharCode('A'.charCodeAt(0) + (sum % 26))
}

/** An IBAN's number modulo 97, first four characters moved to the end (ISO 13616): 1 when its check digits are right. */
export function ibanRemainder(iban: string): number {
  let remainder = 0
  for (const char of `${iban.slice(4)}${iban.slice(0, 4)}`) {
    const value = Number.parseInt(char, 36)
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97
  }
  return remainder
}

/** Italian IBAN from bank code (ABI, 5 digits), branch (CAB, 5 digits) and account number (12 digits). */
export function italianIban(abi: string, cab: string, account: string): string {
  const digits = `${abi}${cab}${account}`
  const bban = `${checkLetter(digits)}${digits}`
  const checkDigits = 98 - ibanRemainder(`IT00${bban}`)
  return `IT${String(checkDigits).padStart(2, '0')}${bban}`
}

/** For people: in groups of four with blanks that do not break. */
export function writtenIban(iban: string): string {
  return iban.replace(/(.{4})(?=.)/g, '$1\u00a0')
}
