import { type IbanPlace, ibanCountries } from './iban-registry'

/*
 * IBANs as people type and paste them (ISO 13616), with the Italian check letter that the check digits do not cover.
 * What is wrong is named, so that the customer can find it: never only "not valid".
 */

/** Positions count from 1, in the text without blanks and separators. */
export type IbanFault =
  | { kind: 'empty' }
  /** Longer than any IBAN; `found` is undefined when it was too long to be counted. */
  | { kind: 'too_long'; found: number | undefined }
  | { kind: 'character'; character: string; position: number }
  /** Does not begin with two letters and two digits. */
  | { kind: 'not_an_iban' }
  /** Begins like one, with a country that has no IBANs. */
  | { kind: 'country'; country: string }
  | { kind: 'length'; country: string; expected: number; found: number }
  | { kind: 'structure'; country: string; position: number; character: string; expected: 'digit' | 'letter' }
  /** Each character could be right, not all of them together. */
  | { kind: 'check_digits'; country: string }
  /** The Italian check letter (CIN, the fifth character) does not fit bank, branch and account. */
  | { kind: 'cin'; country: string }

export type IbanReading =
  | { kind: 'iban'; iban: string; facts: IbanFacts }
  | { kind: 'fault'; fault: IbanFault }

/** What the beginning of an IBAN already says. */
export type IbanFacts = {
  country: string
  /** Of the whole IBAN. */
  length: number
  isSepa: boolean
  /** Bank and branch, where the country is Italy or San Marino and they are written in full. */
  abi: string | undefined
  cab: string | undefined
}

/** ISO 13616: 34. */
const LONGEST = 34
/** The longest text that is read, blanks and words around the IBAN included. */
const LONGEST_INPUT = 200

/** @param text as typed or pasted: blanks of any kind, lower case, full width and `IBAN:` before it are no faults */
export function readIban(text: string): IbanReading {
  const iban = normaliseIban(text)
  if (iban === undefined) return { kind: 'fault', fault: { kind: 'too_long', found: undefined } }
  const fault = faultOf(iban)
  const facts = fault === undefined ? factsOfIban(iban) : undefined
  if (facts !== undefined) return { kind: 'iban', iban, facts }
  return { kind: 'fault', fault: fault ?? { kind: 'not_an_iban' } }
}

/** The electronic form, as far as it was typed. @returns undefined when the text is too long to be one */
export function normaliseIban(text: string): string | undefined {
  if (text.length > LONGEST_INPUT) return undefined
  const bare = [...text].map(plainCharacter).join('')
  return bare
    .replace(/^(?:CODICE)?IBAN[:.]?(?=.)/, '')
    .replace(/(?<=[A-Z0-9])[-\u2010-\u2015\u2212](?=[A-Z0-9])/g, '')
}

/** In groups of four, as on paper: `IT60 X054 2811 1010 0000 0123 456`. */
export function groupIban(iban: string): string {
  return iban.replace(/(.{4})(?=.)/gu, '$1 ')
}

/** @param iban the electronic form, whole or only its beginning @returns undefined while no country is known */
export function factsOfIban(iban: string): IbanFacts | undefined {
  const country = ibanCountries.get(iban.slice(0, 2))
  if (country === undefined) return undefined
  const { abi, cab } = hasCin(country.code)
    ? (/^.{5}(?<abi>[0-9]{5})(?<cab>[0-9]{5})?/.exec(iban)?.groups ?? {})
    : {}
  return { country: country.code, length: country.places.length, isSepa: country.isSepa, abi, cab }
}

/** Blanks and invisible characters vanish, and only ASCII letters are raised: `ı` would become an I. */
function plainCharacter(character: string): string {
  if (/[\s\p{Cf}\p{Zs}]/u.test(character)) return ''
  const code = character.charCodeAt(0)
  const isFullWidth = character.length === 1 && code >= 0xff01 && code <= 0xff5e
  const narrow = isFullWidth ? String.fromCharCode(code - 0xfee0) : character
  return /^[a-z]$/.test(narrow) ? narrow.toUpperCase() : narrow
}

function faultOf(iban: string): IbanFault | undefined {
  if (iban === '') return { kind: 'empty' }
  const strange = [...iban].findIndex((character) => !/[A-Z0-9]/.test(character))
  if (strange >= 0) {
    return { kind: 'character', character: [...iban][strange] ?? '', position: strange + 1 }
  }
  if (iban.length > LONGEST) return { kind: 'too_long', found: iban.length }
  if (!/^[A-Z]{2}(?:$|[0-9](?:$|[0-9]))/.test(iban)) return { kind: 'not_an_iban' }
  const code = iban.slice(0, 2)
  const country = ibanCountries.get(code)
  if (country === undefined) return { kind: 'country', country: code }
  const expected = country.places.length
  if (iban.length !== expected) return { kind: 'length', country: code, expected, found: iban.length }
  return structureFault(iban, country) ?? checkFault(iban, code)
}

function structureFault(
  iban: string,
  { code, places }: { code: string; places: readonly IbanPlace[] },
): IbanFault | undefined {
  for (const [index, place] of places.entries()) {
    const character = iban.charAt(index)
    const found = /[0-9]/.test(character) ? 'digit' : 'letter'
    if (place !== 'either' && place !== found) {
      return { kind: 'structure', country: code, position: index + 1, character, expected: place }
    }
  }
  return undefined
}

function checkFault(iban: string, country: string): IbanFault | undefined {
  if (checkDigits(iban) !== iban.slice(2, 4)) return { kind: 'check_digits', country }
  if (hasCin(country) && italianCin(iban.slice(5)) !== iban.charAt(4)) return { kind: 'cin', country }
  return undefined
}

/** San Marino has the Italian form of account numbers. */
const hasCin = (country: string) => country === 'IT' || country === 'SM'

/**
 * ISO 7064, mod 97-10, computed and compared, so that 00, 01 and 99, which give the same remainder as 97, 98 and 02,
 * are refused: no bank issues them.
 */
function checkDigits(iban: string): string {
  let rest = 0
  for (const character of `${iban.slice(4)}${iban.slice(0, 2)}00`) {
    const value = Number.parseInt(character, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return String(98 - rest).padStart(2, '0')
}

/** What a character at an odd place counts for, the first place being odd; letters count as the digit of their order. */
const ODD = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23]

/** The check letter of ABI, CAB and account number, 22 characters. */
function italianCin(account: string): string {
  let sum = 0
  for (const [index, character] of [...account].entries()) {
    const value = Number.parseInt(character, 36)
    const order = value > 9 ? value - 10 : value
    sum += index % 2 === 0 ? (ODD[order] ?? 0) : order
  }
  return String.fromCharCode(65 + (sum % 26))
}
