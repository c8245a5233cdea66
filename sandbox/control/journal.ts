import type { ApitrackNote } from '../http/apitrack-ids'
import type { Answer, ApiRequest, HeaderLine } from '../http/message'

export type CheckVerdict = { check: string; verdict: 'passed' | 'refused'; reason?: string }

/** One request and its answer, as they crossed the wire. Bodies in base64. Secrets are not hidden: this is a test tool. */
export type JournalEntry = {
  id: string
  at: string
  durationMs: number
  certificateSerial: string | null
  request: { method: string; target: string; headers: readonly HeaderLine[]; body: string }
  checks: CheckVerdict[]
  /** Name of the staged fault that acted on this call. */
  fault: string | null
  /** What the answer did about svc-apitrack-id; null when the call was dropped without an answer. */
  apitrack: ApitrackNote | null
  answer: { status: number; headers: readonly HeaderLine[]; body: string }
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
  request: ApiRequest,
  answer: Answer,
  rest: Pick<JournalEntry, 'certificateSerial' | 'checks' | 'fault' | 'apitrack' | 'durationMs'>,
): JournalEntry {
  const { id, method, target, headers, body, receivedAt } = request
  return {
    id,
    at: receivedAt.toISOString(),
    ...rest,
    request: { method, target, headers, body: encodeBody(body) },
    answer: { status: answer.status, headers: answer.headers, body: encodeBody(answer.body) },
  }
}

function encodeBody(body: Buffer): string {
  return body.subarray(0, maxBodyBytes).toString('base64')
}
