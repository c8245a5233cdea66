import type { TransferPreparation } from '../reading/answers'
import { readPreparation } from '../reading/schemas/transfer'
import { anObject } from '../reading/schemas/unspecified'
import type { CallContext } from '../types'
import type { ApiCall } from '../wire/api-call'
import { underBase } from '../wire/path'

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
