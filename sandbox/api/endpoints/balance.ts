import { bankDayOf } from '../../calendar/bank-day'
import { formatAmount } from '../../money/amount'
import { successAnswer } from '../envelope'
import type { Route } from '../routes'
import { answerInquiry } from './gate'
import { productCurie } from './links'
import { writtenInForm } from './movement-item'

/** Endpoint 16. Fields are this bank's own. */
export const balanceRoute: Route = {
  operation: 'balance',
  method: 'GET',
  path: '/private/customers/{customerId}/products/{productId}/balance/retrieve',
  kind: 'inquiry',
  run: (call) =>
    answerInquiry(call, ({ customer, account }) => {
      const { bank, request } = call
      const { accountingCents, availableCents, currency } = bank.ledger.balances(account.productId)
      return successAnswer(request, {
        data: {
          accountBalance: { amount: formatAmount(accountingCents), currency },
          availableBalance: { amount: formatAmount(availableCents), currency },
          date: writtenInForm(bankDayOf(bank.clock.now()), bank.settings),
        },
        links: {
          self: { href: 'retrieve', method: 'GET' },
          curies: [productCurie(call, customer, account, 'balance')],
        },
      })
    }),
}
