import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { lockDirectory } from '@/lib/store/database/directory-lock'

const contenderReport = z.object({ held: z.number(), intruders: z.number() })

let directory = ''
const claims = () => readdirSync(`${directory}.lock`)

beforeEach(() => {
  directory = join(mkdtempSync(join(tmpdir(), 'sportello-lock-')), 'database')
})
afterEach(() => rmSync(join(directory, '..'), { recursive: true, force: true }))

/** A claim as another process leaves it. */
function leaveClaim(pid: number, startTicks: string): void {
  mkdirSync(`${directory}.lock`, { recursive: true })
  writeFileSync(join(`${directory}.lock`, `${pid}.${startTicks}.00000000deadbeef`), '')
}

/** proc(5): field 22 of stat; `unknown` on systems without /proc. */
function startTicksOf(pid: number): string {
  const path = `/proc/${pid}/stat`
  if (!existsSync(path)) return 'unknown'
  return (
    readFileSync(path, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')[19] ?? 'unknown'
  )
}

async function pidOfTheDead(): Promise<number> {
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'exit')
  if (child.pid === undefined) throw new Error('no child')
  return child.pid
}

describe('directory lock', () => {
  it('is refused while held, and free again after release', async () => {
    const first = await lockDirectory(directory)
    await expect(lockDirectory(directory)).rejects.toMatchObject({
      name: 'StoreStartError',
      reason: 'locked',
      message: expect.stringContaining('already open in this process'),
    })
    first.release()
    const second = await lockDirectory(directory)
    second.release()
    expect(claims()).toEqual([])
  })

  it('goes to exactly one of twenty that ask together', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => lockDirectory(directory)))
    const winners = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
    expect(winners).toHaveLength(1)
    expect(claims()).toHaveLength(1)
    for (const winner of winners) winner.release()
  })

  it('is never held by two processes at once, however often they take and leave it', async () => {
    const contender = fileURLToPath(new URL('../../../support/lock-contender.ts', import.meta.url))
    const run = () => spawn(process.execPath, ['--import', 'tsx', contender, directory, '100'])
    const finished = await Promise.all(
      [run(), run(), run()].map(async (child) => {
        const [said, [exitCode]] = await Promise.all([text(child.stdout), once(child, 'exit')])
        return { exitCode, ...contenderReport.parse(JSON.parse(said)) }
      }),
    )
    for (const each of finished) expect(each).toMatchObject({ exitCode: 0, intruders: 0 })
    expect(finished.reduce((sum, each) => sum + each.held, 0)).toBeGreaterThan(0)
  })

  it('is refused while another living process has it, by its number', async () => {
    leaveClaim(process.ppid, startTicksOf(process.ppid))
    await expect(lockDirectory(directory)).rejects.toMatchObject({
      reason: 'locked',
      message: expect.stringContaining(`already open in process ${process.ppid}.`),
    })
    expect(claims()).toHaveLength(1)
  })

  it('is taken over from a process that died, and its claim swept away', async () => {
    leaveClaim(await pidOfTheDead(), '12345')
    const lock = await lockDirectory(directory)
    expect(claims()).toEqual([expect.stringMatching(new RegExp(`^${process.pid}\\.`))])
    lock.release()
  })

  it('is taken over from an earlier process whose number has been given out again', async () => {
    leaveClaim(process.pid, '1')
    const lock = await lockDirectory(directory)
    expect(claims()).toHaveLength(1)
    lock.release()
  })

  it.skipIf(!existsSync('/proc/self/stat'))(
    'is taken over when the number of the dead process belongs to an unrelated one',
    async () => {
      leaveClaim(process.ppid, '1')
      const lock = await lockDirectory(directory)
      lock.release()
    },
  )

  it('does not trip over files it does not know', async () => {
    leaveClaim(0, 'x')
    const lock = await lockDirectory(directory)
    lock.release()
    expect(claims()).toHaveLength(1)
  })
})
