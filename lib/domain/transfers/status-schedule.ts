import { UNATTENDED_MINUTES } from './transfer-state'

/** Seconds before each of the first reads of a status; then the last of them again and again. */
const PAUSES = [0, 1, 1, 2, 3, 5, 8, 12, 20]

const LONGEST_PAUSE = 30

/** Of one transfer, from its return, or from the claim to execute, on. */
export const MOST_STATUS_READS = 40

/**
 * Seconds after the bank accepted it. A bank that rejects it later mostly does so soon. The last two are two minutes apart,
 * because a rejection counts when the bank says it twice.
 */
const EXECUTION_READS = [
  ...[5, 30, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 28_800, 57_600, 86_400],
  86_520,
]

/** So long it is asked what became of an execute that it accepted. */
export const EXECUTION_MINUTES = 24 * 60 + 2

/**
 * When the status is to be read again: more and more slowly, and a last time just after the minutes in which an answer
 * would be acted on, for that read ends the wait (`unanswered`). 38 reads, however many pages wait.
 *
 * @param reads how many there were since the return, or since the claim
 * @param last when the last of them began; not looked at before the first
 * @param minutes in which an answer would be acted on
 * @returns undefined when there is no further one
 */
export function nextStatusRead(
  reads: number,
  since: Date,
  last: Date,
  minutes = UNATTENDED_MINUTES,
): Date | undefined {
  const end = since.getTime() + minutes * 60_000 + 1_000
  if (reads === 0) return since
  if (last.getTime() >= end) return undefined
  return new Date(Math.min(end, last.getTime() + (PAUSES[reads] ?? LONGEST_PAUSE) * 1_000))
}

/**
 * When to read what became of an execute that the bank accepted. What was missed, because no server ran, is one read.
 *
 * @param reads how many there were since the claim
 * @returns undefined when there is no further one
 */
export function nextExecutionRead(reads: number, acceptedAt: Date, last: Date | null): Date | undefined {
  if (reads >= MOST_STATUS_READS) return undefined
  const times = EXECUTION_READS.map((seconds) => acceptedAt.getTime() + seconds * 1_000)
  const next = times.find((time) => last === null || time > last.getTime())
  return next === undefined ? undefined : new Date(next)
}
