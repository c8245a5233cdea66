import type { BankMessage } from '../../api/envelope'
import { toSlashed } from '../../calendar/bank-day'
import type { OperationContext, OperationDefinition, StepResult } from '../definition'
import { bankOfAbi } from './banks'
import { readContent, readReceipt, type Transfer, writeContent, writeReceipt } from './content'
import { addressRequired } from './countries'
import { croOf } from './cro'
import { addressFields, type Order, readAddress, readOrder } from './order'
import { readPayeeIban } from './payee-iban'
import { postingsOf } from './postings'
import { prepare } from './prepare'
import { debitOf, priceFields, priceOf, priceWithAddress } from './price'
import { executionDayPossible, fundsAvailable, requirePossible } from './rules'
import { receiptOf, summaryOf } from './summaries'
import { texts } from './texts'
import { isOffline } from './working-hours'

/** The bank transfer (spec, "Bank transfer" tables, endpoints 10 to 12). */
export const moneyTransfer: OperationDefinition = {
  name: 'moneyTransfer',
  maxSteps: 1,
  prepare,
  verify: (context, data) => {
    const order = readOrder(data)
    const price = priceOf(order, context.account)
    requirePossible(context, order, price)
    return stepResult(context, { order, address: null, price })
  },
  step: (context, content, _step, data) => {
    const address = readAddress(data, context.bank.settings)
    const { order, price } = readContent(content)
    const now = priceWithAddress(price, context.account, context.bank.settings)
    if (now.fee !== price.fee) fundsAvailable(context, now.debit ?? debitOf(order, context.account), now.fee)
    return stepResult(context, { order, address, price: now })
  },
  summary: (context, content) => summaryOf(context, readContent(content)),
  execute: (context, content, resourceId) => {
    const { order, price } = readContent(content)
    const debit = price.debit ?? debitOf(order, context.account)
    executionDayPossible(context.now, order)
    fundsAvailable(context, debit, price.fee)
    const cro = croOf(resourceId)
    return {
      postings: postingsOf(context, order, debit, price.fee, cro),
      outcome: writeReceipt({ cro, debited: debit + price.fee }),
      data: { cro, moneyTransferOffline: isOffline(context.now), sendEmailEnabled: false },
      messages: messagesOf(context, order),
    }
  },
  document: (context, content, outcome) => receiptOf(context, readContent(content), readReceipt(outcome)),
}

/** Spec, "Bank transfer: verify response". */
function stepResult(context: OperationContext, transfer: Transfer): StepResult {
  const { order, price } = transfer
  const payee = readPayeeIban(order.iban)
  const needsAddress = order.type === 'SEPA' && addressRequired.has(payee?.country.code ?? '')
  return {
    content: writeContent(transfer),
    data: {
      ...priceFields(order, price, context.account),
      ...bankOfAbi(payee?.abi ?? null),
      moneyTransferOffline: isOffline(context.now),
      holdersEnabled: false,
    },
    stepsNeeded: needsAddress ? 1 : 0,
    messages: needsAddress && transfer.address === null ? messagesOfStep(context) : [],
  }
}

/** The fields that `verify1` takes: each in words, and by its name in `detail`. */
function messagesOfStep({ bank: { settings }, language }: OperationContext): BankMessage[] {
  if (settings.stepFields === 'silent') return []
  return addressFields(settings).map((name) => ({
    code: 'TRANSFER_DATA_NEEDED',
    message: texts[language].needed[name],
    type: 'INFO',
    detail: name,
  }))
}

function messagesOf({ language }: OperationContext, { executionDay }: Order): BankMessage[] {
  const words = texts[language]
  return [
    { code: 'TRANSFER_ACCEPTED', message: words.accepted, type: 'SUCCESS', detail: '' },
    {
      code: 'TRANSFER_EXECUTION_DATE',
      message: words.willBeExecuted,
      type: 'INFO',
      detail: toSlashed(executionDay),
    },
  ]
}
