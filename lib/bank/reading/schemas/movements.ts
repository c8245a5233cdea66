import type { Movement, MovementsPage } from '../answers'
import { readDate } from '../calendar-date'
import { type DetailField, FoundFields, isBlank, isRecord } from '../fields'
import { readCurrency, readDecimal } from '../money'

/*
 * Endpoint 17 (design reading 10), row by row and by hand: ten thousand rows must cost little beside parsing them, and
 * an odd one must cost nothing but itself.
 */

const BOOKED = 'transactionsAccounting'
const PENDING = 'transactionsNotAccounting'
const MAX_ROWS = 50_000
const MAX_TEXT_LENGTH = 2000
const MAX_FIELDS = 60

const ROW_FIELDS = new Set([
  'amountTransaction',
  'dateAccountingCurrency',
  'dateLiquidationValue',
  'shortDescription',
  'extendedDescription',
  'idMoneyTransfer',
  'codeDescription',
  'index',
])
const AMOUNT_FIELDS = new Set(['amount', 'currency'])

const NONE: readonly never[] = Object.freeze([])

/**
 * The movements of one page. A list that is missing is empty as long as the other is there. One of another shape is named
 * in `odd`, and so is one with rows that name neither an amount nor a day: each may be any movement that seems to be
 * missing, so such a page is no proof of what an account has. Of these rows, those with anything in them are kept.
 * @returns undefined when there is no list at all, or one of more rows than are read: that is not an empty page
 */
export function readMovements(data: unknown): Omit<MovementsPage, 'more'> | undefined {
  if (!isRecord(data)) return undefined
  const [booked, pending] = [data[BOOKED], data[PENDING]]
  if (!Array.isArray(booked) && !Array.isArray(pending)) return undefined
  if (rowsOf(booked) + rowsOf(pending) > MAX_ROWS) return undefined
  const odd = [BOOKED, PENDING].filter((name) => !isBlank(data[name]) && !Array.isArray(data[name]))
  const readRow = rowReader()
  const read = (rows: unknown, name: string) => {
    const movements: Movement[] = []
    for (const row of Array.isArray(rows) ? rows : []) {
      const movement = isRecord(row) ? readRow(row, name) : undefined
      if (movement === undefined || !saysWhich(movement)) addOnce(odd, name)
      if (movement !== undefined && hasContent(movement)) movements.push(movement)
    }
    return movements
  }
  const listsPending = Array.isArray(pending)
  const rows = { booked: read(booked, BOOKED), pending: read(pending, PENDING) }
  const hasSum = ({ amount, currency }: Movement) => amount !== undefined && currency !== undefined
  const isCountable = Array.isArray(booked) && rows.booked.every(hasSum) && rows.pending.every(hasSum)
  return { ...rows, listsPending, isCountable, odd }
}

function rowsOf(list: unknown): number {
  return Array.isArray(list) ? list.length : 0
}

function saysWhich({ amount, bookingDate, valueDate }: Movement): boolean {
  return amount !== undefined || bookingDate !== undefined || valueDate !== undefined
}

function hasContent(movement: Movement): boolean {
  if (saysWhich(movement) || movement.fields.length > 0) return true
  const { moneyTransferId, index, currency, shortDescription, extendedDescription, codeDescription } =
    movement
  return [moneyTransferId, index, currency, shortDescription, extendedDescription, codeDescription].some(
    (value) => value !== undefined,
  )
}

/** Remembers days and currencies, of which a page has few, for as long as the page is read. */
function rowReader(): (row: Readonly<Record<string, unknown>>, list: string) => Movement {
  const days = remembered(readDate)
  const currencies = remembered(readCurrency)
  return (row, list) => {
    const odd: string[] = []
    const amount = row.amountTransaction
    const money = isRecord(amount) ? amount : undefined
    if (!money && !isBlank(amount)) odd.push('amountTransaction')
    const movement: Movement = {
      moneyTransferId: text(row, 'idMoneyTransfer', odd),
      index: text(row, 'index', odd),
      amount: money && parsed(money.amount, readDecimal, 'amountTransaction.amount', odd),
      currency: money && parsed(money.currency, currencies, 'amountTransaction.currency', odd),
      bookingDate: parsed(row.dateAccountingCurrency, days, 'dateAccountingCurrency', odd),
      valueDate: parsed(row.dateLiquidationValue, days, 'dateLiquidationValue', odd),
      shortDescription: text(row, 'shortDescription', odd),
      extendedDescription: text(row, 'extendedDescription', odd),
      codeDescription: text(row, 'codeDescription', odd),
      fields: NONE,
      odd: NONE,
    }
    // Missing where it must be: the row is marked, for it can be neither summed nor put on a day.
    if (movement.amount === undefined) addOnce(odd, 'amountTransaction.amount')
    if (movement.currency === undefined) addOnce(odd, 'amountTransaction.currency')
    if (movement.bookingDate === undefined && list === BOOKED) addOnce(odd, 'dateAccountingCurrency')
    movement.fields = otherFields(row, money, odd)
    if (odd.length > 0) movement.odd = odd
    return movement
  }
}

function parsed<T>(
  value: unknown,
  parse: (value: unknown) => T | undefined,
  name: string,
  odd: string[],
): T | undefined {
  const read = parse(value)
  if (read === undefined && !isBlank(value)) odd.push(name)
  return read
}

function text(row: Readonly<Record<string, unknown>>, name: string, odd: string[]): string | undefined {
  const value = row[name]
  if (value === undefined || value === null) return undefined
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') {
    odd.push(name)
    return undefined
  }
  const trimmed = value.trim()
  if (trimmed.length <= MAX_TEXT_LENGTH) return trimmed === '' ? undefined : trimmed
  odd.push(name)
  return trimmed.slice(0, MAX_TEXT_LENGTH)
}

/** What the movement has no place for: unknown fields, and known ones that were odd, as given. */
function otherFields(
  row: Readonly<Record<string, unknown>>,
  money: Readonly<Record<string, unknown>> | undefined,
  odd: string[],
): readonly DetailField[] {
  let found: FoundFields | undefined
  for (const name in row) {
    if (ROW_FIELDS.has(name) && (odd.length === 0 || !odd.includes(name))) continue
    found ??= new FoundFields(MAX_FIELDS)
    found.addNamed('', name, row[name])
  }
  for (const name in money) {
    const isOdd = odd.length > 0 && odd.includes(`amountTransaction.${name}`)
    if (AMOUNT_FIELDS.has(name) && !isOdd) continue
    found ??= new FoundFields(MAX_FIELDS)
    found.addNamed('amountTransaction', name, money[name])
  }
  if (!found) return NONE
  if (!found.isComplete) odd.push('row')
  return found.fields
}

function addOnce(names: string[], name: string): void {
  if (!names.includes(name)) names.push(name)
}

function remembered<T>(parse: (value: unknown) => T | undefined): (value: unknown) => T | undefined {
  const known = new Map<unknown, T | undefined>()
  return (value) => {
    const last = known.get(value)
    if (last !== undefined || known.has(value)) return last
    const read = parse(value)
    known.set(value, read)
    return read
  }
}
