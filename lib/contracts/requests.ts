import { z } from 'zod'
import { productIdForm } from '@/lib/domain/bank-limits'
import { consentCategories } from '@/lib/domain/consent/consent'
import { FIRST_DAY } from '@/lib/domain/days/bank-day'
import { parseDecimal } from '@/lib/domain/money/decimal'
import { exportFormats } from './exports'
import { draftTextLength } from './transfers'

/*
 * What our own /api takes: bodies, addresses and queries. Apart from the types of its answers, so that a page
 * that only reads answers does not load zod.
 */

const productId = z.string().regex(productIdForm)

const scopes = z
  .array(
    z.strictObject({ category: z.enum(consentCategories), productIds: z.array(productId).min(1).max(100) }),
  )
  .min(1)
  .max(consentCategories.length)

/** Made when the form is shown, new for every form: random base64url. A doubled submit has the same. */
const formToken = z.string().regex(/^[A-Za-z0-9_-]{16,100}$/)

/** A path of ours and nothing that a browser could read as another site's address. */
export const ownPath = z
  .string()
  .max(500)
  .regex(/^\/(?:[\w-][\w\-./?=&%+,:]*)?$/)
  .refine((path) => !path.includes('..') && !path.includes('//'))

export const grantBody = z.strictObject({ formToken, scopes, returnTo: ownPath.optional() })

/** `everything` takes back all that is in force, also in categories or accounts that we do not know. */
export const revokeBody = z.union([
  z.strictObject({ formToken, scopes, returnTo: ownPath.optional() }),
  z.strictObject({ formToken, everything: z.literal(true), returnTo: ownPath.optional() }),
])

/**
 * `saysApproved`: the customer says so, for an approval in the bank's app that the bank does not tell of. `askNow`: the
 * customer presses for an answer, where a page by itself would wait.
 */
export const continueBody = z.strictObject({
  saysApproved: z.boolean().optional(),
  askNow: z.boolean().optional(),
})
export const abandonBody = z.strictObject({})

/** Which accounts is not the browser's to say. */
export const catchUpBody = z.strictObject({})

export const seenBody = z.strictObject({ eventId: z.string().regex(/^\d{1,19}$/) })

/**
 * `after_revocation` erases only when the bank's list is seen to be empty; `here_only` also when the bank
 * cannot be told.
 */
/** This place, all of them, or another one. */
export const signOutBody = z.union([
  z.strictObject({ everywhere: z.boolean() }),
  z.strictObject({ placeId: z.uuid() }),
])

export const forgetBody = z.strictObject({ mode: z.enum(['after_revocation', 'here_only']) })

export const authorizationParams = z.object({ authorizationId: z.uuid() })
export const productParams = z.object({ productId })

const day = z.iso.date().refine((text) => text >= FIRST_DAY && text <= '2199-12-31')
const amount = z.string().refine((text) => parseDecimal(text) !== null && /^\d{1,18}(\.\d{1,8})?$/.test(text))

/** The filters of movements as they stand in an address; each at most once. */
export const movementsQuery = z.strictObject({
  from: day.optional(),
  to: day.optional(),
  text: z.string().max(200).optional(),
  minAmount: amount.optional(),
  maxAmount: amount.optional(),
  direction: z.enum(['in', 'out']).optional(),
  status: z.enum(['booked', 'pending']).optional(),
  cursor: z.string().max(300).optional(),
  limit: z.coerce.number().int().min(1).max(200).optional(),
})

export type MovementsQuery = z.infer<typeof movementsQuery>

/** A file of all that the same filters find. */
export const exportQuery = movementsQuery
  .omit({ cursor: true, limit: true })
  .extend({ format: z.enum(exportFormats) })

/** Without dates: what may be new since the last read, or the last 90 days. */
export const refreshBody = z
  .strictObject({ from: day, to: day })
  .partial()
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to)

const typed = z.string().max(draftTextLength)

const transferDraft = z.strictObject({
  productId: z.union([z.literal(''), productId]),
  payeeName: typed,
  iban: typed,
  amount: typed,
  currency: z.string().max(10),
  date: typed,
  isUrgent: z.boolean(),
  note: typed,
})

const transferId = z.uuid()
/** Of the verdict that the page shows; 0 before the first. */
const check = z.int().min(0).max(1_000_000)

export const transferParams = z.object({ transferId })
export const beginTransferBody = z.strictObject({
  formToken,
  draft: transferDraft,
  repeatOf: transferId.optional(),
})
const stepData = z.record(z.string().max(100), typed)
/** The part being typed: the order, or the fields that the bank additionally asks for. */
export const keepDraftBody = z.union([
  // Only what was changed here: another tab may be writing the rest.
  z.strictObject({ draft: transferDraft.partial() }),
  z.strictObject({ check, step: z.int().min(1).max(999), data: stepData }),
])
export const checkTransferBody = z.strictObject({ draft: transferDraft, check })
/** `data` by the bank's names of the fields. */
export const transferStepBody = z.strictObject({
  check,
  step: z.int().min(1).max(999),
  data: stepData,
})
/** A press is about the verdict that the page shows: one on an old page does nothing. */
export const transferPressBody = z.strictObject({ check })
export const continueTransferBody = z.strictObject({})
export const transfersQuery = z.strictObject({ after: z.string().max(100).optional() })
export const preparationQuery = z.strictObject({ productId })
