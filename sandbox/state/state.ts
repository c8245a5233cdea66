import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { addDays, type BankDay, bankDayOf } from '../calendar/bank-day'
import { type BankEvent, bankEvent } from './bank-events'
import { applyBankEvent, emptyBook, ownerKey } from './book'
import { EventLogError, readEvents, startEventLog } from './event-log'
import { isStillRemembered } from './lifetime'
import { type TokenEvent, tokenEvent } from './token-events'
import { compactTokenEvents } from './token-state'

type StateEvent = TokenEvent | BankEvent

/** The bank's lasting state: what happened before, and the way to write down what happens next. */
export type StateFile = {
  seedDay: BankDay
  clockOffsetMs: number
  tokenEvents: readonly TokenEvent[]
  bankEvents: readonly BankEvent[]
  commit(event: StateEvent): Promise<void>
  /** Resolves once everything committed so far is on the disk. */
  settled(): Promise<void>
  /** Resolves when the file could not be written, if ever: nothing committed lasts from then on. */
  failed: Promise<EventLogError>
  close(): Promise<void>
}

export function stateFilePath(dataDir: string): string {
  return join(dataDir, 'state.jsonl')
}

/** Back to the seed: everything that happened is forgotten; keys and certificates stay. */
export async function resetState(dataDir: string): Promise<void> {
  await rm(stateFilePath(dataDir), { force: true })
}

const stateEvent = z.union([tokenEvent, bankEvent])
const bankEventTypes = new Set<string>(bankEvent.options.map((option) => option.shape.type.value))

function isBankEvent(event: StateEvent): event is BankEvent {
  return bankEventTypes.has(event.type)
}

/**
 * Reads the log, drops what no longer matters and goes on from there. `wall` is the real time; the bank's own differs by
 * the moves of the clock that the log has. Throws {@link EventLogError} when damaged.
 */
export async function openState(dataDir: string, wall: Date): Promise<StateFile> {
  const path = stateFilePath(dataDir)
  const events = (await readEvents(path)).map((line, index) => {
    const parsed = stateEvent.safeParse(line)
    if (parsed.success) return parsed.data
    throw new EventLogError(
      `${path} holds something else than this sandbox writes, at line ${index + 1}. Start with --reset to go back to the seed.`,
    )
  })
  const clockOffsetMs = events.findLast((event) => event.type === 'clock-moved')?.offsetMs ?? 0
  const now = wall.getTime() + clockOffsetMs
  const seedDay = events.find((event) => event.type === 'seeded')?.day ?? bankDayOf(new Date(now))
  // whoever puts the clock back must find everything again
  const earliest = Math.min(now, wall.getTime())
  const tokenEvents = compactTokenEvents(
    events.filter((event): event is TokenEvent => !isBankEvent(event)),
    earliest,
  )
  const bankEvents: BankEvent[] = [
    { type: 'seeded', day: seedDay },
    ...compactBankEvents(events.filter(isBankEvent), earliest),
  ]
  const log = await startEventLog(path, [...bankEvents, ...tokenEvents])
  return {
    seedDay,
    clockOffsetMs,
    tokenEvents,
    bankEvents,
    commit: (event) => log.append(event),
    settled: () => log.settled(),
    failed: log.failed,
    close: () => log.close(),
  }
}

/**
 * What still matters of the events: not what resources left behind that nobody can ask for any more, nor batch accesses of
 * earlier days. `now` is the earlier of business and real time, in epoch milliseconds. Settings decide how long a
 * resource lives, and may be others after the start, so they decide nothing here.
 */
export function compactBankEvents(events: readonly BankEvent[], now: number): BankEvent[] {
  const book = emptyBook()
  const lastSca = new Map<string, BankEvent>()
  for (const event of events) {
    applyBankEvent(book, event, () => {})
    if (event.type === 'sca-decided' && event.status === 'AUTHORIZED') lastSca.set(ownerKey(event), event)
  }
  const isRemembered = (resourceId: string) => isStillRemembered(book.resources.get(resourceId), now)
  const yesterday = addDays(bankDayOf(new Date(now)), -1)
  const lastMove = events.findLast((event) => event.type === 'clock-moved')
  return events.filter((event) => {
    switch (event.type) {
      case 'seeded':
        return false
      case 'clock-moved':
        return event === lastMove && event.offsetMs !== 0
      case 'batch-access':
        return event.day >= yesterday
      case 'consent-confirmed':
      case 'consent-revoked-at-bank':
      case 'operation-executed':
        return true
      case 'sca-decided':
        return isRemembered(event.resourceId) || lastSca.get(ownerKey(event)) === event
      default:
        return isRemembered(event.resourceId)
    }
  })
}
