import type { ExportSource } from '@/lib/contracts/exports'
import { bankDay } from '@/lib/domain/days/bank-day'
import { addDecimals } from '@/lib/domain/money/decimal'
import { camtAmount } from './camt-amount'
import type { Statement } from './left-out'
import { element, group } from './xml'

/*
 * The schema wants a balance in every statement. Said is only what is known:
 *
 * - OPBD, and CLBD when the last day is over: for a file of all that was booked in its days, where they follow from the
 *   balance that the bank gave (lib/flows/movements/export-movements.ts says when).
 * - ITBD and ITAV: the bank's booked and available balance as it gave them, of the day it named. True of the account
 *   whatever the file was filtered by.
 * - else the sum of the file's own entries, under a name of its own: no balance of the account, and no program takes it
 *   for one.
 */
export function balancesOf(source: ExportSource, { currency, group: found }: Statement): string[] {
  const { balance, periodBalances } = source
  const known: string[] = []
  if (periodBalances?.currency === currency) {
    const { opening, closing } = periodBalances
    known.push(balanceXml(element('Cd', 'OPBD'), opening.amount, currency, opening.day))
    if (closing !== null) known.push(balanceXml(element('Cd', 'CLBD'), closing.amount, currency, closing.day))
  }
  if (balance !== null) {
    const day = balance.bankDate ?? bankDay(new Date(balance.readAt))
    const { accounting, available } = balance
    if (accounting?.currency === currency)
      known.push(balanceXml(element('Cd', 'ITBD'), accounting.amount, currency, day))
    if (available?.currency === currency)
      known.push(balanceXml(element('Cd', 'ITAV'), available.amount, currency, day))
  }
  const said = known.filter((xml) => xml !== '')
  if (said.length > 0) return said
  const day = bankDay(new Date(source.writtenAt))
  const net = found === null ? '0' : addDecimals(found.in, found.out)
  const sum = balanceXml(element('Prtry', 'SUM OF ENTRIES'), net, currency, day)
  return [sum === '' ? balanceXml(element('Prtry', 'NOT AVAILABLE'), '0', currency, day) : sum]
}

/** Nothing for an amount that the schema cannot hold. */
function balanceXml(type: string, amount: string, currency: string, day: string): string {
  const written = camtAmount(amount, currency)
  if (written === null) return ''
  return group(
    'Bal',
    group('Tp', group('CdOrPrtry', type)),
    element('Amt', written.digits, ` Ccy="${currency}"`),
    element('CdtDbtInd', written.indicator),
    group('Dt', element('Dt', day)),
  )
}
