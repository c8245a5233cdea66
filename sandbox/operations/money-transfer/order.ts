import { z } from 'zod'
import { parseFields } from '../../api/body'
import { ApiRefusal } from '../../api/refusal'
import type { BankSettings } from '../../bank'
import { type BankDay, parseSlashed } from '../../calendar/bank-day'
import { type Cents, formatAmount, parseAmount } from '../../money/amount'
import { forbiddenCharacter } from './characters'
import { currencies, isPayable } from './currencies'
import { readPayeeIban } from './payee-iban'

export const transferTypes = ['SEPA', 'SWIFT'] as const

export type TransferType = (typeof transferTypes)[number]

/** What the customer wants done, formally right. */
export type Order = {
  type: TransferType
  amount: Cents
  currency: string
  urgent: boolean
  executionDay: BankDay
  iban: string
  beneficiaryName: string
  description: string
}

/** What `verify1` adds for a beneficiary outside the EEA. */
export type BeneficiaryAddress = { beneficiaryAddress: string; beneficiaryTown: string }

/** 999,999,999.99 */
const maxAmount: Cents = 999_999_999_99n

/** A string that a reader understands; what it read is the value. */
function readBy<T>(read: (text: string) => T | null): z.ZodType<T> {
  return z.string().transform((text, context) => {
    const value = read(text)
    if (value !== null) return value
    context.addIssue({ code: 'custom' })
    return z.NEVER
  })
}

function readAmount(text: string): Cents | null {
  const cents = parseAmount(text)
  const fits = cents !== null && cents > 0n && cents <= maxAmount
  // one way to write an amount: no zeros before it
  return fits && formatAmount(cents) === text ? cents : null
}

/** There is something in it, and not too much. */
const line = (maxLength: number) => z.string().max(maxLength).regex(/\S/)

/** Spec, "Bank transfer: verify request": every field, and no other. */
const verifyData = z.strictObject({
  moneyTransferAmount: z
    .strictObject({ currency: z.enum(currencies), amount: readBy(readAmount) })
    .refine(({ amount, currency }) => isPayable(amount, currency), { path: ['amount'] }),
  flagUrgency: z.boolean(),
  type: z.enum(transferTypes),
  moneyTransferExecutionDate: readBy(parseSlashed),
  ibanBeneficiary: z.string().refine((text) => readPayeeIban(text) !== null),
  beneficiaryName: line(70),
  description: line(140),
})

const addressData = z.strictObject({ beneficiaryAddress: line(70), beneficiaryTown: line(35) })
/** By the setting `stepFields`. The tax code is read, and nothing is done with it. */
const moreData = addressData.extend({ beneficiaryTaxCode: line(16) })

type StepFields = Pick<BankSettings, 'stepFields'>

/** The fields of `verify1`, in the order of its form. */
export function addressFields({ stepFields }: StepFields): readonly (keyof z.infer<typeof moreData>)[] {
  const { beneficiaryAddress, beneficiaryTown, beneficiaryTaxCode } = moreData.keyof().enum
  const address = [beneficiaryAddress, beneficiaryTown]
  return stepFields === 'other' ? [...address, beneficiaryTaxCode] : address
}

/** Reads verify's data by its form alone. Refusals: 417 FIELD_INVALID, then 422 CHARACTER_NOT_ALLOWED. */
export function readOrder(data: unknown): Order {
  const fields = parseFields(verifyData, data)
  const { beneficiaryName, description, moneyTransferAmount } = fields
  requireCharacters({ beneficiaryName, description })
  return {
    type: fields.type,
    amount: moneyTransferAmount.amount,
    currency: moneyTransferAmount.currency,
    urgent: fields.flagUrgency,
    executionDay: fields.moneyTransferExecutionDate,
    iban: fields.ibanBeneficiary,
    beneficiaryName,
    description,
  }
}

export function readAddress(data: unknown, { stepFields }: StepFields): BeneficiaryAddress {
  const fields = parseFields(stepFields === 'other' ? moreData : addressData, data)
  requireCharacters(fields)
  const { beneficiaryAddress, beneficiaryTown } = fields
  return { beneficiaryAddress, beneficiaryTown }
}

function requireCharacters(fields: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(fields)) {
    const character = forbiddenCharacter(text)
    if (character) throw new ApiRefusal('CHARACTER_NOT_ALLOWED', { detail: `${name}: ${character}` })
  }
}
