import type { BankSettings } from '../../bank'
import { type BankDay, toSlashed } from '../../calendar/bank-day'
import { formatAmount } from '../../money/amount'
import type { Movement } from '../../state/ledger'

/** How the payloads of movements and balances are written: the interface does not show them. */
type Forms = Pick<BankSettings, 'movementDecimals' | 'unspecifiedDates'>

/** A row of `transactionsAccounting`; of `transactionsNotAccounting` when it has no booking day. */
export function movementItem(movement: Movement, currency: string, index: number, forms: Forms): object {
  const { cents, bookingDay, valueDay, description, reference } = movement
  const amountTransaction = { amount: formatAmount(cents, forms.movementDecimals === '3' ? 3 : 2), currency }
  const rest = {
    dateLiquidationValue: writtenInForm(valueDay, forms),
    shortDescription: description.short,
    extendedDescription: description.extended,
    idMoneyTransfer: reference ?? '',
    codeDescription: description.code,
    index,
  }
  return bookingDay === null
    ? { amountTransaction, ...rest }
    : { amountTransaction, dateAccountingCurrency: writtenInForm(bookingDay, forms), ...rest }
}

/** `20191230T00:00:00`, or by a setting `30/12/2019`. */
export function writtenInForm(day: BankDay, { unspecifiedDates }: Pick<Forms, 'unspecifiedDates'>): string {
  if (unspecifiedDates === 'slashed') return toSlashed(day)
  return `${day.slice(0, 4)}${day.slice(5, 7)}${day.slice(8)}T00:00:00`
}
