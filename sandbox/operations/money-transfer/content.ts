import { z } from 'zod'
import type { OperationContent } from '../../state/resources'
import { type BeneficiaryAddress, type Order, transferTypes } from './order'
import type { Price } from './price'

/** What a transfer keeps between its steps. */
export type Transfer = { order: Order; address: BeneficiaryAddress | null; price: Price }

/** Cents are kept as text: the content is JSON. */
const cents = z.string().regex(/^\d+$/).transform(BigInt)

const schema = z.object({
  order: z.object({
    type: z.enum(transferTypes),
    amount: cents,
    currency: z.string(),
    urgent: z.boolean(),
    executionDay: z.string(),
    iban: z.string(),
    beneficiaryName: z.string(),
    description: z.string(),
  }),
  address: z.object({ beneficiaryAddress: z.string(), beneficiaryTown: z.string() }).nullable(),
  price: z.object({ debit: cents.nullable(), fee: cents }),
})

export function writeContent({ order, address, price }: Transfer): OperationContent {
  return {
    order: { ...order, amount: order.amount.toString() },
    address,
    price: { debit: price.debit?.toString() ?? null, fee: price.fee.toString() },
  }
}

export function readContent(content: OperationContent): Transfer {
  return schema.parse(content)
}

/** What the printed document says beyond the order. */
export type Receipt = { cro: string; debited: bigint }

const receipt = z.object({ cro: z.string(), debited: cents })

export function writeReceipt({ cro, debited }: Receipt): OperationContent {
  return { cro, debited: debited.toString() }
}

export function readReceipt(outcome: OperationContent): Receipt {
  return receipt.parse(outcome)
}
