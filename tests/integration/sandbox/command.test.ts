import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { Kit } from '@/sandbox/kit'
import { readCommand, UsageError } from '@/sandbox/options'
import { freePort } from '@/tests/support/sandbox'
import { signIn } from './journey'
import { callBank } from './raw-client'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const run = promisify(execFile)

let dir: string
let ports: string[]
let child: ChildProcess | null = null

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'sandbox-command-'))
  ports = ['--api-port', String(await freePort()), '--pages-port', String(await freePort())]
})
afterEach(async () => {
  await stopWith('SIGKILL')
  await rm(dir, { recursive: true, force: true })
})

function command(...args: string[]): string[] {
  return ['--import', 'tsx', 'sandbox/main.ts', '--data-dir', dir, ...ports, ...args]
}

/** Runs to the end. */
async function output(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  try {
    return { code: 0, ...(await run(process.execPath, command(...args), { cwd: root })) }
  } catch (error) {
    return z.object({ code: z.number(), stdout: z.string(), stderr: z.string() }).parse(error)
  }
}

/** Starts `serve` and resolves with its ready line. */
function serve(...args: string[]): Promise<string> {
  const started = spawn(process.execPath, command('serve', ...args), { cwd: root })
  child = started
  return new Promise((resolve, reject) => {
    started.stdout.setEncoding('utf8').on('data', (text: string) => resolve(text.trim()))
    started.stderr.setEncoding('utf8').on('data', (text: string) => reject(new Error(text)))
  })
}

function stopWith(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<number | null> {
  const running = child
  child = null
  if (!running || running.exitCode !== null || running.signalCode !== null) return Promise.resolve(null)
  return new Promise((resolve) => {
    running.once('exit', (code) => resolve(code))
    running.kill(signal)
  })
}

test('from kit to a signed call, killed and started again, stopped cleanly', async () => {
  // the kit is one JSON object and nothing else, the same before and while the bank runs
  const printed = await output('kit', '--control')
  expect(printed.stderr).toBe('')
  const kit: Kit = JSON.parse(printed.stdout)
  expect(kit).toMatchObject({
    baseUrl: `https://localhost:${ports[1]}/psd2/v0`,
    headerPrefix: 'SVC',
    controlUrl: 'http://localhost:4445',
    applications: {
      authorization_code: { redirectUris: ['http://localhost:3000/api/bank/callback'] },
      client_credentials: { redirectUris: [] },
    },
  })
  const ready = `ready api=https://localhost:${ports[1]}/psd2/v0 pages=http://127.0.0.1:${ports[3]}`
  expect(await serve()).toBe(ready)
  expect((await output('kit', '--control')).stdout).toBe(printed.stdout)

  // a second bank on the same data is refused, on other ports too
  const second = await output('serve', '--api-port', '0', '--pages-port', '0')
  expect([second.code, second.stderr.trim()]).toEqual([
    1,
    `${dir} is in use by another sandbox (process ${child?.pid}). Stop that one, or choose another directory with --data-dir.`,
  ])

  // killed at once after an answer, it still knows the token that it gave
  const { accessToken } = await signIn(kit, 'aisha')
  await stopWith('SIGKILL')
  expect(await serve()).toBe(ready)
  const call = { path: '/private/customers/customerid-info', token: accessToken }
  expect((await callBank(kit, call)).status).toBe(200)

  // its files are for the owner alone
  expect((await readdir(dir)).sort()).toEqual([
    expect.stringMatching(`^in-use.${child?.pid}.`),
    'keys.json',
    'state.jsonl',
  ])
  for (const name of await readdir(dir)) expect((await stat(join(dir, name))).mode & 0o077).toBe(0)
  expect(await stopWith('SIGTERM')).toBe(0)
  expect((await readdir(dir)).sort()).toEqual(['keys.json', 'state.jsonl'])
})

test('a further provider: minted, listed, printed again; a second of the name is refused', async () => {
  const minted = await output(
    'mint',
    '--name',
    'Altro S.p.A.',
    '--roles',
    'PSP_AI',
    '--defect',
    'seal-expired',
  )
  expect(minted.stderr).toBe('')
  const kit: Kit = JSON.parse(minted.stdout)
  expect(kit.applications.authorization_code.name).toBe('altro-spa')
  expect((await output('kit', '--number', 'PSDIT-BI-20001A')).stdout).toBe(minted.stdout)
  expect((await output('providers')).stdout.split('\n')).toEqual([
    'PSDIT-BI-19495S\tSportello S.r.l.\tsportello,sportello-batch\tPSP_AS,PSP_PI,PSP_AI,PSP_IC',
    'PSDIT-BI-20001A\tAltro S.p.A.\taltro-spa,altro-spa-batch\tPSP_AI\tseal-expired',
    '',
  ])
  const again = await output('mint', '--name', 'Altro S.p.A.')
  expect([again.code, again.stdout, again.stderr.trim()]).toEqual([
    1,
    '',
    'The name "Altro S.p.A." is taken (PSDIT-BI-20001A). Choose another with --name.',
  ])
  const unknown = await output('kit', '--number', 'PSDIT-BI-99999Z')
  expect([unknown.code, unknown.stderr.trim()]).toEqual([
    1,
    'There is no provider PSDIT-BI-99999Z. `providers` lists those there are, `mint` makes another.',
  ])
  // private keys are for their owner alone
  expect((await stat(join(dir, 'keys.json'))).mode & 0o077).toBe(0)
})

test('a port that is taken is named, and nothing is left running', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(Number(ports[3]), '127.0.0.1', resolve))
  const failed = await output('serve')
  expect([failed.code, failed.stderr.trim()]).toEqual([
    1,
    `Port ${ports[3]} (sandbox pages) is taken by another program. Stop it, or choose another with --pages-port.`,
  ])
  other.close()
})

test('flags win over the environment, and the environment over defaults', () => {
  const environment = {
    SANDBOX_API_PORT: '5001',
    APP_URL: 'https://app.example/',
    SANDBOX_PAGES_PORT: '5002',
  }
  expect(readCommand(['--api-port', '6001', '--control'], environment)).toMatchObject({
    command: 'serve',
    options: {
      apiPort: 6001,
      pagesPort: 5002,
      controlPort: 4445,
      control: true,
      appUrl: 'https://app.example',
    },
  })
})

test('a variable that is set but empty counts as not set', () => {
  const environment = {
    SANDBOX_DATA_DIR: '',
    SANDBOX_API_PORT: '',
    SANDBOX_PAGES_PORT: '',
    SANDBOX_CONTROL_PORT: '',
    APP_URL: '',
  }
  expect(readCommand([], environment)).toEqual(readCommand([], {}))
})

test('a bank of another prefix and base path speaks with them, and its kit says so', async () => {
  const flags = ['--header-prefix', 'XYZ', '--base-path', '/open/v3']
  const kit: Kit = JSON.parse((await output('kit', ...flags)).stdout)
  expect([kit.headerPrefix, kit.baseUrl]).toEqual(['XYZ', `https://localhost:${ports[1]}/open/v3`])
  await serve(...flags)
  const answer = await callBank(kit, { path: '/private/customers/customerid-info' })
  expect([answer.status, typeof answer.header('xyz-certificate')]).toEqual([401, 'string'])
})

test('readings of the bank are set one by one', () => {
  const flags = ['--setting', 'scaApproach=DECOUPLED', '--setting', 'movementsPerPage=25', '--setting']
  expect(readCommand([...flags, 'emptyAnswer=204'], {})).toMatchObject({
    command: 'serve',
    settings: { scaApproach: 'DECOUPLED', movementsPerPage: 25, emptyAnswer: '204' },
  })
})

test.each([
  [['--acl'], true],
  [['--acl', '--setting', 'accessControl=true'], true],
  [['--setting', 'accessControl=false'], false],
  [[], undefined],
])('whether %j checks the roles of providers', (args, expected) => {
  const command = readCommand(args, {})
  expect(command.command === 'serve' && command.settings.accessControl).toBe(expected)
})

test.each([
  [['dance']],
  [['serve', 'kit']],
  [['--api-port', 'x']],
  [['--unknown']],
  [['--api-port', '']],
  [['--api-port', '0x10']],
  [['--pages-port', '65536']],
  [['--data-dir', '']],
  [['--app-url', '']],
  [['--app-url', 'localhost']],
  [['--app-url', 'http://127.0.0.1:3000']],
  [['--app-url', 'http:localhost:3000']],
  [['--app-url', 'ftp://app.example']],
  [['--app-url', 'https://app.example?x=1']],
  [['--app-url', 'https://app.example/?']],
  [['--app-url', 'https://app.example/#part']],
  [['--app-url', 'https://app.example/#']],
  [['--app-url', 'https://user@app.example']],
  [['--app-url', 'https://user:secret@app.example']],
  [['--app-url', 'https://APP.example']],
  [['--app-url', 'https://app.example/a/../b']],
  [['--app-url', 'https://app.example:443']],
  [['--setting', 'scaApproach']],
  [['--setting', 'scaApproach=SMOKE']],
  [['--setting', 'headerPrefix=XYZ']],
  [['--setting', 'nonsense=1']],
  [['--setting', '__proto__=1']],
  [['--setting', 'constructor=1']],
  [['--acl', '--setting', 'accessControl=false']],
  [['--setting', 'codeSeconds=10', '--setting', 'codeSeconds=20']],
  [['--header-prefix', 'X Y']],
  [['--base-path', '/a/../b']],
  [['--base-path', 'psd2']],
  [['mint']],
  [['mint', '--name', ' ']],
  [['mint', '--name', 'Altro', '--defect', 'nonsense']],
  [['mint', '--name', 'Altro', '--roles', 'PSP_XX']],
  [['mint', '--name', 'Altro', '--valid-from', '2026-02-30']],
  [['mint', '--name', 'Altro', '--valid-days', '']],
  [['mint', '--name', 'Altro', '--app-url', 'https://altro.example?']],
  [['kit', '--name', 'Altro']],
  [['mint', '--name', 'Altro', '--reset']],
])('%j is not understood, and says so', (args) => {
  expect(() => readCommand(args, {})).toThrow(UsageError)
})

test.each([
  ['SANDBOX_API_PORT', 'hunter2'],
  ['SANDBOX_API_PORT', '65536'],
  ['SANDBOX_PAGES_PORT', '4444 '],
  ['SANDBOX_CONTROL_PORT', '"4445"'],
  ['SANDBOX_CONTROL_PORT', '-1'],
  ['APP_URL', 'hunter2.example'],
  ['APP_URL', '"http://hunter2.example"'],
  ['APP_URL', 'http://'],
  ['APP_URL', 'https://user:hunter2@app.example'],
])('%s=%j is answered by its name and its flag, never by its value', (variable, value) => {
  const refused = () => readCommand([], { [variable]: value })
  expect(refused).toThrow(UsageError)
  expect(refused).toThrow(new RegExp(`^--[a-z-]+ \\(${variable}\\): `))
  expect(refused).not.toThrow(/hunter2|65536/)
})
