import { truthOf } from '@/tests/support/bank-truth'
import { look, type PayingCustomer, type PayingOrder, type PayingView } from '@/tests/support/paying-visitor'
import type { TestSandbox } from '@/tests/support/sandbox'
import { Violation } from './proven-client'

/**
 * What the app says, held against the bank's books: what was executed is not called unpaid, what was not is not called
 * accepted, and nothing is sent twice, or is another order than this. Throws a {@link Violation}.
 */
export async function trueLook(
  sandbox: TestSandbox,
  customer: PayingCustomer,
  order: PayingOrder,
  transferId: string,
): Promise<PayingView> {
  // Of what happens between the two, either may be told.
  const before = truthOf(sandbox, order.note)
  const view = await look(customer, transferId)
  const { executeCalls, executed } = truthOf(sandbox, order.note)
  if (executeCalls > 1 || executed.length > 1) {
    throw new Violation(`the bank was told to execute ${executeCalls} times, and did ${executed.length}`)
  }
  if (executed.some(({ amount }) => amount !== order.amount.replace(',', ''))) {
    throw new Violation('another amount was executed than was ordered')
  }
  if (before.executed.length > 0 && view.money === 'not_paid') {
    throw new Violation(`it is called ${view.state}, and the bank has executed it`)
  }
  if (view.money === 'accepted' && executed.length === 0) {
    throw new Violation(`it is called ${view.state}, and the bank has not executed it`)
  }
  return view
}
