import type { z } from 'zod'
import type { Call } from './call'
import { hasRepeatedKey } from './json-keys'
import { ApiRefusal } from './refusal'

const maxDetailLength = 200

/**
 * The `data` of a request body, not yet judged: `{"data": …}` and nothing beside it. Refusals: 400 BODY_UNREADABLE, 417
 * FIELD_INVALID.
 */
export function dataOfBody(call: Call): unknown {
  const body = objectOfBody(call)
  const stranger = Object.keys(body).find((name) => name !== 'data')
  if (stranger !== undefined) throw invalidField(stranger)
  if (!('data' in body)) throw invalidField('data')
  return body.data
}

/**
 * Judges `data` by a strict schema. The refusal, 417 FIELD_INVALID, names the first field that does not fit as a path
 * without the leading `data.`: `categories[0].products[1]`.
 */
export function parseFields<T>(schema: z.ZodType<T>, data: unknown): T {
  const parsed = schema.safeParse(data)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const stranger = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []
  throw invalidField(fieldPath([...(issue?.path ?? []), ...stranger]) || 'data')
}

/** Both of the above: what most endpoints need. */
export function readData<T>(call: Call, schema: z.ZodType<T>): T {
  return parseFields(schema, dataOfBody(call))
}

/** The body of a confirm or execute: exactly an empty JSON object. */
export function requireEmptyBody(call: Call): void {
  if (Object.keys(objectOfBody(call)).length > 0) throw invalidField('body')
}

/** `ignoreBOM` leaves a byte order mark in the text, where JSON has no place for it (RFC 8259, 8.1). */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function objectOfBody({ request }: Call): object {
  let text: string
  let content: unknown
  try {
    text = utf8.decode(request.body)
    content = JSON.parse(text)
  } catch {
    throw new ApiRefusal('BODY_UNREADABLE')
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content) || hasRepeatedKey(text)) {
    throw new ApiRefusal('BODY_UNREADABLE')
  }
  return content
}

function fieldPath(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) =>
      typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${String(part)}`,
    )
    .join('')
}

/** A name from outside may be of any length. */
function invalidField(name: string): ApiRefusal {
  return new ApiRefusal('FIELD_INVALID', { detail: name.slice(0, maxDetailLength) })
}
