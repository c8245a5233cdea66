import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { EventLogError, readEvents, startEventLog } from './event-log'
import { type TokenEvent, tokenEvent } from './token-events'
import { compactTokenEvents } from './token-state'

/** The bank's lasting state: what happened before, and the way to write down what happens next. */
export type StateFile = {
  tokenEvents: readonly TokenEvent[]
  commit(event: TokenEvent): Promise<void>
  close(): Promise<void>
}

export function stateFilePath(dataDir: string): string {
  return join(dataDir, 'state.jsonl')
}

/** Back to the seed: everything that happened is forgotten; keys and certificates stay. */
export async function resetState(dataDir: string): Promise<void> {
  await rm(stateFilePath(dataDir), { force: true })
}

/** Reads the log, drops what no longer matters and goes on from there. Throws {@link EventLogError} when damaged. */
export async function openState(dataDir: string, now: Date): Promise<StateFile> {
  const path = stateFilePath(dataDir)
  const events = (await readEvents(path)).map((line, index) => {
    const parsed = tokenEvent.safeParse(line)
    if (parsed.success) return parsed.data
    throw new EventLogError(
      `${path} holds something else than this sandbox writes, at line ${index + 1}. Start with --reset to go back to the seed.`,
    )
  })
  const kept = compactTokenEvents(events, now.getTime())
  const log = await startEventLog(path, kept)
  return { tokenEvents: kept, commit: (event) => log.append(event), close: () => log.close() }
}
