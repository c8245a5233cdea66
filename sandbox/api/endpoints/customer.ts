import type { Customer } from '../../state/customers'
import { type Call, found } from '../call'
import { ApiRefusal } from '../refusal'

/**
 * The customer of a `/private/customers/{customerId}/…` address, when the token opens that customer. A customer who
 * does not exist and one of somebody else get the same refusal. A batch token opens nobody until the customer has
 * consented, and consents do not exist here yet.
 */
export function customerOfCall(call: Call): Customer {
  const customerId = call.route.parameters.customerId ?? ''
  if (!/^\d{1,12}$/.test(customerId)) throw new ApiRefusal('FIELD_INVALID', { detail: 'customerId' })
  const token = found(call.token, 'token')
  const customer = call.bank.customers.byId(customerId)
  if (!customer || token.customerId !== customerId) throw new ApiRefusal('CUSTOMER_NOT_ALLOWED')
  return customer
}
