const oddValues = [
  1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23,
]

/** Check letter of an Italian BBAN (CIN): odd places by table, even places by value, modulo 26. */
function checkLetter(digits: string): string {
  let sum = 0
  for (const [index, digit] of [...digits].entries()) {
    const value = Number(digit)
    sum += index % 2 === 0 ? (oddValues[value] ?? 0) : value
  }
  return String.fromCharCode('A'.charCodeAt(0) + (sum % 26))
}

/** Italian IBAN from bank code (ABI, 5 digits), branch (CAB, 5 digits) and account number (12 digits). */
export function italianIban(abi: string, cab: string, account: string): string {
  const digits = `${abi}${cab}${account}`
  const bban = `${checkLetter(digits)}${digits}`
  const numeric = [...`${bban}IT00`].map((char) => Number.parseInt(char, 36).toString()).join('')
  const checkDigits = 98n - (BigInt(numeric) % 97n)
  return `IT${checkDigits.toString().padStart(2, '0')}${bban}`
}
