import type { Language } from '../../api/language'
import { writtenDay } from '../../calendar/written'
import { writtenAmount } from '../../money/written'
import { writtenIban } from '../../state/iban'
import type { OperationContext, OperationSummary } from '../definition'
import type { Receipt, Transfer } from './content'
import type { Price } from './price'
import { texts } from './texts'

type Row = OperationSummary['rows'][number]

/** What the customer authorizes: amount and payee above all (dynamic linking, RTS article 5). */
export function summaryOf(context: OperationContext, transfer: Transfer): OperationSummary {
  const { account, language } = context
  const words = texts[language]
  const { order, price } = transfer
  return {
    title: order.urgent ? words.titleUrgent : words.title,
    rows: [
      ...orderRows(context, transfer),
      { label: words.fee, value: writtenAmount(price.fee, account.currency, language) },
      { label: words.total, value: writtenTotal(price, account.currency, language) },
    ],
  }
}

/** What the printed document says after execution. */
export function receiptOf(context: OperationContext, transfer: Transfer, receipt: Receipt): OperationSummary {
  const { account, language } = context
  const words = texts[language]
  return {
    title: words.receipt,
    rows: [
      { label: words.cro, value: receipt.cro, emphasis: true },
      ...orderRows(context, transfer),
      { label: words.fee, value: writtenAmount(transfer.price.fee, account.currency, language) },
      { label: words.debited, value: writtenAmount(receipt.debited, account.currency, language) },
    ],
  }
}

function orderRows({ account, language }: OperationContext, { order, address }: Transfer): Row[] {
  const words = texts[language]
  const where = address ? `${address.beneficiaryAddress}, ${address.beneficiaryTown}` : null
  return [
    { label: words.amount, value: writtenAmount(order.amount, order.currency, language), emphasis: true },
    { label: words.beneficiary, value: order.beneficiaryName, emphasis: true },
    { label: words.iban, value: writtenIban(order.iban), emphasis: true },
    ...(where === null ? [] : [{ label: words.beneficiaryAddress, value: where }]),
    { label: words.executionDate, value: writtenDay(order.executionDay, language) },
    { label: words.description, value: order.description },
    { label: words.type, value: words.types[order.type] },
    { label: words.fromAccount, value: `${account.nickname}, ${writtenIban(account.iban)}` },
  ]
}

function writtenTotal({ debit, fee }: Price, currency: string, language: Language): string {
  if (debit !== null) return writtenAmount(debit + fee, currency, language)
  return texts[language].totalWithoutRate(writtenAmount(fee, currency, language))
}
