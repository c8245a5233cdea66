import type { Call } from '../api/call'
import type { ApitrackNote } from '../http/apitrack-ids'
import type { Answer, HeaderLine } from '../http/message'

export type CheckVerdict = { check: string; verdict: 'passed' | 'refused'; reason?: string }

/** One request and its answer, as they crossed the wire. Bodies in base64. Secrets are not hidden: this is a test tool. */
export type JournalEntry = {
  id: string
  at: string
  durationMs: number
  certificateSerial: string | null
  /** Name of the endpoint; null when there is none at the address. */
  operation: string | null
  /** Authorisation number of the provider, once its certificate has passed the checks. */
  tpp: string | null
  /** Whose token it is, or whose address. */
  customerId: string | null
  request: { method: string; target: string; headers: readonly HeaderLine[]; readonly body: string }
  checks: CheckVerdict[]
  /** Name of the staged fault that acted on this call. */
  fault: string | null
  /** What the answer did about svc-apitrack-id; null when the call was dropped without an answer. */
  apitrack: ApitrackNote | null
  answer: { status: number; headers: readonly HeaderLine[]; readonly body: string }
}

export type Journal = {
  entries(): readonly JournalEntry[]
  clear(): void
  add(entry: JournalEntry): void
}

const maxEntries = 2000
const maxBodyBytes = 64 * 1024

/** Keeps the last 2,000 exchanges in memory; a body over 64 KiB is cut. */
export function createJournal(): Journal {
  let entries: JournalEntry[] = []
  return {
    entries: () => entries,
    clear: () => {
      entries = []
    },
    add: (entry) => {
      entries.push(entry)
      if (entries.length > maxEntries) entries = entries.slice(-maxEntries)
    },
  }
}

/** The bank without control keeps no journal. */
export const noJournal: Journal = { entries: () => [], clear: () => {}, add: () => {} }

export function journalEntry(
  call: Call,
  answer: Answer,
  rest: Pick<JournalEntry, 'checks' | 'durationMs'>,
): JournalEntry {
  const { id, method, target, headers, body, receivedAt } = call.request
  return {
    id,
    at: receivedAt.toISOString(),
    certificateSerial: call.peer.certificate?.x509.serialNumber ?? null,
    operation: call.route.route?.operation ?? null,
    tpp: call.tpp?.organizationIdentifier ?? null,
    customerId: call.token?.customerId ?? call.route.parameters.customerId ?? null,
    fault: call.fault?.name ?? null,
    apitrack: call.apitrack ?? null,
    ...rest,
    request: withBody({ method, target, headers }, body),
    answer: withBody({ status: answer.status, headers: answer.headers }, answer.body),
  }
}

/** The bytes are kept, and written as base64 when somebody reads them: most entries nobody reads. */
function withBody<T extends object>(message: T, bytes: Buffer): T & { readonly body: string } {
  const kept = bytes.length > maxBodyBytes ? Buffer.from(bytes.subarray(0, maxBodyBytes)) : bytes
  return Object.defineProperty({ ...message, body: '' }, 'body', {
    get: () => kept.toString('base64'),
    enumerable: true,
  })
}
