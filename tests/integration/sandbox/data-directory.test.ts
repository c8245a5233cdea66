import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startSandbox } from '@/sandbox'
import { claimDataDirectory, DataDirectoryInUseError } from '@/sandbox/state/data-directory'
import { freePort, startTestSandbox } from '@/tests/support/sandbox'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'sandbox-claim-'))
})
afterEach(() => rm(dir, { recursive: true }))

async function pidOfTheDead(): Promise<number> {
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'exit')
  return child.pid ?? 0
}

describe('the claim on a data directory', () => {
  test('is refused while it is held, by name, and free after release', async () => {
    const release = await claimDataDirectory(dir)
    const refused = claimDataDirectory(dir)
    await expect(refused).rejects.toThrow(DataDirectoryInUseError)
    await expect(refused).rejects.toThrow(
      `${dir} is in use by another sandbox (process ${process.pid}). Stop that one, or choose another directory with --data-dir.`,
    )
    release()
    const again = await claimDataDirectory(dir)
    again()
    expect(await readdir(dir)).toEqual([])
  })

  test('goes to at most one of ten that ask together, and then to the next', async () => {
    const asked = await Promise.allSettled(Array.from({ length: 10 }, () => claimDataDirectory(dir)))
    const holders = asked.flatMap((claim) => (claim.status === 'fulfilled' ? [claim.value] : []))
    expect(holders.length).toBe(1)
    holders[0]?.()
    const next = await claimDataDirectory(dir)
    next()
  })

  test.each([
    ['a process that died', async () => `in-use.${await pidOfTheDead()}.1.0123456789abcdef`],
    [
      'an earlier process with the number of this one',
      async () => `in-use.${process.pid}.1.0123456789abcdef`,
    ],
  ])('is taken over from %s, and its mark swept away', async (_title, mark) => {
    await writeFile(join(dir, await mark()), '')
    const release = await claimDataDirectory(dir)
    expect(await readdir(dir)).toEqual([expect.stringMatching(`^in-use.${process.pid}.`)])
    release()
  })

  test('leaves other files alone', async () => {
    await writeFile(join(dir, 'in-use.of.something.else'), '')
    const release = await claimDataDirectory(dir)
    release()
    expect(await readdir(dir)).toEqual(['in-use.of.something.else'])
  })
})

describe('two banks', () => {
  test('never share a data directory, on other ports either; the first goes on', async () => {
    const first = await startTestSandbox()
    const options = { apiPort: 0, pagesPort: 0, controlPort: null, appUrl: 'http://localhost:3000' }
    const second = startSandbox({ ...options, dataDir: first.dataDir, reset: true })
    await expect(second).rejects.toThrow(DataDirectoryInUseError)
    expect(await readdir(first.dataDir)).toEqual(expect.arrayContaining(['keys.json', 'state.jsonl']))
    await first.stop()
  })

  test('that start at the same time: at most one runs, and every other one says why', async () => {
    const command = ['--import', 'tsx', 'sandbox/main.ts', '--data-dir', dir, '--api-port', '0']
    const said = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const child = spawn(process.execPath, [...command, '--pages-port', '0'])
        const words = await Promise.race([
          once(child.stdout.setEncoding('utf8'), 'data'),
          once(child.stderr.setEncoding('utf8'), 'data'),
        ])
        return { child, words: String(words[0]) }
      }),
    )
    const running = said.filter(({ words }) => words.startsWith('ready'))
    expect(running.length).toBeLessThanOrEqual(1)
    for (const { words } of said) expect(words).toMatch(/^ready|is in use by another sandbox/)
    for (const { child } of running) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
  })

  test('one that cannot start leaves the directory to the next', async () => {
    const first = await startTestSandbox()
    const taken = Number(new URL(first.apiUrl).port)
    const options = { pagesPort: 0, controlPort: null, appUrl: 'http://localhost:3000', dataDir: dir }
    await expect(startSandbox({ ...options, apiPort: taken })).rejects.toThrow('is taken by another program')
    await writeFile(join(dir, 'state.jsonl'), 'damaged\n')
    await expect(startSandbox({ ...options, apiPort: 0 })).rejects.toThrow('is damaged')
    const second = await startSandbox({ ...options, apiPort: await freePort(), reset: true })
    await second.close()
    await first.stop()
  })
})
