import { expect } from 'vitest'
import { z } from 'zod'
import type { Kit } from '@/sandbox/kit'
import { outcomeOf } from './banking'
import { succeed } from './consent-journey'
import type { RawCall } from './raw-client'
import type { Payer } from './transfer-journey'

/** What a provider with ACCOUNT_INFO sees of an account. */

const amount = z.object({ amount: z.string(), currency: z.string() })
const balanceAnswer = z.object({ data: z.object({ accountBalance: amount, availableBalance: amount }) })
const row = z.object({
  amountTransaction: amount,
  shortDescription: z.string(),
  extendedDescription: z.string(),
  idMoneyTransfer: z.string(),
  codeDescription: z.string(),
  dateAccountingCurrency: z.string().optional(),
  dateLiquidationValue: z.string(),
})
const movementsAnswer = z.object({
  data: z.object({ transactionsAccounting: z.array(row), transactionsNotAccounting: z.array(row) }),
})

export type MovementRow = z.infer<typeof row>

const cents = (text: string) => BigInt(text.replace('.', ''))

/** In cents. */
export async function balancesOf(
  kit: Kit,
  { token, customerId, productId }: Payer,
): Promise<{ accounting: bigint; available: bigint }> {
  const path = `/private/customers/${customerId}/products/${productId}/balance/retrieve`
  const { data } = balanceAnswer.parse((await succeed(kit, { path, token })).json())
  return { accounting: cents(data.accountBalance.amount), available: cents(data.availableBalance.amount) }
}

/** The last 90 days, newest first. */
export async function movementsOf(
  kit: Kit,
  { token, customerId, productId }: Payer,
): Promise<{ booked: MovementRow[]; pending: MovementRow[] }> {
  const path = `/private/customers/${customerId}/products/${productId}/transactions/retrieve`
  const { data } = movementsAnswer.parse((await succeed(kit, { path, token })).json())
  return { booked: data.transactionsAccounting, pending: data.transactionsNotAccounting }
}

/** `-25.000 EUR DISPOSIZIONE DI BONIFICO` */
export function shortRow({ amountTransaction, shortDescription }: MovementRow): string {
  return `${amountTransaction.amount} ${amountTransaction.currency} ${shortDescription}`
}

/** All that an account shows. */
export async function accountView(kit: Kit, payer: Payer): Promise<object> {
  return { balances: await balancesOf(kit, payer), movements: await movementsOf(kit, payer) }
}

/** The outcome of a call after which the account must be as it was. */
export async function outcomeWithoutTrace(kit: Kit, payer: Payer, call: RawCall): Promise<string> {
  const before = await accountView(kit, payer)
  const outcome = await outcomeOf(kit, call)
  expect(await accountView(kit, payer)).toEqual(before)
  return outcome
}
