import { z } from 'zod'
import { bankLimits } from '@/lib/domain/bank-limits'
import { Prisma } from '@/prisma/generated/client'
import { storable } from '../values/text'

/*
 * What a run asks for and what came of it: JSON in the database, checked on the way in and on the way out.
 */

const code = z.string().min(1).max(bankLimits.requestId).transform(storable)
const productId = z.string().min(1).max(100).transform(storable)
const scope = z.object({ category: code, productIds: z.array(productId).max(bankLimits.products) })
const scopes = z.array(scope).max(bankLimits.categories)

const consentRequest = z.object({
  kind: z.enum(['consent_grant', 'consent_revoke']),
  scopes: scopes.min(1),
})
const inquiryRequest = z.object({
  kind: z.literal('inquiry'),
  /** What was to be read when the bank asked for SCA, in the words of the one who began the run. */
  operation: code,
  productId: productId.nullable(),
})

const request = z.discriminatedUnion('kind', [consentRequest, inquiryRequest])

/** What a run asks the bank for: categories with their products, or leave to read something. */
export type AuthorizationRequest = z.infer<typeof request>

const outcome = z.object({
  /** The bank's word on each category when it was asked; nothing counts before the confirmation. */
  categories: z
    .array(z.object({ category: code, isAccepted: z.boolean() }))
    .max(bankLimits.categories)
    .optional(),
  /** What the bank's list showed to have changed after the confirmation. */
  appeared: scopes.optional(),
  disappeared: scopes.optional(),
  /** Accounts that were the reason why the bank refused the whole: it calls them closed. */
  closed: z.array(productId).max(bankLimits.products).optional(),
  /** Codes of the bank's answer that ended the run. */
  bankCodes: z.array(code).max(20).optional(),
  /** `result.requestId` of that answer. */
  bankRequestId: code.optional(),
})

/** What came of a run, gathered on the way; every part is optional. */
export type AuthorizationOutcome = z.infer<typeof outcome>

/**
 * The request with its categories and products sorted and each of them once, so that two forms that ask
 * for the same are the same.
 *
 * @throws ZodError
 */
export function parseRequest(given: unknown): AuthorizationRequest {
  const parsed = request.parse(given)
  if (parsed.kind === 'inquiry') return parsed
  const byCategory = new Map<string, Set<string>>()
  for (const { category, productIds } of parsed.scopes) {
    const known = byCategory.get(category) ?? new Set()
    for (const id of productIds) known.add(id)
    byCategory.set(category, known)
  }
  const sorted = [...byCategory]
    .map(([category, productIds]) => ({ category, productIds: [...productIds].sort() }))
    .sort((a, b) => (a.category < b.category ? -1 : 1))
  return { kind: parsed.kind, scopes: sorted }
}

/** Null when nothing is known yet. @throws ZodError */
export function parseOutcome(given: unknown): AuthorizationOutcome | null {
  return given === null ? null : outcome.parse(given)
}

/** What is known after `more` was learnt; null, as the database writes it, while there is nothing. */
export function mergeOutcome(
  known: unknown,
  more: AuthorizationOutcome | undefined,
): Prisma.InputJsonObject | typeof Prisma.DbNull {
  const merged = { ...parseOutcome(known), ...(more === undefined ? {} : outcome.parse(more)) }
  const entries = Object.entries(merged).filter(([, value]) => value !== undefined)
  return entries.length === 0 ? Prisma.DbNull : Object.fromEntries(entries)
}
