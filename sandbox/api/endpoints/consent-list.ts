import { categories } from '../../state/consents'
import { successAnswer } from '../envelope'
import type { Route } from '../routes'
import { customerOfCall, isGranted } from './gate'
import { customerCurie } from './links'

/** Endpoint 6: what is in force for the calling provider, in the shape in which it is requested. */
export const consentListRoute: Route = {
  operation: 'consent-list',
  method: 'GET',
  path: '/private/customers/{customerId}/consent/list',
  kind: 'common',
  run: (call) => {
    const customer = customerOfCall(call)
    // a closed account opens nothing, whatever was consented for it
    const accounts = customer.accounts.filter(({ closed }) => !closed)
    const granted = categories.map((name) => ({
      name,
      products: accounts
        .filter((account) => isGranted(call, customer, name, account))
        .map(({ productId }) => productId),
    }))
    return successAnswer(call.request, {
      data: { categories: granted.filter(({ products }) => products.length > 0) },
      links: {
        self: { href: 'list', method: 'GET' },
        curies: [customerCurie(call, customer, 'consent', 'consent/')],
      },
    })
  },
}
