import type { TransferPreparation } from '../answers'
import type { ApiCall } from '../api-call'
import { underBase } from '../path'
import { readPreparation } from '../schemas/transfer'
import { anObject } from '../schemas/unspecified'
import type { CallContext } from '../types'

const PATH = '/private/customers/{customerId}/products/{productId}/moneyTransfer/prepare'

/** Row 10: what a transfer from this account may look like. Optional: every later call validates by itself. */
export async function prepareTransfer(
  call: ApiCall,
  context: CallContext,
  request: { customerId: string; productId: string },
): Promise<TransferPreparation> {
  const path = underBase(call.base, PATH, request)
  return call(
    context,
    { operation: 'prepareTransfer', method: 'GET', path, data: anObject, customerOnly: true },
    ({ data }) => readPreparation(data),
  )
}
