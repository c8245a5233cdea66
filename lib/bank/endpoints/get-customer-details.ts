import type { ApiCall } from '../api-call'
import { type Details, readDetails } from '../fields'
import { underBase } from '../path'
import { anObject } from '../schemas/unspecified'
import type { CallContext } from '../types'

const PATH = '/private/customers/{customerId}'

/** Row 13: whatever the bank says of the customer, as fields to label and show. */
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
