import type { BankBalance } from '../reading/answers'
import { anObject, readBalance } from '../reading/schemas/unspecified'
import type { CallContext } from '../types'
import type { ApiCall } from '../wire/api-call'
import { underBase } from '../wire/path'

const PATH = '/private/customers/{customerId}/products/{productId}/balance/retrieve'

/** Row 16: the balances of an account. One that the bank did not give is undefined, never zero. */
export async function getBalance(
  call: ApiCall,
  context: CallContext,
  request: { customerId: string; productId: string },
): Promise<BankBalance> {
  const path = underBase(call.base, PATH, request)
  return call(context, { operation: 'getBalance', method: 'GET', path, data: anObject }, ({ data }) =>
    readBalance(data),
  )
}
