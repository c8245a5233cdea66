import { type Details, readDetails } from '../reading/fields'
import { anObject } from '../reading/schemas/unspecified'
import type { CallContext } from '../types'
import type { ApiCall } from '../wire/api-call'
import { underBase } from '../wire/path'

const PATH = '/private/customers/{customerId}/products/{productId}'

/** Row 15: everything the bank says of an account, as fields to label and show. */
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
