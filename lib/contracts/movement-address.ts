import type { MovementsQuery } from './requests'

/*
 * The address of an account's page, which is where its filters, its place in the list and the open movement are kept.
 * What was typed stays in it as it was typed, so that a mistake can be shown and put right. `read-movement-address.ts`
 * reads it, on the server.
 */

export const filterFields = ['text', 'from', 'to', 'minAmount', 'maxAmount', 'direction', 'status'] as const
export type FilterField = (typeof filterFields)[number]

/** As in the address. `trend` filters nothing: it is how far back the balance is drawn, and stays with the filters. */
export type TypedFilters = Partial<Record<FilterField | 'trend', string>>

export type MovementFilters = Pick<MovementsQuery, FilterField>

export type FilterProblem =
  | 'text'
  | 'day'
  | 'amount'
  | 'ambiguousAmount'
  | 'choice'
  | 'daysReversed'
  | 'amountsReversed'

export type MovementAddress = {
  typed: TypedFilters
  /** What of it can be used, as our /api takes it. */
  filters: MovementFilters
  problems: Partial<Record<FilterField, FilterProblem>>
  /** The list begins after this place. */
  after: string | undefined
  /** The movement that is looked at. */
  movement: string | undefined
}

/** The address of an account's page with these filters, from this place on, with this movement open. */
export function movementAddress(
  productId: string,
  typed: TypedFilters,
  place: { after?: string; movement?: string } = {},
): string {
  const query = new URLSearchParams()
  for (const field of [...filterFields, 'trend'] as const) {
    const value = typed[field]
    if (value !== undefined) query.set(field, value)
  }
  if (place.after !== undefined) query.set('after', place.after)
  if (place.movement !== undefined) query.set('movement', place.movement)
  return query.size === 0 ? `/accounts/${productId}` : `/accounts/${productId}?${query}`
}

/** The same filters for our /api: an export takes them. */
export function filterQuery(filters: MovementFilters): string {
  return new URLSearchParams(filters).toString()
}

/** The longest path that may be come back to. */
const MAX_RETURN_LENGTH = 500

/** The same address as one to come back to from the bank; without its query where that is too long for it. */
export function returnAddress(address: string): `/${string}` {
  const [path = '/', query] = address.split('?')
  const written = query?.replaceAll('*', '%2A').replaceAll('..', '%2E%2E')
  const whole = written ? `${path}?${written}` : path
  return `/${(whole.length <= MAX_RETURN_LENGTH ? whole : path).slice(1)}`
}
