import { isUtf8 } from 'node:buffer'
import { z } from 'zod'
import { ApiFault, type BankMessage, ProtocolFault } from './errors'
import { readEmbedded, readLinks } from './hal'

const MAX_MESSAGES = 100
const shortText = z
  .string()
  .transform((text) => text.slice(0, 1000))
  .catch('')

/** Null is how some serialisers write what is absent. */
function absentOr<T extends z.ZodType>(schema: T) {
  return schema.nullish().transform((value) => value ?? undefined)
}

const messageSchema = z.object({
  code: z
    .string()
    .regex(/^[A-Za-z0-9_.-]{1,64}$/)
    .catch(''),
  message: shortText,
  type: z.enum(['SUCCESS', 'INFO', 'WARNING', 'ERROR']).catch('INFO'),
  detail: shortText,
})

/** spec.md "Response envelope". What no decision hangs on is read tolerantly; `outcome` is not. */
const envelopeSchema = z.object({
  result: z.object({
    messages: z
      .array(messageSchema)
      .max(MAX_MESSAGES)
      .nullish()
      .transform((messages) => messages ?? []),
    outcome: z.enum(['SUCCESS', 'ERROR']),
    requestId: z.string().max(128).optional().catch(undefined),
  }),
  data: z.unknown().optional(),
  resources: absentOr(z.object({ resourceId: absentOr(z.guid()) })),
  _links: z.unknown().optional().transform(readLinks),
  _embedded: z.unknown().optional().transform(readEmbedded),
})

export type Envelope = z.infer<typeof envelopeSchema>

/** Parses a verified body as JSON. @throws ProtocolFault content_encoding, empty_body, not_json */
export function parseJson(body: Buffer, contentEncoding: string | string[] | undefined): unknown {
  // We ask for identity. Decoding something else would mean parsing before knowing what it grows to.
  if (contentEncoding !== undefined && contentEncoding !== 'identity')
    throw new ProtocolFault('content_encoding')
  if (body.length === 0) throw new ProtocolFault('empty_body')
  if (!isUtf8(body)) throw new ProtocolFault('not_json', 'not UTF-8')
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw new ProtocolFault('not_json')
  }
}

/** @throws ProtocolFault envelope */
export function parseEnvelope(json: unknown): Envelope {
  return parseWith(envelopeSchema, json, 'envelope')
}

/** Success takes both: a 2xx status and outcome SUCCESS (design reading 14). @throws ApiFault */
export function checkOutcome(envelope: Envelope, status: number): void {
  const { outcome, messages } = envelope.result
  if (status >= 200 && status < 300 && outcome === 'SUCCESS') return
  const { resourceId } = envelope.resources ?? {}
  throw new ApiFault(codeOf(messages) ?? `HTTP_${status}`, status, messages, resourceId)
}

/** Validates with a schema; the fault names paths and kinds of what did not fit, never values. */
export function parseWith<T>(schema: z.ZodType<T>, value: unknown, reason: 'envelope' | 'schema'): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.slice(0, 3).map((issue) => `${issue.path.join('.')} ${issue.code}`)
  throw new ProtocolFault(reason, issues.join('; ').slice(0, 300))
}

function codeOf(messages: readonly BankMessage[]): string | undefined {
  const coded = messages.filter((message) => message.code !== '')
  return (coded.find((message) => message.type === 'ERROR') ?? coded[0])?.code
}
