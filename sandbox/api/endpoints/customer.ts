import { toSlashed } from '../../calendar/bank-day'
import { successAnswer } from '../envelope'
import type { Route } from '../routes'
import { answerCustomerInquiry } from './gate'
import { curie } from './links'

/** Endpoint 13: who the customer is. Fields are this bank's own. */
export const customerRoute: Route = {
  operation: 'customer',
  method: 'GET',
  path: '/private/customers/{customerId}',
  kind: 'inquiry',
  run: (call) =>
    answerCustomerInquiry(call, (customer) => {
      const { customerId, kind, name, taxCode, address, email, phone, customerSince } = customer
      return successAnswer(call.request, {
        data: {
          customer: {
            customerId,
            kind: kind === 'person' ? 'PERSON' : 'COMPANY',
            name,
            taxCode,
            address: { ...address },
            email,
            phone,
            customerSince: toSlashed(customerSince),
          },
        },
        links: {
          self: { href: customerId, method: 'GET' },
          curies: [curie(call, 'customers/', 'customers')],
        },
      })
    }),
}
