import type { Locale } from '../locale'
import type { Decimal } from './decimal'

/*
 * Amounts as people type and paste them, in Italian and English form. What has two meanings is asked and never
 * guessed: `1.234` is a thousand for an Italian and one and a bit for an Englishman.
 */

export type AmountFault =
  | { kind: 'empty' }
  | { kind: 'too_long' }
  /** One that no amount has; `position` counts from 1 in the text as typed. An exponent is one: `1e3`. */
  | { kind: 'character'; character: string; position: number }
  /** Digits of another script than 0 to 9: right to left beside a comma, they would not be read as typed. */
  | { kind: 'digits'; character: string; position: number }
  /** `found` as typed: a sign or code that is not that of `currency`. */
  | { kind: 'currency'; currency: string; found: string }
  | { kind: 'negative' }
  | { kind: 'zero' }
  | { kind: 'decimals'; allowed: number; found: number }
  /** More than 13 digits before the decimals, which is more than the bank's form takes. */
  | { kind: 'too_large' }
  /** Separators that make no number: `1.23.4`, `12,34.5,6`, `5,`. */
  | { kind: 'form' }

export type AmountReading =
  /** With the decimals of the currency: `1234.50`. */
  | { kind: 'amount'; amount: Decimal }
  /**
   * The amounts it can mean, first the one in the form of the customer's language. A single one when the other has
   * more decimals than the currency: still to be asked, for the customer may have meant yet something else.
   */
  | { kind: 'ask'; readings: readonly [Decimal, ...Decimal[]] }
  | { kind: 'fault'; fault: AmountFault }

const LONGEST_INPUT = 60
/** What `verifyTransfer` can send. */
const MOST_WHOLE_DIGITS = 13

/** @param currency ISO 4217, of the transfer @param locale the language the customer reads */
export function readAmount(text: string, currency: string, locale: Locale): AmountReading {
  if (text.length > LONGEST_INPUT) return fault({ kind: 'too_long' })
  const { before, number, names } = withoutCurrency(narrow(text))
  const foreign = names.find((name) => !isNameOf(name, currency))
  if (foreign !== undefined) return fault({ kind: 'currency', currency, found: foreign })
  if (number === '') return fault({ kind: 'empty' })
  if (/^[-\u2212\u2013]|\d\s*[-\u2212\u2013]$/.test(number)) return fault({ kind: 'negative' })
  const strange = strangeCharacter(number, before)
  if (strange !== undefined) return fault(strange)
  const parts = partsOf(number.replace(/\p{Cf}/gu, ''))
  return parts === undefined ? fault({ kind: 'form' }) : judge(parts, decimalsOf(currency), locale)
}

/** ISO 4217, table A.1: the currencies that have not two decimals. `Intl` has others, those of prices: HUF 0. */
const NO_DECIMALS = /^(?:BIF|CLP|DJF|GNF|ISK|JPY|KMF|KRW|PYG|RWF|UGX|UYI|VND|VUV|XAF|XOF|XPF)$/
const THREE_DECIMALS = /^(?:BHD|IQD|JOD|KWD|LYD|OMR|TND)$/

/** EUR 2, JPY 0, KWD 3; two for a code that is not known. */
export function decimalsOf(currency: string): number {
  if (NO_DECIMALS.test(currency)) return 0
  return THREE_DECIMALS.test(currency) ? 3 : 2
}

/**
 * The amount as the bank wants it, with two decimals whatever the currency (spec.md, verify request).
 * @returns undefined when it has a third one that is not zero, which would be lost
 */
export function orderAmount(amount: Decimal): Decimal | undefined {
  const [, whole = '', decimals = ''] = /^(\d{1,13})(?:\.(\d{1,8}))?$/.exec(amount) ?? []
  if (whole === '' || /[1-9]/.test(decimals.slice(2))) return undefined
  return `${whole}.${decimals.slice(0, 2).padEnd(2, '0')}`
}

type Mark = '.' | ','

/** A number taken apart; `lone` is the only mark of it where that mark can group as well as begin the decimals. */
type Parts = { whole: string; decimals: string; lone: Mark | undefined }

const fault = (what: AmountFault): AmountReading => ({ kind: 'fault', fault: what })

/** Digits, marks and letters of full width become ASCII. */
function narrow(text: string): string {
  return text.replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
}

/** Signs that may be written for a currency; the dollar and the yen sign are those of several. */
const SIGNS: Record<string, RegExp> = {
  '€': /^EUR$/,
  '£': /^GBP$/,
  '¥': /^(JPY|CNY)$/,
  $: /^(USD|AUD|CAD|NZD|HKD|SGD|MXN)$/,
}

const NAME = '\\p{Sc}|euros?(?!\\p{L})|[a-z]{3}(?!\\p{L})'
const FIRST_NAME = new RegExp(`^(?:${NAME})`, 'iu')
const LAST_NAME = new RegExp(`(?<!\\p{L})(?:${NAME})$`, 'iu')
const BLANKS_BEFORE = /^[\s\p{Cf}]*/u
const BLANKS_AFTER = /(?<![\s\p{Cf}])[\s\p{Cf}]+$/u

type Stripped = { before: string; number: string; names: string[] }

/** Takes the sign, the code, or the word euro from both ends; `before` is what stood before the number. */
function withoutCurrency(text: string): Stripped {
  const trimmed = text.replace(BLANKS_AFTER, '')
  const start = BLANKS_BEFORE.exec(trimmed)?.[0].length ?? 0
  const first = nameIn(FIRST_NAME, trimmed.slice(start))
  const rest = trimmed.slice(start + first.length)
  const number = rest.replace(BLANKS_BEFORE, '')
  const last = nameIn(LAST_NAME, number)
  return {
    before: trimmed.slice(0, trimmed.length - number.length),
    number: number.slice(0, number.length - last.length).replace(BLANKS_AFTER, ''),
    names: [first, last].filter((name) => name !== ''),
  }
}

/** Three letters are a name only when they are the code of a currency: `abc` are strange characters. */
function nameIn(form: RegExp, text: string): string {
  const name = form.exec(text)?.[0] ?? ''
  return /^[a-z]{3}$/i.test(name) && !codes().has(name.toUpperCase()) ? '' : name
}

let knownCodes: ReadonlySet<string> | undefined

function codes(): ReadonlySet<string> {
  knownCodes ??= new Set(Intl.supportedValuesOf('currency'))
  return knownCodes
}

function isNameOf(name: string, currency: string): boolean {
  const isEuro = /^euros?$/i.test(name) && currency === 'EUR'
  return isEuro || name.toUpperCase() === currency || (SIGNS[name]?.test(currency) ?? false)
}

function strangeCharacter(number: string, before: string): AmountFault | undefined {
  const characters = [...number]
  const index = characters.findIndex((character) => !/[0-9.,'’\s\p{Cf}]/u.test(character))
  const character = characters[index]
  if (character === undefined) return undefined
  const position = [...before].length + index + 1
  return { kind: /\p{Nd}/u.test(character) ? 'digits' : 'character', character, position }
}

/** Groups of three after a first one of one to three that is no zero, all with the same mark. */
const GROUPED = /^[1-9]\d{0,2}(?:([.,'’ ])\d{3})(?:\1\d{3})*$/

function partsOf(number: string): Parts | undefined {
  const text = number.replace(/\s/g, ' ').replace(/’/g, "'")
  if (/^\d+$/.test(text)) return { whole: text, decimals: '', lone: undefined }
  const mark = GROUPED.exec(text)?.[1]
  if (mark !== undefined) {
    const isLone = (mark === '.' || mark === ',') && text.indexOf(mark) === text.lastIndexOf(mark)
    return { whole: text.replace(/\D/g, ''), decimals: '', lone: isLone ? mark : undefined }
  }
  const [, whole = '', point = '', decimals = ''] = /^(.*)([.,])(\d+)$/.exec(text) ?? []
  if (decimals === '') return undefined
  const group = GROUPED.exec(whole)?.[1]
  const isWhole = /^\d*$/.test(whole) || (group !== undefined && group !== point)
  return isWhole ? { whole: whole.replace(/\D/g, '') || '0', decimals, lone: undefined } : undefined
}

const decimalMark: Record<Locale, Mark> = { en: '.', it: ',' }

function judge({ whole, decimals, lone }: Parts, allowed: number, locale: Locale): AmountReading {
  const grouped = payable(whole, decimals, allowed)
  if (lone === undefined) return grouped
  const asDecimals = payable(whole.slice(0, -3), whole.slice(-3), allowed)
  const isDecimalMark = lone === decimalMark[locale]
  if (isDecimalMark && asDecimals.kind === 'fault') return asDecimals
  const ordered = isDecimalMark ? [asDecimals, grouped] : [grouped, asDecimals]
  const [first, ...others] = ordered.flatMap((reading) => (reading.kind === 'amount' ? [reading.amount] : []))
  return first === undefined ? grouped : { kind: 'ask', readings: [first, ...others] }
}

function payable(whole: string, decimals: string, allowed: number): AmountReading {
  const digits = whole.replace(/^0+(?=\d)/, '')
  if (decimals.length > allowed) return fault({ kind: 'decimals', allowed, found: decimals.length })
  if (!/[1-9]/.test(digits + decimals)) return fault({ kind: 'zero' })
  if (digits.length > MOST_WHOLE_DIGITS) return fault({ kind: 'too_large' })
  return { kind: 'amount', amount: allowed === 0 ? digits : `${digits}.${decimals.padEnd(allowed, '0')}` }
}
