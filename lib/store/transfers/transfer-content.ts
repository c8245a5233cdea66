import { createHash } from 'node:crypto'
import { z } from 'zod'
import { bankLimits } from '@/lib/domain/bank-limits'
import { type KnownBefore, MOST_KNOWN } from '@/lib/domain/transfers/transfer-evidence'
import { Prisma } from '@/prisma/generated/client'
import { storable } from '../values/text'

/* What a transfer holds as JSON: checked on the way in and on the way out. */

const text = (longest: number) => z.string().max(longest).transform(storable)
/** What is typed, and the bank's texts, which are shorter (`bankLimits.text`). */
const words = text(2_000)
const path = text(bankLimits.path)

const draft = z.object({
  productId: text(100),
  payeeName: words,
  iban: words,
  amount: words,
  currency: text(100),
  date: words,
  isUrgent: z.boolean(),
  note: words,
})

/** What the customer typed, as typed. */
export type TransferDraft = z.infer<typeof draft>

const fault = z.object({
  field: text(100),
  code: text(100),
  values: z.record(z.string().max(100), words),
  bankWords: words.nullable(),
})

/** What is wrong with a field; of the draft, or of what a step asks for. */
export type TransferFault = z.infer<typeof fault>

const problem = z.object({
  code: text(100),
  bankWords: z.array(words).max(20),
  reference: text(200).nullable(),
})
export type TransferProblem = z.infer<typeof problem>

const stepDraft = z.object({
  values: z.record(z.string().max(100), words),
  faults: z.array(fault).max(50),
  /** The check that these values were sent with; null until they are. */
  sentWith: z.int().nullable().default(null),
  /** The fields that were sent so far with the steps of this check. Null in an old row: all of `values`. */
  sentNames: z.array(text(100)).max(50).nullable().default(null),
})
/** What was typed for `verify<N>`, and what was wrong with it. Of all steps of a check together. */
export type TransferStepDraft = z.infer<typeof stepDraft>

const money = z.object({ amount: text(60), currency: text(10) })
const message = z.object({
  code: text(200),
  message: words,
  type: z.enum(['SUCCESS', 'INFO', 'WARNING', 'ERROR']),
  detail: words,
})
export type TransferMessage = z.infer<typeof message>
const messages = z.array(message).max(bankLimits.messages)

const order = z.object({
  productId: text(100),
  amount: text(60),
  currency: text(10),
  isUrgent: z.boolean(),
  type: text(20),
  executionDate: text(10),
  beneficiaryIban: text(40),
  beneficiaryName: text(200),
  description: text(500),
})
/** As sent to verify. */
export type TransferOrder = z.infer<typeof order>

const verdict = z.object({
  total: money.nullable(),
  commission: money.nullable(),
  equivalent: money.nullable(),
  bankName: words.nullable(),
  branchName: words.nullable(),
  address: words.nullable(),
  messages,
})
/** As verify, or the last `verify<N>`, returned it; what the bank did not tell is null. */
export type TransferVerdict = z.infer<typeof verdict>

const next = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('execute'), resourceId: text(200), path }),
  z.object({ kind: z.literal('verify'), resourceId: text(200), number: z.int(), path }),
  z.object({ kind: z.literal('unknown') }),
])
/** What the bank expects next, as `lib/bank` read it. */
export type TransferNext = z.infer<typeof next>

const execution = z.object({ messages, documentPath: path.nullable() })
/** What execute answered. */
export type TransferExecution = z.infer<typeof execution>

const knownBefore = z.object({
  day: text(10),
  movements: z
    .array(
      z.object({
        movementId: z.uuid(),
        // Rows of an earlier version have none but these.
        isOut: z.boolean().default(true),
        isPending: z.boolean(),
        day: text(10).nullable(),
        namesPayee: z.boolean(),
        reference: text(bankLimits.cro).nullable(),
        content: text(100),
      }),
    )
    .max(MOST_KNOWN),
}) satisfies z.ZodType<KnownBefore>

const flag = z.boolean().nullable()
const day = text(10).nullable()
const preparation = z.object({
  abi: text(bankLimits.abi).nullable(),
  sepa: flag,
  swift: flag,
  swiftContractSigned: flag,
  urgency: flag,
  today: day,
  earliestDate: day,
  earliestDateInternal: day,
  latestDate: day,
  holidays: z.array(text(10)).max(bankLimits.holidays),
  currencies: z
    .array(
      z.object({ code: text(bankLimits.currency), label: text(bankLimits.label), rate: text(60).nullable() }),
    )
    .max(bankLimits.currencies),
  ratesUpdated: z.object({ date: day, hour: text(bankLimits.hour).nullable() }),
  selectedCurrency: text(bankLimits.currency).nullable(),
  countries: z
    .array(z.object({ code: text(bankLimits.country), label: text(bankLimits.label) }))
    .max(bankLimits.countries),
})
/** What the bank says of transfers from a product (its prepare). */
export type TransferPreparation = z.infer<typeof preparation>

/** @throws ZodError */
export const transferContent = {
  draft: (given: unknown) => draft.parse(given),
  draftChanges: (given: unknown) => draft.partial().parse(given),
  faults: (given: unknown) => z.array(fault).max(50).parse(given),
  problem: (given: unknown) => problem.parse(given),
  stepDraft: (given: unknown) => stepDraft.parse(given),
  order: (given: unknown) => order.parse(given),
  verdict: (given: unknown) => verdict.parse(given),
  next: (given: unknown) => next.parse(given),
  execution: (given: unknown) => execution.parse(given),
  preparation: (given: unknown) => preparation.parse(given),
  knownBefore: (given: unknown) => knownBefore.parse(given),
}

export function orNull<T>(given: unknown, read: (given: unknown) => T): T | null {
  return given === null ? null : read(given)
}

/** Null as the database writes it in a column of JSON. */
export function jsonOrNull<T extends Prisma.InputJsonValue>(value: T | null) {
  return value === null ? Prisma.DbNull : value
}

/** Of the draft that a form was sent with, whatever the order of its fields. */
export function draftHash(given: TransferDraft): string {
  const entries = Object.entries(given).sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(entries)).digest('base64url')
}
