import type { Customer } from '../../state/customers'
import type { ResourceSubject } from '../../state/resources'
import { type Call, found } from '../call'
import { ApiRefusal } from '../refusal'
import { numberOf } from './gate'

/** Live at once, of one customer with one provider. */
const maxLiveResources = 100

/**
 * Makes a transaction resource for the customer to authorize, and gives its id. Asked for after everything else that may
 * refuse the call. Refused with 420 LIMIT_EXCEEDED when too many live.
 */
export async function createResource(
  call: Call,
  { customerId }: Customer,
  subject: ResourceSubject,
): Promise<string> {
  const { resources } = call.bank
  const tpp = numberOf(call)
  if (resources.liveCount(customerId, tpp) >= maxLiveResources) {
    throw new ApiRefusal('LIMIT_EXCEEDED', { detail: 'resources' })
  }
  const { clientId } = found(call.application, 'application')
  const { resourceId } = await resources.create({ tpp, clientId, customerId, subject })
  return resourceId
}
