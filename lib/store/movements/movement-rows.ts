import { createHash, randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { arePlaces } from '@/lib/domain/movements/places'
import { type DetailField, storableFields } from '../accounts/details'
import { requireDay } from '../values/calendar-days'
import { canonicalDecimal, requireDecimal } from '../values/money'
import { searchTextOf } from '../values/search-text'
import { storable } from '../values/text'

/** A movement as the bank listed it; what it did not give is missing, null or blank. */
export type BankMovement = {
  /** Calendar dates, `YYYY-MM-DD`. */
  bookingDate?: string | null
  valueDate?: string | null
  /** Decimal with its sign, as the bank wrote it. */
  amount?: string | null
  currency?: string | null
  shortDescription?: string | null
  extendedDescription?: string | null
  codeDescription?: string | null
  moneyTransferId?: string | null
  index?: string | null
  /** Every other field the bank sent. */
  fields: readonly DetailField[]
  /** Names of the fields that could not be made sense of. */
  odd: readonly string[]
}

/** In the bank's order. */
export type BankMovements = { booked: readonly BankMovement[]; pending: readonly BankMovement[] }

/** What movements are compared by, with the names of the columns. */
export type ComparedColumns = {
  id: string
  day: string | null
  asked_day: string | null
  position: number
  amount: string | null
  currency: string | null
  money_transfer_id: string | null
  bank_index: string | null
  digest: string
}

/** A movement of a list, with a fresh id. What is compared is read; the rest only when it is written. */
export type ListedMovement = ComparedColumns & { source: BankMovement }

/** A whole row of `movement`, but for whose it is. */
export type MovementColumns = ComparedColumns & {
  status: 'booked' | 'pending'
  booking_date: string | null
  value_date: string | null
  short_description: string | null
  extended_description: string | null
  code_description: string | null
  fields: DetailField[]
  odd: string[]
  search_text: string
}

/** The server answers others between so many rows. */
const rowsInOneTurn = 1_000
const maxOdd = 100

/** The movements of an answer, in its order. */
export async function readListed({ booked, pending }: BankMovements): Promise<ListedMovement[]> {
  const listed: ListedMovement[] = []
  for (const [source, isPending] of inOrder(booked, pending)) {
    if (listed.length % rowsInOneTurn === rowsInOneTurn - 1) await nextTurn()
    const content = contentOf(source, isPending)
    const { day, amount, currency } = content
    const digest = createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22)
    const money_transfer_id = textOf(source.moneyTransferId)
    listed.push({
      id: randomUUID(),
      day,
      asked_day: day,
      position: 0,
      amount,
      currency,
      money_transfer_id,
      bank_index: textOf(source.index),
      digest,
      source,
    })
  }
  setPositions(listed)
  return listed
}

function* inOrder(
  booked: readonly BankMovement[],
  pending: readonly BankMovement[],
): Generator<[BankMovement, boolean]> {
  for (const movement of booked) yield [movement, false]
  for (const movement of pending) yield [movement, true]
}

export function columnsOf({ source, ...compared }: ListedMovement): MovementColumns {
  const content = contentOf(source, compared.day === null)
  return {
    ...content,
    ...compared,
    search_text: searchTextOf({
      shortDescription: content.short_description,
      extendedDescription: content.extended_description,
      codeDescription: content.code_description,
      fields: content.fields,
    }),
  }
}

/** All that the bank says of a movement but for its ids, which it may issue anew. */
function contentOf(movement: BankMovement, isPending: boolean) {
  const odd = movement.odd.slice(0, maxOdd).map(storable)
  const read = (name: 'bookingDate' | 'valueDate' | 'amount', check: (text: string) => string) => {
    const value = textOf(movement[name])
    if (value === null) return null
    try {
      return check(value)
    } catch {
      // One odd row must not cost the customer the whole list.
      odd.push(name)
      return null
    }
  }
  const booking_date = read('bookingDate', requireDay)
  const value_date = read('valueDate', requireDay)
  // Booked on no day at all: it belongs into no day's total, like what is still to be booked.
  const day = isPending ? null : (booking_date ?? value_date)
  return {
    status: day === null ? ('pending' as const) : ('booked' as const),
    day,
    booking_date,
    value_date,
    amount: read('amount', requireDecimal),
    currency: textOf(movement.currency),
    short_description: textOf(movement.shortDescription),
    extended_description: textOf(movement.extendedDescription),
    code_description: textOf(movement.codeDescription),
    fields: storableFields(movement.fields),
    odd,
  }
}

/** Blank is absent: banks write `" "` where there is nothing. */
function textOf(value: string | null | undefined): string | null {
  if (value === null || value === undefined || value.trim() === '') return null
  return storable(value)
}

/**
 * Numbers the movements of each day from the oldest on: one that is new today moves none that was there.
 * The bank's list runs from the newest to the oldest, unless its days say the opposite.
 */
function setPositions(listed: ListedMovement[]): void {
  const first = listed.find(({ day }) => day !== null)?.day ?? ''
  const last = listed.findLast(({ day }) => day !== null)?.day ?? ''
  const oldestFirst = first < last ? listed : [...listed].reverse()
  const counts = new Map<string | null, number>()
  for (const movement of oldestFirst) {
    movement.position = counts.get(movement.day) ?? 0
    counts.set(movement.day, movement.position + 1)
  }
}

/** What never changes of a movement from one list to the next, unless the bank corrects it: day, amount and currency. */
export function groupOf(movement: ComparedColumns): string {
  return `${movement.day ?? ''}|${alikeOf(movement)}`
}

/** Whether the indexes of a list may be places in it, and not the bank's own numbers. */
export function arePlacesIn(given: readonly ListedMovement[]): boolean {
  return arePlaces(given.flatMap(({ day, bank_index }) => (day === null ? [] : [bank_index])))
}

/** Amount and currency, which the bank does not correct when it corrects a day. */
export function alikeOf({ amount, currency }: ComparedColumns): string {
  return `${amount === null ? '' : canonicalDecimal(amount)}|${currency ?? ''}`
}
