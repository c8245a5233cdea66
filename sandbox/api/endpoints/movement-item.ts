import type { BankDay } from '../../calendar/bank-day'
import { formatAmount } from '../../money/amount'
import type { Movement } from '../../state/ledger'

/** A row of `transactionsAccounting`; of `transactionsNotAccounting` when it has no booking day. */
export function movementItem(movement: Movement, currency: string, index: number): object {
  const { cents, bookingDay, valueDay, description, reference } = movement
  const amountTransaction = { amount: formatAmount(cents, 3), currency }
  const rest = {
    dateLiquidationValue: compactDay(valueDay),
    shortDescription: description.short,
    extendedDescription: description.extended,
    idMoneyTransfer: reference ?? '',
    codeDescription: description.code,
    index,
  }
  return bookingDay === null
    ? { amountTransaction, ...rest }
    : { amountTransaction, dateAccountingCurrency: compactDay(bookingDay), ...rest }
}

/** `20191230T00:00:00`. */
export function compactDay(day: BankDay): string {
  return `${day.slice(0, 4)}${day.slice(5, 7)}${day.slice(8)}T00:00:00`
}
