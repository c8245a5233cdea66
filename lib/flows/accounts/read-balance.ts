import type { BankBalance } from '@/lib/bank'
import type { BalanceAnswer, SaveOutcome } from '@/lib/store'
import type { Caller, FlowDeps, SignedInCustomer } from '../deps'
import { noteSuccess, type ProductAnswer, type Reading, readingOf, withProduct } from '../with-product'
import type { KnownProduct } from './product-facts'

/** What the bank answered for one account (endpoint 16). */
export type BalanceRead = { known: KnownProduct; answer: ProductAnswer<BankBalance> }

/**
 * Reads the balances of these accounts, all at the same time, and keeps them for the next page view, all in one
 * write. Requests for the same account at the same time share one call.
 * @returns what became of each, by product
 */
export async function readBalances(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  products: readonly KnownProduct[],
): Promise<Map<string, Reading>> {
  const { customerId } = customer
  const read = await Promise.all(products.map((known) => readBalance(deps, customer, caller, known)))
  const answers = read.flatMap(({ known, answer }) =>
    answer.kind === 'answered' ? [{ known, value: answer.value, readAt: answer.readAt }] : [],
  )
  const saved =
    answers.length === 0
      ? new Map<string, SaveOutcome>()
      : await deps.store.balances.saveAll(customerId, answers.map(kept))
  const [first] = answers
  if (first !== undefined) {
    await noteSuccess(
      deps,
      customerId,
      answers.map(({ known }) => known),
      first.readAt,
      'balance',
    )
  }
  return new Map(
    read.map(({ known: { account }, answer }) => [
      account.productId,
      readingOf(answer, saved.get(account.productId)),
    ]),
  )
}

function readBalance(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  known: KnownProduct,
): Promise<BalanceRead> {
  const { productId } = known.account
  const { customerId, bankCustomerId } = customer
  return deps.flights.balance(`${customerId}/${productId}`, async () => {
    const request = { productId, operation: 'balance', returnTo: '/accounts', known }
    const answer = await withProduct(deps, customer, caller, request, (context) =>
      deps.bank.getBalance(context, { customerId: bankCustomerId, productId }),
    )
    return { known, answer }
  })
}

function kept({
  known,
  value,
  readAt,
}: {
  known: KnownProduct
  value: BankBalance
  readAt: Date
}): BalanceAnswer {
  const { accounting, available, date, details } = value
  return {
    productId: known.account.productId,
    balance: {
      accounting: accounting ?? null,
      available: available ?? null,
      bankDate: date ?? null,
      details,
    },
    readAt,
  }
}
