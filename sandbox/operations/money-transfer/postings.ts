import { instantOf } from '../../calendar/bank-day'
import type { Cents } from '../../money/amount'
import type { Account } from '../../state/customers'
import type { Posting } from '../../state/resources'
import type { OperationContext } from '../definition'
import { convert } from './currencies'
import type { Order } from './order'

type Leg = Pick<Posting, 'account' | 'cents' | 'currency' | 'description'>

/**
 * The bookings of a transfer: the payer pays amount and fee, the beneficiary gets the amount. One who banks elsewhere gets
 * it by way of the clearing account, which also stands between two currencies.
 */
export function postingsOf(
  context: OperationContext,
  order: Order,
  debit: Cents,
  fee: Cents,
  cro: string,
): Posting[] {
  const { bank, customer, account, now } = context
  const payee = liveAccountOf(context, order.iban)
  const currency = payee?.currency ?? order.currency
  const credit = currency === account.currency ? debit : convert(order.amount, order.currency, currency)
  const out: Leg['description'] = {
    short: 'DISPOSIZIONE DI BONIFICO',
    extended: `BONIFICO A FAVORE DI ${order.beneficiaryName} ${order.description}`,
    code: 'BONIFICO',
  }
  const into: Leg['description'] = {
    short: 'BONIFICO A VOSTRO FAVORE',
    extended: `BONIFICO DISPOSTO DA ${customer.name} ${order.description}`,
    code: 'BONIFICO',
  }
  const legs: Leg[] = [
    { account: account.productId, cents: -debit, currency: account.currency, description: out },
    { account: payee?.productId ?? `clearing:${currency}`, cents: credit, currency, description: into },
    ...conversion(account.currency, debit, currency, credit),
    ...feeLegs(account, fee),
  ]
  const bookedFrom = bookingOf(now, order, bank.settings.bookingDelaySeconds)
  return legs.map((leg) => ({ ...leg, bookedFrom, valueDay: order.executionDay, reference: cro }))
}

/** A closed account takes no money; it then waits at the clearing account. */
function liveAccountOf({ bank }: OperationContext, iban: string): Account | undefined {
  const account = bank.customers.accountByIban(iban)?.account
  return account?.closed ? undefined : account
}

function conversion(from: string, paid: Cents, to: string, given: Cents): Leg[] {
  if (from === to) return []
  const description = { short: 'CAMBIO DIVISA', extended: `CAMBIO ${from}/${to}`, code: 'CAMBIO' }
  return [
    { account: `clearing:${from}`, cents: paid, currency: from, description },
    { account: `clearing:${to}`, cents: -given, currency: to, description },
  ]
}

function feeLegs({ productId, currency }: Account, fee: Cents): Leg[] {
  if (fee === 0n) return []
  const description = {
    short: 'COMMISSIONI BONIFICO',
    extended: 'COMMISSIONI SU DISPOSIZIONE DI BONIFICO',
    code: 'COMMISSIONI',
  }
  return [
    { account: productId, cents: -fee, currency, description },
    { account: `fees:${currency}`, cents: fee, currency, description },
  ]
}

/** An urgent transfer is booked at once, any other some time later; both on the execution day at the earliest. */
function bookingOf(now: Date, { executionDay, urgent }: Order, delaySeconds: number): number {
  const earliest = Math.max(now.getTime(), instantOf(executionDay).getTime())
  return urgent ? earliest : earliest + delaySeconds * 1000
}
