import type { ApiCall } from '../api-call'
import { type Details, readDetails } from '../fields'
import { underBase } from '../path'
import { anObject } from '../schemas/unspecified'
import type { CallContext } from '../types'

const PATH = '/private/customers/{customerId}/products/{productId}'

/** Row 15: whatever the bank says of an account, as fields to label and show. */
export async function getProduct(
  call: ApiCall,
  context: CallContext,
  request: { customerId: string; productId: string },
): Promise<Details> {
  const path = underBase(call.base, PATH, request)
  return call(context, { operation: 'getProduct', method: 'GET', path, data: anObject }, ({ data }) =>
    readDetails(data),
  )
}
