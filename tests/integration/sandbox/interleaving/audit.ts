import { z } from 'zod'
import type { Observed } from './linearize'
import type { Stage } from './perform'
import { tokenOf, type World } from './world'

const row = z.object({
  amountTransaction: z.object({ amount: z.string() }),
  extendedDescription: z.string(),
  idMoneyTransfer: z.string(),
})
const movementsAnswer = z.object({
  data: z.object({ transactionsAccounting: z.array(row), transactionsNotAccounting: z.array(row) }),
})

/** In the description of every transfer here. */
export const transferMark = 'Intreccio'

/** When all is over: the first provider is let in everywhere and reads each balance, for the model to judge. */
export async function readAllBalances({ providers, people }: World, stage: Stage): Promise<void> {
  const [provider] = providers
  if (!provider) throw new Error('no provider')
  for (const person of people) {
    const { customerId, products } = person
    const caller = { tpp: provider.tpp, token: customerId }
    const asked = [{ name: 'ACCOUNT_INFO', products }] as const
    const made = await stage.perform({ do: 'ask', caller, customerId, change: 'request', asked })
    const resourceId = made.resourceId ?? ''
    const { scaRedirectUrl } = await stage.perform({ do: 'approach', caller, resourceId })
    await stage.decide(scaRedirectUrl ?? '', { do: 'decide', resourceId, decision: 'approve' }, person)
    await stage.perform({ do: 'confirm', caller, customerId, change: 'request', resourceId })
    for (const productId of products) await stage.perform({ do: 'balance', caller, customerId, productId })
  }
}

/** How often each account paid, by the executions that were answered with success. */
export function paymentsIn(observed: readonly Observed[]): string[] {
  return observed.flatMap(({ step, outcome }) =>
    step.do === 'execute' && outcome === '200' ? [step.productId] : [],
  )
}

/** Each execution is on its account once, under a reference of its own. Throws when not. */
export async function requireEachPaymentOnce(world: World, payments: readonly string[]): Promise<void> {
  const { providers, people, send } = world
  const [provider] = providers
  if (!provider) throw new Error('no provider')
  for (const { customerId, products } of people) {
    for (const productId of products) {
      const answer = await send(provider, {
        path: `/private/customers/${customerId}/products/${productId}/transactions/retrieve?dateFrom=01/06/2035&dateTo=31/12/2190`,
        token: tokenOf(provider, customerId),
      })
      const { transactionsAccounting, transactionsNotAccounting } = movementsAnswer.parse(answer.json()).data
      const paid = [...transactionsAccounting, ...transactionsNotAccounting].filter(
        ({ amountTransaction, extendedDescription }) =>
          amountTransaction.amount.startsWith('-') && extendedDescription.endsWith(` ${transferMark}`),
      )
      const references = new Set(paid.map(({ idMoneyTransfer }) => idMoneyTransfer))
      const expected = payments.filter((payer) => payer === productId).length
      if (paid.length !== expected || references.size !== expected) {
        throw new Error(`${productId} paid ${paid.length} times, was executed ${expected} times`)
      }
    }
  }
}
