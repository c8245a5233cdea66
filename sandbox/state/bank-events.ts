import { z } from 'zod'
import { categories } from './consents'

/** Times are epoch milliseconds of business time, days `YYYY-MM-DD`, amounts whole hundredths as text. */
const time = z.number()
const content = z.record(z.string(), z.unknown())
const categoryProducts = z
  .array(z.object({ name: z.enum(categories), products: z.array(z.string()).readonly() }))
  .readonly()

const subject = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['consent-request', 'consent-revoke']), categories: categoryProducts }),
  z.object({ kind: z.literal('inquiry'), productId: z.string() }),
  z.object({
    kind: z.literal('operation'),
    operation: z.string(),
    productId: z.string(),
    content,
    stepsNeeded: z.number(),
    stepsDone: z.number(),
  }),
])

const posting = z.object({
  account: z.string(),
  cents: z.string().regex(/^-?\d+$/),
  currency: z.string(),
  bookedFrom: time,
  valueDay: z.string(),
  description: z.object({ short: z.string(), extended: z.string(), code: z.string() }),
  reference: z.string().nullable(),
})

export type WrittenPosting = z.infer<typeof posting>

const owner = { tpp: z.string(), customerId: z.string() }

/**
 * Everything that may happen at the bank besides codes and tokens. What outlives its resource (money, consents, SCA)
 * says all that it needs itself, because the events of a resource are dropped once it has been disposed of.
 */
export const bankEvent = z.discriminatedUnion('type', [
  /** The first of all: the day that the seed is relative to. */
  z.object({ type: z.literal('seeded'), day: z.string() }),
  z.object({ type: z.literal('clock-moved'), offsetMs: z.number() }),
  z.object({
    type: z.literal('resource-created'),
    resourceId: z.string(),
    ...owner,
    clientId: z.string(),
    createdAt: time,
    subject,
  }),
  z.object({
    type: z.literal('resource-extended'),
    resourceId: z.string(),
    stepsDone: z.number(),
    stepsNeeded: z.number(),
    content,
  }),
  /** `ticket` is the SHA-256 of the secret in scaRedirectURL. */
  z.object({
    type: z.literal('sca-started'),
    resourceId: z.string(),
    at: time,
    redirectUri: z.string(),
    ticket: z.string().length(64),
  }),
  z.object({ type: z.literal('code-wrong'), resourceId: z.string(), at: time }),
  z.object({
    type: z.literal('sca-decided'),
    resourceId: z.string(),
    ...owner,
    at: time,
    status: z.enum(['AUTHORIZED', 'NOT_AUTHORIZED', 'EXPIRED']),
  }),
  z.object({
    type: z.literal('consent-confirmed'),
    resourceId: z.string(),
    ...owner,
    at: time,
    action: z.enum(['grant', 'revoke']),
    categories: categoryProducts,
  }),
  z.object({
    type: z.literal('consent-revoked-at-bank'),
    ...owner,
    at: time,
    categories: categoryProducts,
  }),
  z.object({
    type: z.literal('operation-executed'),
    resourceId: z.string(),
    at: time,
    postings: z.array(posting).readonly(),
    outcome: content,
  }),
  z.object({
    type: z.literal('batch-access'),
    ...owner,
    /** Null when accesses are counted per customer. */
    productId: z.string().nullable(),
    day: z.string(),
  }),
])

export type BankEvent = z.infer<typeof bankEvent>
