import { z } from 'zod'

/** Display text: trimmed and cut, and empty when missing, so that one odd field does not cost the row. */
const text = z
  .string()
  .transform((value) => value.trim().slice(0, 256))
  .catch('')

/** Endpoint 1, `data`. */
export const customerIdData = z.object({ customerid: z.string().regex(/^\d{1,32}$/) })

/** Endpoint 2, `data`. Rows are judged one by one with `accountItem`. */
export const accountsData = z.object({ accounts: z.array(z.unknown()).max(10_000) })

/** spec.md "Account item". Only `accountId`, the productId, is needed for a row to mean something. */
export const accountItem = z.object({
  accountId: z.string().trim().min(1).max(64),
  product: z.object({ code: text, description: text }).catch({ code: '', description: '' }),
  currency: text,
  iban: text,
  name: text,
})
