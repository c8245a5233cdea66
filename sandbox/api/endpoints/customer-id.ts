import { found } from '../call'
import { successAnswer } from '../envelope'
import { ApiRefusal } from '../refusal'
import type { Route } from '../routes'

/** Endpoint 1: who the customer behind the token is. The key is `customerid`, as the spec writes it. */
export const customerIdRoute: Route = {
  operation: 'customerid-info',
  method: 'GET',
  path: '/private/customers/customerid-info',
  kind: 'common',
  run: ({ bank, request, token }) => {
    const { customerId } = found(token, 'token')
    if (customerId === null) throw new ApiRefusal('CUSTOMER_ONLINE_ONLY')
    return successAnswer(request, {
      data: { customerid: customerId },
      links: {
        self: { href: 'customerid-info', method: 'GET' },
        curies: [{ href: `${bank.baseUrl()}/private/customers/{rel}`, name: 'customers' }],
      },
    })
  },
}
