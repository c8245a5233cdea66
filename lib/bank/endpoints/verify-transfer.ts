import { z } from 'zod'
import { ProtocolFault } from '../errors'
import type { TransferOrder, TransferVerification } from '../reading/answers'
import { writeDate } from '../reading/calendar-date'
import { refuseAnotherResource } from '../reading/resource'
import { readVerification } from '../reading/schemas/transfer'
import { readTransferStep, stepPath, type VerifyStep } from '../reading/transfer-step'
import type { CallContext } from '../types'
import type { ApiCall } from '../wire/api-call'
import { underBase } from '../wire/path'

const PATH = '/private/customers/{customerId}/products/{productId}/moneyTransfer/verify'

/**
 * Row 11: the bank's verdict on an order, and the resource to approve and execute. Sent once and never repeated. A 417,
 * 412 or 422 is a BankApiError whose `details` may name the field.
 * @throws TypeError naming the amount, currency or date that cannot be sent
 */
export async function verifyTransfer(
  call: ApiCall,
  context: CallContext,
  request: { customerId: string; productId: string; order: TransferOrder },
): Promise<TransferVerification> {
  const { customerId, productId, order } = request
  const path = underBase(call.base, PATH, { customerId, productId })
  return call(
    context,
    {
      operation: 'verifyTransfer',
      method: 'POST',
      path,
      body: { data: orderData(order) },
      data: z.unknown(),
      customerOnly: true,
    },
    ({ data, resourceId, links, messages }) => {
      if (resourceId === undefined) throw new ProtocolFault('schema', 'no resourceId')
      const next = readTransferStep(links, resourceId, 0, call.base)
      return { resourceId, ...readVerification(data), next, messages }
    },
  )
}

/**
 * `verify<N>` (spec.md "Other rules"): further data that the bank asks for before approval. Sent once, never repeated.
 * @param request.step a `next` of kind `verify` that an earlier answer gave
 * @throws TypeError when the step does not lead to that step of that resource
 */
export async function verifyStep(
  call: ApiCall,
  context: CallContext,
  { step, data }: { step: VerifyStep; data: Readonly<Record<string, unknown>> },
): Promise<TransferVerification> {
  const path = stepPath(step, call.base)
  return call(
    context,
    { operation: 'verifyStep', method: 'PUT', path, body: { data }, data: z.unknown(), customerOnly: true },
    (answer) => {
      refuseAnotherResource(answer.resourceId, step.resourceId)
      const next = readTransferStep(answer.links, step.resourceId, step.number, call.base)
      return {
        resourceId: step.resourceId,
        ...readVerification(answer.data),
        next,
        messages: answer.messages,
      }
    },
  )
}

/** spec.md "Bank transfer: verify request `data`". */
function orderData(order: TransferOrder) {
  if (!/^\d{1,13}\.\d{2}$/.test(order.amount)) throw new TypeError('order.amount must have two decimals')
  if (!/^[A-Z]{3}$/.test(order.currency)) throw new TypeError('order.currency is not a currency code')
  return {
    moneyTransferAmount: { currency: order.currency, amount: order.amount },
    flagUrgency: order.isUrgent,
    type: order.type,
    moneyTransferExecutionDate: writeDate(order.executionDate, 'order.executionDate'),
    ibanBeneficiary: order.beneficiaryIban,
    beneficiaryName: order.beneficiaryName,
    description: order.description,
  }
}
