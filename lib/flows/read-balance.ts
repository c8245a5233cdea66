import type { BankBalance } from '@/lib/bank'
import type { Balance } from '@/lib/store'
import type { Caller, FlowDeps, SignedInCustomer } from './deps'
import type { KnownProduct } from './product-facts'
import { type Reading, readingOf, withProduct } from './with-product'

/** What became of reading one account's balance; the figures themselves are in the store. */
export type AccountFigures = { productId: string; reading: Reading }

/** Endpoint 16, kept for the next page view. Requests at the same time share one call. */
export function readBalance(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  known: KnownProduct,
): Promise<AccountFigures> {
  const { productId } = known.account
  const { customerId, bankCustomerId } = customer
  return deps.flights.balance(`${customerId}/${productId}`, async () => {
    const request = { productId, operation: 'balance', returnTo: '/accounts', known }
    const answer = await withProduct(deps, customer, caller, request, (context) =>
      deps.bank.getBalance(context, { customerId: bankCustomerId, productId }),
    )
    if (answer.kind !== 'answered') return { productId, reading: readingOf(answer) }
    const saved = await deps.store.balances.save(customerId, productId, kept(answer.value), answer.readAt)
    return { productId, reading: readingOf(answer, saved) }
  })
}

function kept({ accounting, available, date, details }: BankBalance): Balance {
  return {
    accounting: accounting ?? null,
    available: available ?? null,
    bankDate: date ?? null,
    details,
  }
}
