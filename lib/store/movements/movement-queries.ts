import { z } from 'zod'
import { Prisma } from '@/prisma/generated/client'
import { type DetailField, detailFields } from '../accounts/details'
import { dayForm, requireDay } from '../values/calendar-days'
import { requireDecimal } from '../values/money'
import { searchWords } from '../values/search-text'

/** Which movements; what is not given restricts nothing. */
export type MovementFilter = {
  /** Calendar dates, both inclusive, of the day a movement is filed under. With either, nothing pending. */
  from?: string
  to?: string
  /** Words that must all be in the texts, in any case, as parts of words too. */
  text?: string
  /** Decimals, both inclusive, compared with the amount without its sign. */
  minAmount?: string
  maxAmount?: string
  /** `in`: above zero, `out`: below. */
  direction?: 'in' | 'out'
  status?: 'booked' | 'pending'
  /** As the bank wrote it. */
  currency?: string
}

export type StoredMovement = {
  /** Stays the same while the bank lists the movement. */
  movementId: string
  status: 'booked' | 'pending'
  /** The day it is filed under: the booking date, else the value date; null exactly when pending. */
  day: string | null
  bookingDate: string | null
  valueDate: string | null
  /** Decimal with its sign, as the bank wrote it. */
  amount: string | null
  currency: string | null
  shortDescription: string | null
  extendedDescription: string | null
  codeDescription: string | null
  moneyTransferId: string | null
  index: string | null
  fields: DetailField[]
  odd: string[]
}

/** What the bank booked on one day in one currency, as far as the filter goes. Decimals as text. */
export type DayTotal = {
  day: string
  /** Null for movements whose currency is not known; their amounts must not be added to others. */
  currency: string | null
  total: string
  /** The sum of what is above zero, and of what is below. */
  in: string
  out: string
  movements: number
  /** So many of them have no amount and are in no sum. */
  withoutAmount: number
}

/** What a filter finds in one currency, booked or pending. */
export type MovementSum = {
  status: 'booked' | 'pending'
  /** Null for movements whose currency is not known. */
  currency: string | null
  total: string
  movements: number
  /** So many of them have no amount and are in no sum. */
  withoutAmount: number
}

/** The condition for a customer's product and a filter. @throws RangeError for a bad date or amount */
export function whereOf(customerId: string, productId: string, filter: MovementFilter): Prisma.Sql {
  const { from, to, text, minAmount, maxAmount, direction, status, currency } = filter
  const conditions = [
    Prisma.sql`"customer_id" = ${customerId}::uuid`,
    Prisma.sql`"product_id" = ${productId}`,
  ]
  if (from !== undefined) conditions.push(Prisma.sql`"day" >= ${requireDay(from)}`)
  if (to !== undefined) conditions.push(Prisma.sql`"day" <= ${requireDay(to)}`)
  if (status !== undefined) conditions.push(Prisma.sql`"status" = ${status}::"movement_status"`)
  if (currency !== undefined) conditions.push(Prisma.sql`"currency" = ${currency}`)
  if (minAmount !== undefined)
    conditions.push(Prisma.sql`abs("amount"::numeric) >= ${requireDecimal(minAmount)}::numeric`)
  if (maxAmount !== undefined)
    conditions.push(Prisma.sql`abs("amount"::numeric) <= ${requireDecimal(maxAmount)}::numeric`)
  if (direction === 'in') conditions.push(Prisma.sql`"amount"::numeric > 0`)
  if (direction === 'out') conditions.push(Prisma.sql`"amount"::numeric < 0`)
  // Not LIKE: here `%` and `_` are characters like any other.
  for (const word of searchWords(text ?? '')) conditions.push(Prisma.sql`strpos("search_text", ${word}) > 0`)
  return Prisma.join(conditions, ' AND ')
}

export const movementColumns = Prisma.sql`"id", "status"::text, "day", "position", "booking_date", "value_date",
  "amount", "currency", "short_description", "extended_description", "code_description",
  "money_transfer_id", "bank_index", "fields", "odd"`

export const movementRow = z.object({
  id: z.string(),
  status: z.enum(['booked', 'pending']),
  day: z.string().nullable(),
  position: z.number(),
  booking_date: z.string().nullable(),
  value_date: z.string().nullable(),
  amount: z.string().nullable(),
  currency: z.string().nullable(),
  short_description: z.string().nullable(),
  extended_description: z.string().nullable(),
  code_description: z.string().nullable(),
  money_transfer_id: z.string().nullable(),
  bank_index: z.string().nullable(),
  fields: detailFields,
  odd: z.array(z.string()),
})
export const movementRows = z.array(movementRow)
const movementSum: z.ZodType<MovementSum> = z.object({
  status: z.enum(['booked', 'pending']),
  currency: z.string().nullable(),
  total: z.string(),
  movements: z.number(),
  withoutAmount: z.number(),
})
/** The same with the number of all that were found, and their sums. */
export const foundRows = z.array(movementRow.extend({ total: z.number(), sums: z.array(movementSum) }))
export type MovementRow = z.infer<typeof movementRow>

export function movementOf(row: MovementRow): StoredMovement {
  return {
    movementId: row.id,
    status: row.status,
    day: row.day,
    bookingDate: row.booking_date,
    valueDate: row.value_date,
    amount: row.amount,
    currency: row.currency,
    shortDescription: row.short_description,
    extendedDescription: row.extended_description,
    codeDescription: row.code_description,
    moneyTransferId: row.money_transfer_id,
    index: row.bank_index,
    fields: row.fields,
    odd: row.odd,
  }
}

/** Where a page ended: the last movement's place in the order of pages. */
const place = z.tuple([z.string().regex(dayForm).nullable(), z.int32(), z.uuid()])

export function cursorAfter({ day, position, id }: MovementRow): string {
  return Buffer.from(JSON.stringify([day, position, id])).toString('base64url')
}

/**
 * The condition for what comes after a cursor. A cursor that is none, as in an address someone has
 * shortened, begins at the beginning.
 */
export function afterCursor(cursor: string | null): Prisma.Sql {
  const parsed = place.safeParse(cursor === null ? null : jsonIn(cursor))
  if (!parsed.success) return Prisma.sql`TRUE`
  const [day, position, id] = parsed.data
  // Pending ones have no day and come first.
  return day === null
    ? Prisma.sql`("day" IS NOT NULL OR ("position", "id") < (${position}::int, ${id}::uuid))`
    : Prisma.sql`("day", "position", "id") < (${day}, ${position}::int, ${id}::uuid)`
}

function jsonIn(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    return null
  }
}
