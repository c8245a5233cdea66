import { type Details, readDetails } from '../reading/fields'
import { anObject } from '../reading/schemas/unspecified'
import type { CallContext } from '../types'
import type { ApiCall } from '../wire/api-call'
import { underBase } from '../wire/path'

const PATH = '/private/customers/{customerId}'

/** Row 13: everything the bank says of the customer, as fields to label and show. */
export async function getCustomerDetails(
  call: ApiCall,
  context: CallContext,
  request: { customerId: string },
): Promise<Details> {
  const path = underBase(call.base, PATH, request)
  return call(context, { operation: 'getCustomerDetails', method: 'GET', path, data: anObject }, ({ data }) =>
    readDetails(data),
  )
}
