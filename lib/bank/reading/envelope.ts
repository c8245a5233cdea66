import { isUtf8 } from 'node:buffer'
import { z } from 'zod'
import { bankLimits } from '@/lib/domain/bank-limits'
import { ApiFault, type BankMessage, ProtocolFault } from '../errors'
import { isBlank } from './fields'
import { readEmbedded, readLinks } from './hal'

const shortText = z
  .string()
  .transform((text) => text.trim().slice(0, bankLimits.text))
  .catch('')

/** Treats blank as absent, because some serialisers write absent values that way. */
function absentOr<T extends z.ZodType>(schema: T) {
  return z.preprocess((given) => (isBlank(given) ? undefined : given), schema)
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

/** The messages that make sense, as many as are kept: nothing that is decided hangs on the others. */
const messagesSchema = z
  .unknown()
  .optional()
  .transform((given): BankMessage[] => {
    const rows: readonly unknown[] = Array.isArray(given) ? given : []
    const known = rows.slice(0, MOST_ROWS).flatMap((row) => messageSchema.safeParse(row).data ?? [])
    return known.slice(0, bankLimits.messages)
  })
/** Rows looked through for messages; a body has at most a few MiB of them. */
const MOST_ROWS = 10_000

/**
 * spec.md "Response envelope". Only `outcome` decides whether it is a success, so only a missing or unknown outcome makes
 * an answer unreadable. The rest is read tolerantly, and `odd` names what was dropped.
 */
const envelopeSchema = z
  .object({
    result: z.object({
      messages: messagesSchema,
      outcome: z.enum(['SUCCESS', 'ERROR']),
      requestId: absentOr(z.string().max(bankLimits.requestId).optional()).catch(undefined),
    }),
    data: z.unknown().optional(),
    resources: z.unknown().optional(),
    _links: absentOr(z.unknown().optional()).transform(readLinks),
    _embedded: absentOr(z.unknown().optional()).transform(readEmbedded),
  })
  .transform(({ resources, ...envelope }) => ({ ...envelope, ...readResource(resources) }))

const resourceSchema = z.object({ resourceId: absentOr(z.guid().optional()) })

/** `resources.resourceId`; one that is no UUID (spec.md "Identifiers") is dropped, because nothing can be called with it. */
function readResource(given: unknown): { resourceId: string | undefined; odd: readonly string[] } {
  if (isBlank(given)) return { resourceId: undefined, odd: [] }
  const read = resourceSchema.safeParse(given)
  return read.success
    ? { resourceId: read.data.resourceId, odd: [] }
    : { resourceId: undefined, odd: ['resources.resourceId'] }
}

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
  throw new ApiFault(codeOf(messages) ?? `HTTP_${status}`, status, messages, envelope.resourceId)
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
