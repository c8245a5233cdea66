/*
 * Whether the bank's texts of a movement say that this payee was paid. A name counts only where it cannot be that of the
 * orderer; the IBAN counts everywhere.
 */

type Payee = { name: string; iban: string }

/** Words before a name that say whose it is; the last of them decides. A reason for the payment may name anybody. */
const NOT_PAYEE = [
  ...['CAUSALE', 'CAUS'],
  ...[
    'ORD',
    'ORDINANTE',
    'ORDINATO DA',
    'DISPOSTO DA',
    'DA',
    'DAL',
    'DALLA',
    'PER CONTO DI',
    'PER ORDINE DI',
  ],
  ...[
    'MITTENTE',
    'INTESTATARIO',
    'DEBITORE',
    'FROM',
    'BY ORDER OF',
    'ON BEHALF OF',
    'ORDERED BY',
    'DEBTOR',
    'SENDER',
  ],
]
const PAYEE = [
  'A',
  'AL',
  'ALLA',
  'FAVORE',
  'BEN',
  'BENEF',
  'BENEFICIARIO',
  'CREDITORE',
  'TO',
  'BENEFICIARY',
  'CREDITOR',
]
const isOther = new Map([
  ...PAYEE.map((words) => [words, false] as const),
  ...NOT_PAYEE.map((words) => [words, true] as const),
])
const MOST_WORDS = 3

/** A shorter name may be a part of any other ("SA", "ENI"). */
const FEWEST_LETTERS = 4

/**
 * @param texts each by itself, because what one says of a name does not go on in the next
 * @param holder texts that say who holds the account: payments of all kinds may name the holder
 */
export function namesPayee(
  texts: readonly string[],
  { name, iban }: Payee,
  holder: readonly string[],
): boolean {
  const all = texts.map(wordsOf)
  if (all.flat().join('').includes(iban)) return true
  const wanted = wordsOf(name)
  if (wanted.join('').replace(/\d/g, '').length < FEWEST_LETTERS) return false
  const ofHolder = new Set(holder.flatMap(wordsOf))
  if (wanted.every((word) => ofHolder.has(word))) return false
  return all.some((words) =>
    words.some((_, place) => isAt(words, place, wanted) && !isOfAnother(words, place)),
  )
}

const isAt = (words: readonly string[], place: number, wanted: readonly string[]) =>
  wanted.every((word, offset) => words[place + offset] === word)

function isOfAnother(words: readonly string[], place: number): boolean {
  for (let end = place; end > 0; end -= 1) {
    for (let count = MOST_WORDS; count > 0; count -= 1) {
      const found = isOther.get(words.slice(Math.max(0, end - count), end).join(' '))
      if (found !== undefined) return found
    }
  }
  return false
}

/** Banks write names in capitals and with other blanks. */
const wordsOf = (text: string): string[] => text.toUpperCase().match(/[A-Z0-9]+/g) ?? []
