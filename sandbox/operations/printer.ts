import { productOfCall, resourceOfCall } from '../api/endpoints/gate'
import { binaryAnswer, type Link } from '../api/envelope'
import { ApiRefusal } from '../api/refusal'
import type { Route } from '../api/routes'
import type { Bank } from '../bank'
import type { Resource } from '../state/resources'
import { printDocument } from './paper'

/** Endpoint 18: the printable document of any operation, from its execution to the disposal of its resource. */
export const printerRoute: Route = {
  operation: 'printer',
  method: 'GET',
  path: '/private/customers/{customerId}/products/{productId}/common/printer/{resourceId}/retrieve',
  kind: 'payment',
  run: async (call) => {
    const { bank, language } = call
    const { customer, account } = productOfCall(call, 'PAYMENTS')
    const { resource, subject, definition } = resourceOfCall(call, (one) => {
      if (one.subject.kind !== 'operation' || one.subject.productId !== account.productId) return null
      const { operation } = one.subject
      const known = bank.operations.find(({ name }) => name === operation)
      return known ? { resource: one, subject: one.subject, definition: known } : null
    })
    const { finished } = resource
    if (!finished) throw notExecuted(bank, resource)
    const at = new Date(finished.at)
    const context = { bank, customer, account, language, now: at }
    const summary = definition.document(context, subject.content, finished.outcome)
    return binaryAnswer('application/pdf', await printDocument(summary, at, language))
  },
}

export function printerLink(bank: Bank, { customerId, resourceId }: Resource, productId: string): Link {
  const product = `${bank.baseUrl()}/private/customers/${customerId}/products/${productId}`
  return { href: `${product}/common/printer/${resourceId}/retrieve`, method: 'GET' }
}

/** Without an authorization there is nothing to print, with one there is not yet. */
function notExecuted(bank: Bank, resource: Resource): ApiRefusal {
  const status = bank.resources.statusOf(resource)
  if (status === 'AUTHORIZED') return new ApiRefusal('STEP_NOT_ALLOWED', { detail: 'NOT_EXECUTED' })
  return new ApiRefusal('SCA_NOT_AUTHORIZED', { detail: status })
}
