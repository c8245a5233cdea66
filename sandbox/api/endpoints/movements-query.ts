import { createHash } from 'node:crypto'
import { addDays, type BankDay, parseSlashed, toSlashed } from '../../calendar/bank-day'
import { queryOf } from '../../oauth/parameters'
import { ApiRefusal } from '../refusal'

/** What endpoint 17 is asked for: booking days, both included, and where a further page begins. */
export type MovementsQuery = { from: BankDay; to: BankDay; beforeSequence: number | null }

export const defaultRangeDays = 90

const firstDay = '1900-01-01'
const lastDay = '2199-12-31'

/**
 * Reads `dateFrom`, `dateTo` (DD/MM/YYYY) and `page`. Without dates: the last 90 days; with `dateTo` alone, the 90 days
 * before it. Other parameters are ignored. A refusal, 417 FIELD_INVALID, names the parameter.
 */
export function readMovementsQuery(target: string, productId: string, today: BankDay): MovementsQuery {
  const parameters = new URLSearchParams(queryOf(target))
  const given = (name: string): string | null => {
    const values = parameters.getAll(name)
    if (values.length > 1) throw new ApiRefusal('FIELD_INVALID', { detail: name })
    return values[0] ?? null
  }
  const to = readDay('dateTo', given('dateTo')) ?? today
  const from = readDay('dateFrom', given('dateFrom')) ?? addDays(to < today ? to : today, -defaultRangeDays)
  if (from > to) throw new ApiRefusal('FIELD_INVALID', { detail: 'dateFrom' })
  const page = given('page')
  return { from, to, beforeSequence: page === null ? null : readCursor(page, productId, from, to) }
}

function readDay(name: string, text: string | null): BankDay | null {
  if (text === null) return null
  const day = parseSlashed(text)
  if (day === null || day < firstDay || day > lastDay) throw new ApiRefusal('FIELD_INVALID', { detail: name })
  return day
}

/** The relative address of a page, `retrieve?…`, with its days spelled out, so that midnight does not move them. */
export function movementsHref({ from, to, beforeSequence }: MovementsQuery, productId: string): string {
  const days = `retrieve?dateFrom=${toSlashed(from)}&dateTo=${toSlashed(to)}`
  return beforeSequence === null ? days : `${days}&page=${cursorOf(beforeSequence, productId, from, to)}`
}

/** Bound to account and days, so that a cursor taken elsewhere is noticed. It opens nothing: no secret is in it. */
function cursorOf(beforeSequence: number, productId: string, from: BankDay, to: BankDay): string {
  const bound = createHash('sha256').update(`${productId} ${from} ${to} ${beforeSequence}`).digest('hex')
  return `${beforeSequence}-${bound.slice(0, 16)}`
}

function readCursor(page: string, productId: string, from: BankDay, to: BankDay): number {
  const [, digits] = /^(\d{1,9})-[0-9a-f]{16}$/.exec(page) ?? []
  const beforeSequence = Number(digits)
  if (digits === undefined || page !== cursorOf(beforeSequence, productId, from, to)) {
    throw new ApiRefusal('FIELD_INVALID', { detail: 'page' })
  }
  return beforeSequence
}
