import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** Another sandbox has the data directory; the message names its process. */
export class DataDirectoryInUseError extends Error {}

/** A mark in the directory: `in-use.{process}.{start of that process}.{random}`. */
const markForm = /^in-use\.(\d{1,10})\.(\d{1,20}|unknown)\.[0-9a-f]{16}$/

const attempts = 5
const longestPauseMs = 100

/**
 * Takes the data directory for this bank alone and resolves with the way to give it back. Everyone leaves a mark of
 * its own and withdraws it when another live one is there, so no mark is ever taken from a live process, whatever
 * starts at the same time. A mark whose process is gone (kill -9) is swept away. Only processes that see each other
 * are kept apart: containers must not share a directory. Throws {@link DataDirectoryInUseError}.
 */
export async function claimDataDirectory(dataDir: string): Promise<() => void> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  for (let attempt = 1; ; attempt += 1) {
    const mine = `in-use.${process.pid}.${startOf(process.pid)}.${randomBytes(8).toString('hex')}`
    const release = () => rmSync(join(dataDir, mine), { force: true })
    writeFileSync(join(dataDir, mine), '', { flag: 'wx', mode: 0o600 })
    const holder = otherHolder(dataDir, mine)
    if (holder === null) return release
    release()
    if (attempt === attempts) {
      throw new DataDirectoryInUseError(
        `${dataDir} is in use by another sandbox (process ${holder}). Stop that one, or choose another directory with --data-dir.`,
      )
    }
    // two that start together may both have withdrawn: pauses of different length let one be first
    await pause(Math.random() * longestPauseMs)
  }
}

/** The process of a live mark other than `mine`; null when there is none. Removes the marks of the dead. */
function otherHolder(dataDir: string, mine: string): string | null {
  for (const name of readdirSync(dataDir)) {
    const [, pid, start] = markForm.exec(name) ?? []
    if (pid === undefined || name === mine) continue
    if (isRunning(Number(pid)) && startOf(Number(pid)) === start) return pid
    rmSync(join(dataDir, name), { force: true })
  }
  return null
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // it runs, and belongs to somebody else
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/**
 * When a process started, in ticks since boot (proc(5), `stat`, field 22): a number given out again is another process.
 * `unknown` on systems without /proc, where the number alone decides.
 */
function startOf(pid: number): string {
  try {
    const [, afterName = ''] = /^.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return afterName.split(' ')[19] ?? 'unknown'
  } catch {
    return 'unknown'
  }
}
