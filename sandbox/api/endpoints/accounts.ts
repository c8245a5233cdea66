import type { Account } from '../../state/customers'
import { successAnswer } from '../envelope'
import type { Language } from '../language'
import type { Route } from '../routes'
import { customerOfCall, passBatchRules } from './gate'
import { customerCurie } from './links'

/** Endpoint 2: the customer's accounts. Needs no consent: it is where the product ids for a consent come from. */
export const accountsRoute: Route = {
  operation: 'accounts',
  method: 'GET',
  path: '/private/customers/{customerId}/accounts',
  kind: 'common',
  run: async (call) => {
    const customer = customerOfCall(call)
    const answer = successAnswer(call.request, {
      data: { accounts: customer.accounts.map((account) => accountItem(account, call.language)) },
      links: {
        self: { href: 'accounts', method: 'GET' },
        curies: [customerCurie(call, customer, 'accounts')],
      },
    })
    await passBatchRules(call, customer, null)
    return answer
  },
}

/** Spec, "Account item". */
export function accountItem(account: Account, language: Language): object {
  return {
    accountId: account.productId,
    product: { code: account.type.code, description: account.type.description[language] },
    currency: account.currency,
    iban: account.iban,
    name: account.nickname,
  }
}
