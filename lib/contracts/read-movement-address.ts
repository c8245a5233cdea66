import { compareDecimals } from '@/lib/domain/money/decimal'
import { readTypedAmount } from '@/lib/domain/money/typed-amount'
import {
  type FilterField,
  type FilterProblem,
  filterFields,
  type MovementAddress,
  type MovementFilters,
} from './movement-address'
import { movementsQuery } from './requests'

/** An address as the framework gives it. */
export type SearchParams = Readonly<Record<string, string | string[] | undefined>>

/** Nothing that could be seen in its field or its chip. */
const unseen = /^[\p{Z}\p{C}]*$/u

export function readMovementAddress(params: SearchParams): MovementAddress {
  const one = (name: string) => {
    const value = params[name]
    return (Array.isArray(value) ? value[0] : value)?.trim() || undefined
  }
  const address: MovementAddress = {
    typed: {},
    filters: {},
    problems: {},
    after: one('after'),
    movement: one('movement'),
  }
  for (const field of filterFields) {
    const typed = one(field)
    if (typed === undefined || unseen.test(typed)) continue
    address.typed[field] = typed
    const problem = readField(address.filters, field, typed)
    if (problem !== null) address.problems[field] = problem
  }
  checkOrder(address)
  const trend = one('trend')
  if (trend !== undefined && /^\d{1,3}$/.test(trend)) address.typed.trend = trend
  return address
}

const problemOf: Record<FilterField, FilterProblem> = {
  text: 'text',
  from: 'day',
  to: 'day',
  minAmount: 'amount',
  maxAmount: 'amount',
  direction: 'choice',
  status: 'choice',
}

function readField(filters: MovementFilters, field: FilterField, typed: string): FilterProblem | null {
  let value = typed
  if (field === 'minAmount' || field === 'maxAmount') {
    const read = readTypedAmount(typed)
    if (read.kind !== 'amount') return read.kind === 'ambiguous' ? 'ambiguousAmount' : 'amount'
    value = read.amount
  }
  const parsed = movementsQuery.safeParse({ [field]: value })
  if (!parsed.success) return problemOf[field]
  Object.assign(filters, parsed.data)
  return null
}

function checkOrder({ filters, problems }: MovementAddress): void {
  const { from, to, minAmount, maxAmount } = filters
  if (from !== undefined && to !== undefined && from > to) {
    delete filters.to
    problems.to = 'daysReversed'
  }
  if (minAmount !== undefined && maxAmount !== undefined && compareDecimals(minAmount, maxAmount) > 0) {
    delete filters.maxAmount
    problems.maxAmount = 'amountsReversed'
  }
}
