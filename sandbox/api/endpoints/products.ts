import { toSlashed } from '../../calendar/bank-day'
import type { Account } from '../../state/customers'
import { successAnswer } from '../envelope'
import type { Language } from '../language'
import type { Route } from '../routes'
import { accountItem } from './accounts'
import { answerCustomerInquiry, answerInquiry } from './gate'
import { customerCurie } from './links'

/** Endpoint 14: the accounts that are consented for account information, and nothing of the others. */
export const productsRoute: Route = {
  operation: 'products',
  method: 'GET',
  path: '/private/customers/{customerId}/products',
  kind: 'inquiry',
  run: (call) =>
    answerCustomerInquiry(call, (customer, accounts) =>
      successAnswer(call.request, {
        data: { products: accounts.map((account) => productItem(account, call.language)) },
        links: {
          self: { href: 'products', method: 'GET' },
          curies: [customerCurie(call, customer, 'products')],
        },
      }),
    ),
}

/** Endpoint 15: one account. */
export const productRoute: Route = {
  operation: 'product',
  method: 'GET',
  path: '/private/customers/{customerId}/products/{productId}',
  kind: 'inquiry',
  run: (call) =>
    answerInquiry(call, ({ customer, account }) =>
      successAnswer(call.request, {
        data: {
          product: {
            ...productItem(account, call.language),
            holder: customer.name,
            openingDate: toSlashed(account.openedOn),
          },
        },
        links: {
          self: { href: account.productId, method: 'GET' },
          curies: [customerCurie(call, customer, 'products', 'products/')],
        },
      }),
    ),
}

/** The account item of endpoint 2. Closed accounts come to no inquiry, so all of these are active. */
function productItem(account: Account, language: Language): object {
  return { ...accountItem(account, language), status: 'ACTIVE' }
}
