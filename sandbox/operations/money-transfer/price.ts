import type { BankSettings } from '../../bank'
import { type Cents, formatAmount } from '../../money/amount'
import type { Account } from '../../state/customers'
import { ownAbi } from '../../state/customers'
import { convert, hasRate } from './currencies'
import type { Order } from './order'
import { readPayeeIban } from './payee-iban'

/** What a transfer costs, in the currency of the account. */
export type Price = {
  /** The amount itself. Null when its currency has no published rate: it is known at execution. */
  debit: Cents | null
  fee: Cents
}

/** In euro. */
const fees = { internal: 0n, sepa: 50n, swift: 12_00n, urgent: 2_50n, address: 1_50n }

export function priceOf(order: Order, account: Account): Price {
  const known = order.currency === account.currency || hasRate(order.currency)
  return { debit: known ? debitOf(order, account) : null, fee: feeOf(order, account) }
}

/** What it costs once the payee's address is known: by a setting, more than verify told. */
export function priceWithAddress(
  price: Price,
  { currency }: Account,
  { stepPrice }: Pick<BankSettings, 'stepPrice'>,
): Price {
  return stepPrice === 'same' ? price : { ...price, fee: price.fee + convert(fees.address, 'EUR', currency) }
}

/** The amount in the currency of the account, at the rates that the bank applies now. */
export function debitOf(order: Order, account: Account): Cents {
  return convert(order.amount, order.currency, account.currency)
}

export function isInternal(order: Order): boolean {
  return readPayeeIban(order.iban)?.abi === ownAbi
}

function feeOf(order: Order, account: Account): Cents {
  const standard = order.type === 'SWIFT' ? fees.swift : isInternal(order) ? fees.internal : fees.sepa
  return convert(standard + (order.urgent ? fees.urgent : 0n), 'EUR', account.currency)
}

/** `totalAmount`, `commissions`, `equivalentAmount` of verify. */
export function priceFields(order: Order, { debit, fee }: Price, account: Account): object {
  const { currency } = account
  const total =
    debit === null
      ? { amount: formatAmount(order.amount), currency: order.currency }
      : { amount: formatAmount(debit + fee), currency }
  const equivalent =
    debit === null || order.currency === currency
      ? { amount: '', currency: '' }
      : { amount: formatAmount(debit), currency }
  return {
    totalAmount: total,
    commissions: { commissions: formatAmount(fee), currency },
    equivalentAmount: equivalent,
  }
}
