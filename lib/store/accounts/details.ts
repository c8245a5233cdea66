import { z } from 'zod'
import { storable } from '../values/text'

/** One value of a payload whose shape is not known, with where it stood: `{ path: 'address.city', … }`. */
export type DetailField = { path: string; kind: 'text' | 'number' | 'boolean'; value: string }

/** What the bank says of something, field by field. `isComplete` is false when something was cut. */
export type Details = { fields: readonly DetailField[]; isComplete: boolean }

const detailField = z.object({
  path: z.string(),
  kind: z.enum(['text', 'number', 'boolean']),
  value: z.string(),
})
export const detailFields = z.array(detailField)
const details = z.object({ fields: detailFields, isComplete: z.boolean() })

const maxFields = 300
const maxFieldLength = 2_000

/**
 * Details as they are stored: bounded, and clean of what the database does not take.
 *
 * @throws RangeError for more than 300 fields, or one of more than 2,000 characters
 */
export function storableDetails({ fields, isComplete }: Details): z.infer<typeof details> {
  return { fields: storableFields(fields), isComplete }
}

/** @throws RangeError as `storableDetails` */
export function storableFields(fields: readonly DetailField[]): z.infer<typeof detailFields> {
  if (fields.length > maxFields) throw new RangeError(`more than ${maxFields} fields`)
  return fields.map(({ path, kind, value }) => {
    if (path.length > maxFieldLength || value.length > maxFieldLength)
      throw new RangeError('a field is too long')
    return { path: storable(path), kind, value: storable(value) }
  })
}

export function readDetails(stored: unknown): Details {
  return details.parse(stored)
}
