import {
  type MoneyMeaning,
  moneyOf,
  type TakenBack,
  takenBack,
  WAITING_FOR_CUSTOMER,
} from '@/lib/domain/transfers/transfer-meaning'
import type { TransferStateName } from '@/lib/domain/transfers/transfer-state'
import type { TransferSummary } from '@/lib/store'
import type { FlowDeps, SignedInCustomer } from '../deps'

const PAGE_SIZE = 30
const PAYEES = 20

export type SummaryShown = {
  transferId: string
  state: TransferStateName
  money: MoneyMeaning
  takenBack: TakenBack | null
  productId: string
  payeeName: string
  iban: string
  amount: { amount: string; currency: string } | null
  typedAmount: string
  date: string | null
  createdAt: string
  movedAt: string
}

/** The customer's transfers in every state, the newest first. @param after `nextCursor` of the page before */
export async function listTransfers(
  deps: FlowDeps,
  { customerId }: Pick<SignedInCustomer, 'customerId'>,
  after?: string,
): Promise<{ transfers: SummaryShown[]; nextCursor: string | null }> {
  const { transfers, nextCursor } = await deps.store.transfers.page(customerId, after ?? null, PAGE_SIZE)
  return { transfers: transfers.map(summaryShown), nextCursor }
}

/** Those that wait for the customer, what matters most first, and then the newest. */
export async function listWaitingTransfers(
  deps: FlowDeps,
  { customerId }: Pick<SignedInCustomer, 'customerId'>,
): Promise<SummaryShown[]> {
  const waiting = await deps.store.transfers.inStates(customerId, WAITING_FOR_CUSTOMER)
  return WAITING_FOR_CUSTOMER.flatMap((name) => waiting.filter(({ state }) => state.name === name)).map(
    summaryShown,
  )
}

/** Whom the customer paid last, by what the bank accepted. */
export async function recentPayees(
  deps: FlowDeps,
  { customerId }: Pick<SignedInCustomer, 'customerId'>,
): Promise<{ name: string; iban: string; lastUsedAt: string }[]> {
  const payees = await deps.store.transfers.payees(customerId, PAYEES)
  return payees.map(({ name, iban, lastUsedAt }) => ({ name, iban, lastUsedAt: lastUsedAt.toISOString() }))
}

/** A draft shows what was typed; afterwards the checked order counts. */
function summaryShown({
  transferId,
  state,
  draft,
  order,
  createdAt,
  movedAt,
  executionStatus,
}: TransferSummary): SummaryShown {
  const isTyped = order === null || state.name === 'draft' || state.name === 'checking'
  const shown = isTyped
    ? { productId: draft.productId, payeeName: draft.payeeName, iban: draft.iban, amount: null, date: null }
    : {
        productId: order.productId,
        payeeName: order.beneficiaryName,
        iban: order.beneficiaryIban,
        amount: { amount: order.amount, currency: order.currency },
        date: order.executionDate,
      }
  return {
    transferId,
    state: state.name,
    money: moneyOf(state, executionStatus),
    takenBack: state.name === 'accepted' ? takenBack(executionStatus) : null,
    ...shown,
    typedAmount: draft.amount,
    createdAt: createdAt.toISOString(),
    movedAt: movedAt.toISOString(),
  }
}
