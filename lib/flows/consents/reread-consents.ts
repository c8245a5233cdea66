import type { ReplaceReason } from '@/lib/store'
import type { Caller, FlowDeps, SignedInCustomer } from '../deps'
import { withConnection } from '../with-connection'

type Scopes = readonly { category: string; productIds: readonly string[] }[]

export type ConsentListRead =
  /** `isWhole` false: rows of it could not be read or its paging broke, so that what is missing proves nothing. */
  | { kind: 'read'; grants: Scopes; isWhole: boolean; askedAt: Date }
  /** An answer that is no list; it is not an empty one, and nothing changed here. */
  | { kind: 'unreadable' }

/**
 * Reads what is in force from the bank (endpoint 6), which wins over our copy: what appeared and disappeared is
 * written down, and what is held of accounts that can no longer be read is erased. Requests at the same time
 * share one call.
 *
 * @param run the run of ours that was just confirmed: what it asked for is put down to it, and only a list
 *   asked for after it will do
 * @throws AppError connection_expired; the bank's errors. Our copy stays as it was.
 */
export async function rereadConsents(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  run?: ReplaceReason,
): Promise<ConsentListRead> {
  if (run !== undefined) return readAndStore(deps, customer, caller, run)
  return deps.flights.consents(customer.customerId, () => readAndStore(deps, customer, caller))
}

async function readAndStore(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  run?: ReplaceReason,
): Promise<ConsentListRead> {
  const readAt = deps.now()
  const list = await withConnection(deps, customer, caller, (context) =>
    deps.bank.listConsents(context, { customerId: customer.bankCustomerId }),
  )
  if (list.kind === 'unreadable') return list
  const whole = { grants: list.grants, isWhole: list.isWhole }
  await deps.store.consents.replaceFromBank(customer.customerId, whole, readAt, run)
  return { kind: 'read', ...whole, askedAt: readAt }
}
