import { addDays, type BankDay, bankDayOf } from '../../calendar/bank-day'
import type { Answer } from '../../http/message'
import type { Movement } from '../../state/ledger'
import type { Call } from '../call'
import { noContentAnswer, successAnswer } from '../envelope'
import { ApiRefusal } from '../refusal'
import type { Route } from '../routes'
import { answerInquiry, isBatch, numberOf, type ProductOfCall } from './gate'
import { productCurie } from './links'
import { movementItem } from './movement-item'
import { defaultRangeDays, type MovementsQuery, movementsHref, readMovementsQuery } from './movements-query'
import { createResource } from './new-resource'

const freshScaMs = 20 * 60 * 1000

/** Endpoint 17: movements, newest first, booked by pages and pending with the first page. Fields are this bank's own. */
export const transactionsRoute: Route = {
  operation: 'transactions',
  method: 'GET',
  path: '/private/customers/{customerId}/products/{productId}/transactions/retrieve',
  kind: 'inquiry',
  run: (call) =>
    answerInquiry(call, (opened) => {
      const today = bankDayOf(call.bank.clock.now())
      const query = readMovementsQuery(call.request.target, opened.account.productId, today)
      if (needsFreshSca(call, opened, query, today)) return requireSca(call, opened)
      return movementsAnswer(call, opened, query, today)
    }),
}

function movementsAnswer(
  call: Call,
  { customer, account }: ProductOfCall,
  query: MovementsQuery,
  today: BankDay,
): Answer {
  const { ledger, settings } = call.bank
  const { productId, currency } = account
  const { movements, more } = ledger.booked(productId, { ...query, limit: settings.movementsPerPage })
  const pending = showsPending(query, today) ? ledger.pending(productId) : []
  if (movements.length + pending.length === 0 && settings.emptyAnswer === '204') return noContentAnswer()
  const next = more ? nextPage(query, movements) : null
  return successAnswer(call.request, {
    data: {
      transactionsAccounting: movements.map((one) =>
        movementItem(one, currency, one.sequence ?? 0, settings),
      ),
      transactionsNotAccounting: pending.map((one, index) =>
        movementItem(one, currency, index + 1, settings),
      ),
    },
    links: {
      self: { href: movementsHref(query, productId), method: 'GET' },
      ...(next ? { next: { href: movementsHref(next, productId), method: 'GET' } } : {}),
      curies: [productCurie(call, customer, account, 'transactions')],
    },
  })
}

/** What is pending has no booking day yet: it belongs to a range that holds today. */
function showsPending({ from, to, beforeSequence }: MovementsQuery, today: BankDay): boolean {
  return beforeSequence === null && from <= today && today <= to
}

function nextPage(query: MovementsQuery, movements: readonly Movement[]): MovementsQuery | null {
  const beforeSequence = movements.at(-1)?.sequence
  return beforeSequence ? { ...query, beforeSequence } : null
}

/** By a setting, movements older than 90 days need an SCA of the last twenty minutes, of a customer who is there. */
function needsFreshSca(
  call: Call,
  { customer }: ProductOfCall,
  { from }: MovementsQuery,
  today: BankDay,
): boolean {
  const { settings, clock, resources } = call.bank
  if (settings.inquirySca === 'never' || isBatch(call) || from >= addDays(today, -defaultRangeDays))
    return false
  const at = resources.lastScaAt(customer.customerId, numberOf(call))
  return at === null || clock.now().getTime() - at > freshScaMs
}

/** The resource of an earlier call serves again while SCA for it has not begun. */
async function requireSca(call: Call, { customer, account }: ProductOfCall): Promise<never> {
  const { customerId } = customer
  const { productId } = account
  const pending = call.bank.resources.pendingInquiry(customerId, numberOf(call), productId)
  const resourceId =
    pending?.resourceId ?? (await createResource(call, customer, { kind: 'inquiry', productId }))
  throw new ApiRefusal('PSD2_SCA_REQUIRED', { resourceId })
}
