import { execFile } from 'node:child_process'
import { access, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { FaultName } from '@/sandbox/control/faults'
import { startTestSandbox, type TestSandbox } from '@/tests/support/sandbox'
import { pdfText } from './pdf-text'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const script = join(root, 'sandbox/examples/shell-client.sh')

/** All that the script may call: openssl, curl, and tools that POSIX has everywhere (and mktemp). */
const tools = 'openssl curl sh awk cp date grep head mktemp od rm sed sleep tr'.split(' ')

async function pathOf(tool: string): Promise<string | null> {
  for (const dir of (process.env.PATH ?? '').split(delimiter)) {
    try {
      await access(join(dir, tool))
      return join(dir, tool)
    } catch {
      // not here
    }
  }
  return null
}

const paths = new Map(
  await Promise.all(tools.map(async (tool): Promise<[string, string | null]> => [tool, await pathOf(tool)])),
)
const missing = tools.filter((tool) => paths.get(tool) === null)
const title =
  missing.length === 0 ? 'a client in shell' : `a client in shell: skipped, without ${missing.join(' and ')}`

let bank: TestSandbox
let dir: string
beforeAll(async () => {
  bank = await startTestSandbox()
})
afterAll(() => bank.stop())
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'shell-client-'))
  await writeFile(join(dir, 'kit.json'), JSON.stringify(bank.kit, null, 2))
})
afterEach(async () => {
  bank.scenarios.clear()
  await rm(dir, { recursive: true, force: true })
})

type Run = { code: number; stdout: string; stderr: string }

const failure = z.object({ code: z.number(), stdout: z.string(), stderr: z.string() })

/** Runs sh in the test's directory. */
function sh(args: string[], env: NodeJS.ProcessEnv): Promise<Run> {
  return new Promise((resolve, reject) => {
    execFile(paths.get('sh') ?? 'sh', args, { cwd: dir, env }, (error, stdout, stderr) => {
      if (!error) return resolve({ code: 0, stdout, stderr })
      const failed = failure.safeParse({ code: error.code, stdout, stderr })
      return failed.success ? resolve(failed.data) : reject(error)
    })
  })
}

/** Runs the client where nothing is installed but its tools. */
async function runClient(...args: string[]): Promise<Run> {
  const bin = join(dir, 'bin')
  await mkdir(bin)
  for (const [tool, path] of paths) if (path) await symlink(path, join(bin, tool))
  return sh([script, 'kit.json', ...args], { ...process.env, PATH: bin, TMPDIR: dir })
}

describe.skipIf(missing.length > 0)(title, () => {
  test('goes from the kit over consent and transfer to the document, and verifies every answer', async () => {
    const { code, stdout, stderr } = await runClient('aisha', 'IT27Y0999101000000000123456', '12.34')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const said = Object.fromEntries(stdout.split('\n').map((line) => line.split(': ', 2)))
    expect(said).toMatchObject({
      customer: '70010006',
      consent: 'ACCOUNT_INFO PAYMENTS',
      'to pay': '12.84 EUR',
      executed: expect.stringMatching(/^\d{16}$/),
      document: 'transfer.pdf',
      'verified answers': '17',
    })
    const cents = (amount: unknown) => Math.round(Number.parseFloat(String(amount)) * 100)
    expect(cents(said['available before']) - cents(said['available after'])).toBe(1284)
    const document = await readFile(join(dir, 'transfer.pdf'))
    expect(document.subarray(0, 5).toString()).toBe('%PDF-')
    const text = pdfText(document)
    expect(text).toContain(said.executed)
    expect(text.join(' ').replace(/\s/g, ' ')).toContain('IT27 Y099 9101 0000 0000 0123 456')
    expect(bank.journal.entries().filter(({ answer }) => answer.status >= 400)).toEqual([])
  })

  test.each<[FaultName, object, string]>([
    ['wrong-digest', {}, 'the digest is not that of the body'],
    ['stale-date', {}, 'the answer is not dated within 30 minutes'],
    ['future-date', {}, 'the answer is not dated within 30 minutes'],
    ['other-seal', {}, 'the certificate is of somebody else: subject=CN=Banca Altrove PSD2 Seal'],
    ['wrong-signature', {}, 'the signature does not fit the answer'],
    ['other-key', {}, 'the signature does not fit the answer'],
    ['missing-header', { header: 'Digest' }, 'the digest is not that of the body'],
    ['missing-header', { header: 'Date' }, 'the answer has no readable date'],
    ['duplicate-header', { header: 'Date' }, 'the answer has no readable date'],
  ])('stops at an answer with %s %j', async (fault, parameters, reason) => {
    bank.scenarios.add({ fault, parameters, match: { operation: 'customerid-info' } })
    const { code, stdout, stderr } = await runClient('aisha')
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain(`shell-client: ${reason}`)
  })

  test('says what the bank says when it refuses', async () => {
    const { code, stderr } = await runClient('matteo')
    expect(code).toBe(1)
    expect(stderr).toContain('412 AMOUNT_NOT_AVAILABLE moneyTransferAmount.amount')
  })

  test('the README: a call and its answer, exactly as written', async () => {
    const readme = await readFile(join(root, 'sandbox/README.md'), 'utf8')
    const section = /## Call it with curl and openssl\n([\s\S]*?)\n## /.exec(readme)?.[1] ?? ''
    const [call = '', reading = '', whole = ''] = [...section.matchAll(/```\n([\s\S]*?)```/g)].map(
      ([, block = '']) => block,
    )
    // the kit of this bank and its port take the place of those that the README speaks of
    const { port } = new URL(bank.kit.baseUrl)
    const commands = `${call}${reading}`
      .replace('npm run --silent sandbox -- kit > kit.json\n', '')
      .replace('localhost:4443', `localhost:${port}`)
    expect(commands).not.toBe(`${call}${reading}`)
    const { code, stdout, stderr } = await sh(['-c', commands], process.env)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('"code":"TOKEN_MISSING"')
    const [, ending] = stdout.split('\nDigest OK\n')
    expect(ending).toMatch(
      /^seal\.pem: OK\nsubject=C ?= ?IT, O ?= ?Banca Zefiro, .*Seal\n.*\n.*\nVerified OK\n$/,
    )
    expect(whole).toBe('sh sandbox/examples/shell-client.sh kit.json\n')
  })
})
