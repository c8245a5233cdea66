import type { Call } from '../api/call'
import type { ApitrackNote } from '../http/apitrack-ids'
import type { Answer, HeaderLine } from '../http/message'

export type CheckVerdict = { check: string; verdict: 'passed' | 'refused'; reason?: string }

/** What is kept of a body. */
export type JournalBody = {
  /** In base64; its beginning when it is cut. */
  readonly body: string
  /** Length of the whole; null when the bank did not read it, because it was too large. */
  bodyBytes: number | null
  bodyIsCut: boolean
}

/** One request and its answer, as they crossed the wire. Secrets are not hidden: this is a test tool. */
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
  request: { method: string; target: string; headers: readonly HeaderLine[] } & JournalBody
  checks: CheckVerdict[]
  /** Name of the staged fault that acted on this call. */
  fault: string | null
  /** What the answer did about svc-apitrack-id; null when the call was dropped without an answer. */
  apitrack: ApitrackNote | null
  answer: { status: number; headers: readonly HeaderLine[] } & JournalBody
}

export type Journal = {
  entries(): readonly JournalEntry[]
  clear(): void
  add(entry: JournalEntry): void
}

export const maxEntries = 2000
const maxBytes = 64 * 1024 * 1024
const maxBodyBytes = 1024 * 1024

/** Keeps the last 2,000 exchanges in memory, as far back as 64 MiB reach; a body over 1 MiB is cut. */
export function createJournal(): Journal {
  let entries: JournalEntry[] = []
  let bytes = 0
  return {
    entries: () => entries,
    clear: () => {
      entries = []
      bytes = 0
    },
    add: (entry) => {
      entries.push(entry)
      bytes += bytesOf(entry)
      let first = 0
      while (entries.length - first > maxEntries || bytes > maxBytes) {
        const oldest = entries[first]
        if (!oldest) break
        bytes -= bytesOf(oldest)
        first += 1
      }
      if (first > 0) entries = entries.slice(first)
    },
  }
}

/** What an entry takes, about: its texts and what is kept of its bodies. */
function bytesOf({ request, answer }: JournalEntry): number {
  const headerBytes = [...request.headers, ...answer.headers].reduce(
    (sum, [name, value]) => sum + name.length + value.length,
    request.target.length,
  )
  const keptBytes = [request, answer].reduce(
    (sum, { bodyBytes }) => sum + Math.min(bodyBytes ?? 0, maxBodyBytes),
    0,
  )
  return headerBytes + keptBytes
}

/** The bank without control keeps no journal. */
export const noJournal: Journal = { entries: () => [], clear: () => {}, add: () => {} }

export function journalEntry(
  call: Call,
  answer: Answer,
  rest: Pick<JournalEntry, 'checks' | 'durationMs'>,
): JournalEntry {
  const { id, method, target, headers, body, bodyTooLarge, receivedAt } = call.request
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
    request: withBody({ method, target, headers }, bodyTooLarge ? null : body),
    answer: withBody({ status: answer.status, headers: answer.headers }, answer.body),
  }
}

/** The bytes are kept, and written as base64 when somebody reads them: most entries nobody reads. */
function withBody<T extends object>(message: T, bytes: Buffer | null): T & JournalBody {
  const isLong = bytes !== null && bytes.length > maxBodyBytes
  const kept = isLong ? Buffer.from(bytes.subarray(0, maxBodyBytes)) : bytes
  return {
    ...message,
    get body() {
      return kept?.toString('base64') ?? ''
    },
    bodyBytes: bytes?.length ?? null,
    bodyIsCut: bytes === null || isLong,
  }
}
