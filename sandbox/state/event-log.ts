import { type FileHandle, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The log cannot be read, or no longer be written; the message says what to do. */
export class EventLogError extends Error {}

/**
 * An append-only file of JSON lines. What {@link EventLog.append} has acknowledged is on the disk: the file is synced
 * first, once for all lines that wait together. A last line that a crash cut short was never acknowledged, and is
 * dropped at the next opening.
 */
export type EventLog = {
  append(event: object): Promise<void>
  /** Resolves once everything appended so far is on the disk; rejects when the file could not be written. */
  settled(): Promise<void>
  /** Resolves when the file could not be written, if ever. Nothing is acknowledged from then on, whatever becomes of it. */
  failed: Promise<EventLogError>
  close(): Promise<void>
}

type Waiting = { line: string; resolve: () => void; reject: (error: unknown) => void }

/** Reads the lines of a log, oldest first; an absent file has none. */
export async function readEvents(path: string): Promise<unknown[]> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
  const lines = text.split('\n')
  lines.pop()
  return lines.map((line, index): unknown => {
    try {
      return JSON.parse(line)
    } catch {
      throw new EventLogError(
        `${path} is damaged at line ${index + 1}. Start with --reset to go back to the seed, or restore the file.`,
      )
    }
  })
}

/** Puts a log of exactly these events in place of the file, whole or not at all, and opens it for appending. */
export async function startEventLog(path: string, events: readonly object[]): Promise<EventLog> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.draft`
  try {
    const fresh = await open(draft, 'w', 0o600)
    try {
      await fresh.writeFile(events.map(lineOf).join(''))
      await fresh.sync()
    } finally {
      await fresh.close()
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  await syncDirectory(dirname(path))
  return appendTo(path, await open(path, 'a', 0o600))
}

function lineOf(event: object): string {
  return `${JSON.stringify(event)}\n`
}

/** Puts the new name of a file on the disk. Windows cannot sync a directory and says EPERM; its own journal does it. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r')
  try {
    await directory.sync()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) throw error
  } finally {
    await directory.close()
  }
}

function appendTo(path: string, file: FileHandle): EventLog {
  let waiting: Waiting[] = []
  let writing: Promise<void> | null = null
  let broken: EventLogError | null = null
  let last = Promise.resolve()
  let fail: (error: EventLogError) => void = () => {}
  const failed = new Promise<EventLogError>((resolve) => {
    fail = resolve
  })

  const writeAll = async () => {
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      try {
        if (broken) throw broken
        await file.appendFile(batch.map(({ line }) => line).join(''))
        await file.datasync()
        for (const { resolve } of batch) resolve()
      } catch (error) {
        // memory is now ahead of the disk: nothing more may be acknowledged
        broken ??= cannotWrite(path, error)
        fail(broken)
        for (const { reject } of batch) reject(broken)
      }
    }
    writing = null
  }

  return {
    append: (event) => {
      last = new Promise((resolve, reject) => {
        waiting.push({ line: lineOf(event), resolve, reject })
        writing ??= writeAll()
      })
      return last
    },
    settled: () => last,
    failed,
    close: async () => {
      await writing
      await file.close()
    },
  }
}

function cannotWrite(path: string, error: unknown): EventLogError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'for no known reason'
  return new EventLogError(
    `${path} cannot be written any more (${code}). Make room for it and start again: what was acknowledged is there.`,
    { cause: error },
  )
}
