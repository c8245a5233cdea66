/** How company forms are written; any other word has rules of its own. The letters are those of the text, only their case differs. */
const forms = new Map(
  [
    ...[
      'S.p.A.',
      'S.p.A',
      'SpA',
      'S.r.l.',
      'S.r.l',
      'Srl',
      'S.r.l.s.',
      'Srls',
      'S.n.c.',
      'SNC',
      'S.a.s.',
      'SAS',
    ],
    ...['Ltd', 'PLC', 'LLC', 'Inc.', 'GmbH', 'AG'],
  ].map((form) => [form.toUpperCase(), form]),
)

const acronyms = new Set([
  ...['INPS', 'INAIL', 'POS', 'ATM', 'ASL', 'ACI', 'RAI', 'TIM', 'ENI', 'UBI', 'USA', 'IMU', 'IVA'],
  ...['TARI', 'IRPEF', 'SEPA', 'A2A', 'II', 'III', 'IV', 'VI'],
])

const small = new Set([
  ...[
    'DI',
    'DA',
    'DEL',
    'DELLO',
    'DELLA',
    'DEI',
    'DEGLI',
    'DELLE',
    'E',
    'ED',
    'A',
    'AL',
    'ALLA',
    'IN',
    'CON',
    'SU',
  ],
])

/** Whether the word ends the name of a company: "S.P.A." */
export function isCompanyForm(word: string): boolean {
  return forms.has(word.toUpperCase())
}

/** A name in capitals as a person writes it: "SUPERMERCATO DELL'ORTO S.P.A." is "Supermercato Dell'Orto S.p.A." */
export function nameCase(text: string): string {
  return inWords(text, (word, position) => {
    if (position > 0 && small.has(word)) return lower(word)
    return keptWord(word) ?? capitalised(word)
  })
}

/** A text in capitals as a sentence: only its first word has a capital. */
export function sentenceCase(text: string): string {
  return inWords(
    text,
    (word, position) => keptWord(word) ?? (position === 0 ? capitalised(word) : lower(word)),
  )
}

/** A text that has small letters was written by a person, and stays as it is. */
function inWords(text: string, write: (word: string, position: number) => string): string {
  return /\p{Ll}/u.test(text) ? text : text.split(' ').map(write).join(' ')
}

/** Company forms, acronyms, initials and what has figures in it. */
function keptWord(word: string): string | undefined {
  const form = forms.get(word)
  if (form !== undefined) return form
  const isInitials = /^(?:\p{L}\.)+\p{L}?$/u.test(word)
  const isAcronym = acronyms.has(word) || /^[B-DF-HJ-NP-TV-Z]{2,4}$/.test(word)
  return isInitials || isAcronym || /\d/.test(word) ? word : undefined
}

/** Keeps the first letter, and the first after an apostrophe or hyphen where more than one letter follows. */
function capitalised(word: string): string {
  const letters = [...word]
  let isStart = true
  return letters
    .map((letter, place) => {
      const isLast = !/\p{L}/u.test(letters[place + 1] ?? '')
      const isKept = isStart && (place === 0 || !isLast || !/['’]/.test(letters[place - 1] ?? ''))
      isStart = /['’"(<-]/.test(letter)
      return isKept ? letter : lower(letter)
    })
    .join('')
}

/** Letters that would not come back as they were stay: the words of the bank are never changed. */
function lower(text: string): string {
  return [...text]
    .map((letter) => (letter.toLowerCase().toUpperCase() === letter ? letter.toLowerCase() : letter))
    .join('')
}
