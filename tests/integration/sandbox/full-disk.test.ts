import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Kit } from '@/sandbox/kit'
import { loadOrMintKeys } from '@/sandbox/pki/keys-file'
import { readEvents } from '@/sandbox/state/event-log'
import { stateFilePath } from '@/sandbox/state/state'
import { freePort } from '@/tests/support/sandbox'
import { authorizeQuery, createBrowser, hiddenFields, pkce, refusalOf } from './journey'
import { callBank } from './raw-client'
import { fieldsOfForm } from './sca'

/** The state file cannot grow any more. Files of the program may have 512 bytes, by a limit of the operating system. */

const root = fileURLToPath(new URL('../../..', import.meta.url))

let dir: string
let child: ChildProcess
let said: { out: string; err: string }
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'sandbox-full-'))
  await loadOrMintKeys(dir, new Date())
})
afterEach(async () => {
  child.kill('SIGKILL')
  await rm(dir, { recursive: true, force: true })
})

/** Starts a program and gives the first line that it says. */
async function start(...args: string[]): Promise<string> {
  const script = 'ulimit -f 1; exec "$0" --import tsx "$@"'
  const started = spawn('sh', ['-c', script, process.execPath, ...args], {
    cwd: root,
    env: { ...process.env, TSX_DISABLE_CACHE: '1' },
  })
  child = started
  said = { out: '', err: '' }
  started.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.err += text
  })
  started.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.out += text
  })
  await Promise.race([once(started.stdout, 'data'), once(started, 'exit')])
  if (said.out === '') throw new Error(`it did not start: ${said.err}`)
  return said.out
}

/** Moves the clock by a second until that cannot be written down; gives the moves that were, and the last answer. */
async function fill(controlUrl: string): Promise<{ moves: number; answer: Response | null }> {
  for (let moves = 0; moves < 20; moves++) {
    const answer = await fetch(`${controlUrl}/clock`, {
      method: 'POST',
      body: JSON.stringify({ moveSeconds: 1 }),
      headers: { 'Content-Type': 'application/json' },
    }).catch(() => null)
    if (!answer?.ok) return { moves, answer }
  }
  throw new Error('there was always room')
}

describe('every port', () => {
  const started = z.object({ kit: z.custom<Kit>(), pagesUrl: z.url() })
  const inner = /EFBIG|file too large|state\.jsonl|at \w+ \(|node:/

  test('answers in its own way that the bank has failed, and tells nothing of its inside', async () => {
    const { kit, pagesUrl } = started.parse(
      JSON.parse(await start('tests/support/bank-on-a-full-disk.ts', dir)),
    )
    const browser = createBrowser()
    const own = await (await browser.get(`${pagesUrl}/my`)).text()
    const authorize = `${pagesUrl}/auth/oauth/v2/authorize?${authorizeQuery(kit, pkce().challenge)}`

    const { answer: control } = await fill(kit.controlUrl ?? '')
    expect([control?.status, await control?.json()]).toEqual([500, { error: 'the bank has failed' }])

    expect(refusalOf(await callBank(kit, { path: '/private/customers/customerid-info' }))).toBe(
      '500 INTERNAL',
    )

    const logIn = fieldsOfForm(own, '/my/login') ?? {}
    for (const answer of [
      await browser.get(`${pagesUrl}/my`),
      await browser.get(authorize),
      await browser.post(`${pagesUrl}/my/login`, { ...logIn, pick: 'giulia' }),
      await browser.get(`${pagesUrl}/nowhere`),
    ]) {
      expect([answer.status, answer.headers.get('content-type')]).toEqual([500, 'text/html; charset=utf-8'])
      expect(answer.headers.get('location')).toBeNull()
      expect(answer.headers.getSetCookie()).toEqual([])
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
      const page = await answer.text()
      expect(page).toContain('<h1>')
      expect(page).not.toMatch(inner)
      expect(hiddenFields(page)).toEqual({})
    }
  })
})

test.each([
  ['serve', ['serve']],
  ['mint', ['mint', '--name', 'Altro S.p.A.']],
])(
  'no room at the start of %s: one line that says so, and nothing half written is left',
  async (_title, args) => {
    const directory = join(dir, 'fresh')
    await expect(start('sandbox/main.ts', ...args, '--data-dir', directory)).rejects.toThrow(
      /^it did not start: The data directory cannot be used: EFBIG[^\n]*\n$/,
    )
    expect((await readdir(directory)).filter((name) => !/^(?:in-use\.|minting$)/.test(name))).toEqual([])
  },
)

test('the program says so in one line and ends; what it had acknowledged is there at the next start', async () => {
  const ports = await Promise.all([freePort(), freePort(), freePort()])
  const [api, pages, control] = ports.map(String)
  const flags = ['--api-port', `${api}`, '--pages-port', `${pages}`, '--control-port', `${control}`]
  await start('sandbox/main.ts', 'serve', '--data-dir', dir, '--control', ...flags)
  const ended = once(child, 'exit')
  const { moves } = await fill(`http://localhost:${control}`)
  expect(await ended).toEqual([1, null])
  expect(said.err).toMatch(/^\S+state\.jsonl cannot be written any more \(EFBIG\)\. .+\n$/)
  const [seeded, ...written] = await readEvents(stateFilePath(dir))
  expect(seeded).toMatchObject({ type: 'seeded' })
  expect(written).toEqual(
    Array.from({ length: moves }, () => ({ type: 'clock-moved', offsetMs: expect.any(Number) })),
  )
})
