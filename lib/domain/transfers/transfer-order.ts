import { readBankText, textLengths } from '../bank-text'
import { firstAllowed, judgeDay, type PaymentCalendar } from '../days/payment-days'
import { readDay } from '../days/typed-day'
import { type IbanFacts, readIban } from '../iban'
import type { Locale } from '../locale'
import { decimalsOf, orderAmount, readAmount } from '../money/amount-input'
import type { Decimal } from '../money/decimal'

/*
 * A transfer as typed, read as a whole: the order that verify is to be asked about, or what is wrong, field by field.
 * The form and our server both ask it, so that they say the same; the bank has the last word.
 */

/** What the customer typed, as typed; empty where nothing was. */
export type TypedTransfer = {
  productId: string
  payeeName: string
  iban: string
  amount: string
  /** Empty: the one that the bank proposes. */
  currency: string
  /** Empty: the first possible day. */
  date: string
  isUrgent: boolean
  note: string
}

export type TransferFieldName = keyof TypedTransfer

/** What the bank's prepare allows; what it does not say limits nothing, but what it has to allow is not offered. */
export type OrderRules = PaymentCalendar & {
  sepa: boolean | undefined
  swift: boolean | undefined
  urgency: boolean | undefined
  /** Codes, ISO 4217. */
  currencies: readonly string[]
  selectedCurrency: string | undefined
}

export type TransferOrderRead = {
  productId: string
  payeeName: string
  iban: string
  /** Two decimals, as verify takes it. */
  amount: Decimal
  currency: string
  date: string
  isUrgent: boolean
  note: string
  type: 'SEPA' | 'SWIFT'
}

/**
 * `code` is the `kind` of what the field's own reader says, or one of `empty`, `ambiguous` (`first`, `second`),
 * `characters` (`characters`, `position`, `proposal`), `slash` (`proposal`), `too_long`, `not_sepa`, `not_offered`,
 * `abroad`, `none`. `values`: its facts as text; codes of countries and currencies, days as `YYYY-MM-DD`, and with a
 * day that is blocked the `next` one that is not.
 */
export type OrderFault = {
  field: TransferFieldName
  code: string
  values: Readonly<Record<string, string>>
}

export type OrderReading =
  | { kind: 'order'; order: TransferOrderRead }
  | { kind: 'faults'; faults: readonly [OrderFault, ...OrderFault[]] }

/** Italian credit transfers are in euro; used where the bank proposes no currency. */
const USUAL_CURRENCY = 'EUR'

/** @param locale the language in which it was typed */
export function readOrder(typed: TypedTransfer, rules: OrderRules, locale: Locale): OrderReading {
  const faults: OrderFault[] = []
  const keep = <Value>(reading: Reading<Value>): Value | undefined => {
    if ('fault' in reading) faults.push(reading.fault)
    return 'value' in reading ? reading.value : undefined
  }
  const productId = keep(readAccountField(typed))
  const payeeName = keep(readTextField('payeeName', typed.payeeName))
  const iban = keep(readIbanField(typed.iban, rules))
  const currency = keep(readCurrencyField(typed, rules))
  const amount = keep(readAmountField(typed.amount, currency ?? currencyOf(typed, rules), locale))
  const date = keep(readDateField(typed.date, rules, iban?.facts.abi, locale))
  const type = typeOf(iban?.facts, currency, rules)
  const isUrgent = keep(readUrgency(typed.isUrgent, type, rules))
  const note = keep(readTextField('note', typed.note))
  const [first, ...others] = faults
  if (first !== undefined) return { kind: 'faults', faults: [first, ...others] }
  if (
    productId === undefined ||
    payeeName === undefined ||
    iban === undefined ||
    currency === undefined ||
    amount === undefined ||
    date === undefined ||
    isUrgent === undefined ||
    note === undefined
  )
    throw new Error('a field is neither read nor at fault')
  return {
    kind: 'order',
    order: { productId, payeeName, iban: iban.iban, amount, currency, date, isUrgent, note, type },
  }
}

/** The fault of one field, undefined when it is right. A form shows it as soon as the customer leaves the field. */
export function faultOfField(
  field: TransferFieldName,
  typed: TypedTransfer,
  rules: OrderRules,
  locale: Locale,
): OrderFault | undefined {
  const reading = readOrder(typed, rules, locale)
  return reading.kind === 'faults' ? reading.faults.find((fault) => fault.field === field) : undefined
}

/** The currency that the amount is read in. */
export function currencyOf({ currency }: Pick<TypedTransfer, 'currency'>, rules: OrderRules): string {
  return currency || rules.selectedCurrency || USUAL_CURRENCY
}

type Reading<Value> = { value: Value } | { fault: OrderFault }

function fault(
  field: TransferFieldName,
  code: string,
  values: Record<string, string | number | undefined> = {},
): { fault: OrderFault } {
  const texts = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return { fault: { field, code, values: Object.fromEntries(texts) } }
}

function readAccountField({ productId }: TypedTransfer): Reading<string> {
  return productId === '' ? fault('productId', 'empty') : { value: productId }
}

function readTextField(field: 'payeeName' | 'note', text: string): Reading<string> {
  const reading = readBankText(text, textLengths[field])
  switch (reading.kind) {
    case 'text':
      return { value: reading.text }
    case 'empty':
      return fault(field, 'empty')
    case 'too_long':
      return fault(field, 'too_long', { allowed: reading.allowed, found: reading.found })
    case 'faults': {
      const { proposal, faults } = reading
      const strange = faults.flatMap((one) => (one.kind === 'character' ? [one] : []))
      const [first] = strange
      if (first === undefined) return fault(field, 'slash', { proposal })
      const characters = [...new Set(strange.map(({ character }) => character))].join(' ')
      return fault(field, 'characters', { characters, position: first.position, proposal })
    }
  }
}

function readIbanField(text: string, rules: OrderRules): Reading<{ iban: string; facts: IbanFacts }> {
  const reading = readIban(text)
  if (reading.kind === 'fault') {
    const { kind, ...values } = reading.fault
    return fault('iban', kind, values)
  }
  const { iban, facts } = reading
  if (!facts.isSepa && rules.swift !== true) return fault('iban', 'not_sepa', { country: facts.country })
  return { value: { iban, facts } }
}

function readCurrencyField(typed: TypedTransfer, rules: OrderRules): Reading<string> {
  const currency = currencyOf(typed, rules)
  const isOffered = rules.currencies.length === 0 || rules.currencies.includes(currency)
  return isOffered ? { value: currency } : fault('currency', 'not_offered', { currency })
}

function readAmountField(text: string, currency: string, locale: Locale): Reading<Decimal> {
  const reading = readAmount(text, currency, locale)
  if (reading.kind === 'ask') {
    const [first, second] = reading.readings
    return fault('amount', 'ambiguous', { first, second, currency })
  }
  if (reading.kind === 'fault') {
    const { kind, ...values } = reading.fault
    return fault('amount', kind, { ...values, currency })
  }
  const amount = orderAmount(reading.amount)
  if (amount !== undefined) return { value: amount }
  return fault('amount', 'decimals', { allowed: 2, found: decimalsOf(currency), currency })
}

function readDateField(
  text: string,
  rules: OrderRules,
  abi: string | undefined,
  locale: Locale,
): Reading<string> {
  if (text.trim() === '') {
    const first = firstAllowed(rules, abi)
    return first === undefined ? fault('date', 'none') : { value: first }
  }
  const reading = readDay(text, rules.today, locale)
  if (reading.kind === 'ask') {
    const [first, second] = reading.readings
    return fault('date', 'ambiguous', { first, second })
  }
  if (reading.kind === 'fault') return fault('date', reading.fault)
  const verdict = judgeDay(reading.day, rules, abi)
  if (verdict.kind === 'allowed') return { value: reading.day }
  const { kind, ...values } = verdict.reason
  return fault('date', kind, { ...values, day: reading.day, next: verdict.next })
}

/** While a field is at fault it does not matter which: nothing is sent. */
function typeOf(
  facts: IbanFacts | undefined,
  currency: string | undefined,
  rules: OrderRules,
): 'SEPA' | 'SWIFT' {
  const isSepa = facts?.isSepa !== false && (currency ?? USUAL_CURRENCY) === 'EUR' && rules.sepa !== false
  return isSepa ? 'SEPA' : 'SWIFT'
}

/** Banks execute what goes through SWIFT at their own pace. */
function readUrgency(isUrgent: boolean, type: 'SEPA' | 'SWIFT', rules: OrderRules): Reading<boolean> {
  if (!isUrgent) return { value: false }
  if (rules.urgency !== true) return fault('isUrgent', 'not_offered')
  return type === 'SEPA' ? { value: true } : fault('isUrgent', 'abroad')
}
