import type { TransferPreparation as BankPreparation } from '@/lib/bank'
import { bankDay } from '@/lib/domain/days/bank-day'
import type { OrderRules } from '@/lib/domain/transfers/transfer-order'
import type { TransferPreparation, TransferProblem } from '@/lib/store'
import { knownProducts, PAYING, productIn } from '../accounts/product-facts'
import type { Caller, FlowDeps, SignedInCustomer } from '../deps'
import { withProduct } from '../with-product'
import { problemOfError } from './bank-refusals'

/** What prepare says holds until a cut-off at least; it is asked again for a form that is opened later than that. */
const FRESH_MS = 5 * 60_000

export type PreparationShown = TransferPreparation & { readAt: string; bankAbi: string | null }

export type PreparationRead = {
  preparation: Omit<PreparationShown, 'abi'> | null
  problem: TransferProblem | null
}

/** The stored answer of prepare, without asking the bank; null if there is none. */
export async function readKnownPreparation(
  deps: FlowDeps,
  customer: Pick<SignedInCustomer, 'customerId'>,
  productId: string,
): Promise<PreparationRead['preparation']> {
  const kept = await deps.store.transfers.preparation(customer.customerId, productId)
  return kept && shown(kept.preparation, kept.readAt)
}

/**
 * What the bank says of transfers from this account (endpoint 10), for the form. Asks unless it was told a moment ago.
 * @throws AppError not_found for an account that is not the customer's
 */
export async function prepareTransferForm(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  productId: string,
): Promise<PreparationRead> {
  const kept = await deps.store.transfers.preparation(customer.customerId, productId)
  const now = deps.now()
  const isFresh = kept !== null && isOfToday(kept, now) && now.getTime() - kept.readAt.getTime() < FRESH_MS
  const problem = isFresh ? null : await refreshPreparation(deps, customer, caller, productId)
  return { preparation: await readKnownPreparation(deps, customer, productId), problem }
}

/**
 * What an order has to keep to, by the bank's word of today. Without any word nothing is limited but what has to be
 * allowed: verify decides.
 */
export async function orderRules(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  productId: string,
): Promise<OrderRules> {
  const { customerId } = customer
  const kept = await deps.store.transfers.preparation(customerId, productId)
  if (kept !== null && isOfToday(kept, deps.now())) return rulesOf(kept.preparation, deps.now())
  await refreshPreparation(deps, customer, caller, productId)
  const read = await deps.store.transfers.preparation(customerId, productId)
  return rulesOf(read !== null && isOfToday(read, deps.now()) ? read.preparation : null, deps.now())
}

/** For the other fields of an order whose account will not do: nothing is held against them that the account decides. */
export function lenientRules(deps: Pick<FlowDeps, 'now'>): OrderRules {
  return { ...rulesOf(null, deps.now()), swift: true, urgency: true }
}

/** Asks the bank and keeps what it says. @returns why it did not work, else null @throws AppError not_found */
export async function refreshPreparation(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  productId: string,
): Promise<TransferProblem | null> {
  const { customerId, bankCustomerId } = customer
  productIn(await knownProducts(deps, customerId, productId), productId)
  const request = {
    productId,
    category: PAYING,
    operation: 'transfer preparation',
    returnTo: '/transfers',
    isAside: true,
  }
  const answer = await withProduct(deps, customer, caller, request, (context) =>
    deps.bank.prepareTransfer(context, { customerId: bankCustomerId, productId }),
  )
  switch (answer.kind) {
    case 'answered':
      await deps.store.transfers.savePreparation(customerId, productId, kept(answer.value), answer.readAt)
      return null
    case 'problem':
      return problemOfError(answer.error)
    case 'closed':
      return { code: 'account_closed', bankWords: [], reference: null }
    default:
      return { code: 'not_shared', bankWords: [], reference: null }
  }
}

function isOfToday(
  { preparation, readAt }: { preparation: TransferPreparation; readAt: Date },
  now: Date,
): boolean {
  return (preparation.today ?? bankDay(readAt)) === bankDay(now)
}

function kept(read: BankPreparation): TransferPreparation {
  return {
    abi: read.abi ?? null,
    sepa: read.sepa ?? null,
    swift: read.swift ?? null,
    swiftContractSigned: read.swiftContractSigned ?? null,
    urgency: read.urgency ?? null,
    today: read.today ?? null,
    earliestDate: read.earliestDate ?? null,
    earliestDateInternal: read.earliestDateInternal ?? null,
    latestDate: read.latestDate ?? null,
    holidays: [...read.holidays],
    currencies: read.currencies.map(({ code, label, rate }) => ({ code, label, rate: rate ?? null })),
    ratesUpdated: { date: read.ratesUpdated.date ?? null, hour: read.ratesUpdated.hour ?? null },
    selectedCurrency: read.selectedCurrency ?? null,
    countries: read.countries.map(({ code, label }) => ({ code, label })),
  }
}

function shown({ abi, ...preparation }: TransferPreparation, readAt: Date) {
  return { ...preparation, bankAbi: abi, readAt: readAt.toISOString() }
}

function rulesOf(preparation: TransferPreparation | null, now: Date): OrderRules {
  return {
    today: preparation?.today ?? bankDay(now),
    earliestDate: preparation?.earliestDate ?? undefined,
    earliestDateInternal: preparation?.earliestDateInternal ?? undefined,
    latestDate: preparation?.latestDate ?? undefined,
    holidays: preparation?.holidays ?? [],
    abi: preparation?.abi ?? undefined,
    sepa: preparation?.sepa ?? undefined,
    swift: preparation?.swift ?? undefined,
    urgency: preparation?.urgency ?? undefined,
    currencies: preparation?.currencies.map(({ code }) => code) ?? [],
    selectedCurrency: preparation?.selectedCurrency ?? undefined,
  }
}
