import { UNATTENDED_MINUTES } from './transfer-state'

/** Seconds before each of the first reads of a status; then the last of them again and again. */
const PAUSES = [0, 1, 1, 2, 3, 5, 8, 12, 20]

const LONGEST_PAUSE = 30

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
