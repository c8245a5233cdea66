import { customerIdData } from '../reading/schemas/specified'
import type { CallContext } from '../types'
import type { ApiCall } from '../wire/api-call'
import { underBase } from '../wire/path'

const PATH = '/private/customers/customerid-info'

/** Row 1: the customer of the access token. */
export function getCustomerId(call: ApiCall, context: CallContext): Promise<{ customerId: string }> {
  const path = underBase(call.base, PATH)
  return call(
    context,
    { operation: 'getCustomerId', method: 'GET', path, data: customerIdData },
    ({ data }) => ({ customerId: data.customerid }),
  )
}
