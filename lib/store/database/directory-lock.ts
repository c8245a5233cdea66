import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { StoreStartError } from '../errors'

/**
 * One process at a time may open a database directory: PGlite has no lock of its own and two writers
 * destroy the files.
 *
 * Each opener leaves an empty claim file whose name says who it is, then looks for other live claims
 * and withdraws when there is one. A claim of a dead process (kill -9, power cut) is swept away. Since
 * a claim is never overwritten and never reused, a take-over cannot race with another take-over.
 *
 * The check sees the processes of this machine only; containers that share a volume must not share the
 * directory (lib/store/README.md).
 */
export type DirectoryLock = { release(): void }

type Claim = { pid: number; startTicks: string; instance: string }

const attempts = 5
const claimForm = /^(\d{1,10})\.(\d{1,20}|unknown)\.([0-9a-f]{16})$/

/** @throws StoreStartError `locked` when another live process, or this one, has the directory open */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  const claims = `${directory}.lock`
  mkdirSync(claims, { recursive: true })
  for (let attempt = 1; ; attempt += 1) {
    const mine = claimOf(process.pid, randomBytes(8).toString('hex'))
    const file = join(claims, nameOf(mine))
    writeFileSync(file, '', { flag: 'wx' })
    held.add(mine.instance)
    const release = () => {
      rmSync(file, { force: true })
      held.delete(mine.instance)
    }

    const holder = liveClaims(claims).find((claim) => claim.instance !== mine.instance)
    if (holder === undefined) return { release }
    release()
    // Two that start together each see the other and both withdraw: an uneven pause lets one win.
    if (attempt === attempts) throw lockedBy(holder, directory)
    await delay(10 + Math.random() * 40 * attempt)
  }
}

function lockedBy(holder: Claim, directory: string): StoreStartError {
  const who = holder.pid === process.pid ? 'this process' : `process ${holder.pid}`
  return new StoreStartError(
    'locked',
    `The database in ${directory} is already open in ${who}. ` +
      'Stop that one first, or set another DATA_DIR. (Several servers at once need DATABASE_URL.)',
  )
}

/** The claims of running processes; those of dead ones are removed. */
function liveClaims(claims: string): Claim[] {
  const live: Claim[] = []
  for (const name of readdirSync(claims)) {
    const claim = parseName(name)
    if (claim === undefined) continue
    if (isLive(claim)) live.push(claim)
    else rmSync(join(claims, name), { force: true })
  }
  return live
}

function isLive(claim: Claim): boolean {
  if (claim.pid === process.pid) {
    if (held.has(claim.instance)) return true
    // Same number, not known here: another thread of this process, or an earlier process that had our number.
    return claim.startTicks !== 'unknown' && claim.startTicks === startTicksOf(process.pid)
  }
  if (!processExists(claim.pid)) return false
  // The number may have gone to an unrelated process since.
  return claim.startTicks === startTicksOf(claim.pid)
}

function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** When the process started, in clock ticks since boot (proc(5), stat field 22); `unknown` where there is no /proc. */
function startTicksOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? 'unknown'
  } catch {
    return 'unknown'
  }
}

function claimOf(pid: number, instance: string): Claim {
  return { pid, startTicks: startTicksOf(pid), instance }
}

function nameOf(claim: Claim): string {
  return `${claim.pid}.${claim.startTicks}.${claim.instance}`
}

function parseName(name: string): Claim | undefined {
  const [, pid, startTicks, instance] = claimForm.exec(name) ?? []
  if (pid === undefined || startTicks === undefined || instance === undefined) return undefined
  return { pid: Number(pid), startTicks, instance }
}

// On globalThis: a bundler may load this module more than once in one process.
const heldKey = Symbol.for('sportello.store.heldDirectories')
const registry: typeof globalThis & { [heldKey]?: Set<string> } = globalThis
registry[heldKey] ??= new Set()
const held = registry[heldKey]
