import { z } from 'zod'
import type { CallContext } from '../types'
import type { ApiCall } from '../wire/api-call'
import { underBase } from '../wire/path'

const PATHS = {
  request: '/private/customers/{customerId}/consent/request/{resourceId}/confirm',
  revoke: '/private/customers/{customerId}/consent/revoke/{resourceId}/confirm',
}

/**
 * Rows 5 and 8: makes a change of consent count, once the customer has approved it. Sent once and never repeated. What is
 * in force then is what the bank lists.
 * @returns `isSaid` false for a 204: it is a success too, but may be unsigned
 */
export async function confirmConsent(
  call: ApiCall,
  context: CallContext,
  { change, ...ids }: { customerId: string; resourceId: string; change: 'request' | 'revoke' },
): Promise<{ isSaid: boolean }> {
  const path = underBase(call.base, PATHS[change], ids)
  return call(
    context,
    { operation: 'confirmConsent', method: 'PUT', path, body: {}, data: z.unknown(), customerOnly: true },
    ({ isEmpty }) => ({ isSaid: !isEmpty }),
  )
}
