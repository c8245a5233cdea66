import { z } from 'zod'
import { bankLimits, categoryForm, productIdForm } from '@/lib/domain/bank-limits'
import { isBlank, isRecord } from '../fields'

/** Display text: trimmed and cut, and empty when missing, so that one odd field does not cost the row. */
const text = z
  .string()
  .transform((value) => value.trim().slice(0, 256))
  .catch('')

/** Endpoint 1, `data`. */
export const customerIdData = z.object({ customerid: z.string().regex(/^\d{1,32}$/) })

/** Endpoint 2, `data`. Rows are judged one by one with `accountItem`. */
export const accountsData = z.object({ accounts: z.array(z.unknown()) })

/** spec.md "Account item". Only `accountId`, the productId, is needed for a row to mean something. */
export const accountItem = z.object({
  accountId: z.string().trim().regex(productIdForm),
  product: z.object({ code: text, description: text }).catch({ code: '', description: '' }),
  currency: text,
  iban: text,
  name: text,
})

/** A word that something is decided on: kept as given but for blanks around it, or else not there. */
const word = z.string().trim().min(1).max(64).optional().catch(undefined)

/** Endpoints 3 and 7, `data`: nothing of it is needed. Rows are judged one by one with `categoryOutcome`. */
export const consentChangeData = z
  .unknown()
  .transform((data): { rows: readonly unknown[]; isOdd: boolean } => {
    const given = isRecord(data) ? data.categoriesOutcome : undefined
    const rows: readonly unknown[] = Array.isArray(given) ? given : []
    const isReadable = isRecord(data) || isBlank(data)
    const isOdd =
      !isReadable || (!Array.isArray(given) && !isBlank(given)) || rows.length > bankLimits.categories
    return { rows: rows.slice(0, bankLimits.categories), isOdd }
  })

export const categoryOutcome = z.object({ name: z.string().trim().regex(categoryForm), outcome: z.boolean() })

/** Endpoint 4, `data` (spec.md "SCA approach response"). */
export const scaData = z.object({
  scaRedirectURL: z.string().trim().max(8192).nullish(),
  chosenScaApproach: word,
})

/** Endpoint 9, `data` (spec.md "Operation status response"). */
export const statusData = z
  .object({ creationTimestamp: word, authorizationStatus: word, executionStatus: word })
  .refine(({ authorizationStatus, executionStatus }) => authorizationStatus ?? executionStatus)
