import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { settingsFor } from '@/tests/support/app'
import { startTestSandbox, type TestSandbox } from '@/tests/support/sandbox'

let folder: string
let sandbox: TestSandbox | undefined
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'start-'))
})
afterEach(async () => {
  await sandbox?.stop()
  sandbox = undefined
  rmSync(folder, { recursive: true, force: true })
})

/** Runs a program of the project to its end, with these settings and no others. */
async function run(
  args: string[],
  env: Record<string, string>,
): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8')
    })
  }
  const [code] = await once(child, 'exit')
  return { code, said }
}

const start = (env: Record<string, string>) => run(['--import', 'tsx', 'lib/start.ts'], env)

describe('npm start refuses to start, in words, without repeating a value', () => {
  it('with settings missing or wrong', async () => {
    const { code, said } = await start({ APP_URL: 'http://hunter2.example', NEXTAUTH_SECRET: 'hunter2' })
    expect(code).toBe(1)
    for (const name of ['APP_URL', 'NEXTAUTH_SECRET', 'BANK_BASE_URL', 'TPP_QSEAL_KEY'])
      expect(said).toContain(name)
    expect(said).not.toContain('hunter2')
    expect(said).not.toContain('    at ')
  })

  it.each(['hunter2.example', '"https://hunter2.example"', 'http://'])('with APP_URL=%s', async (value) => {
    const { code, said } = await start({ APP_URL: value })
    expect(code).toBe(1)
    expect(said).toMatch(/^ {2}APP_URL: must be an address/m)
    expect(said).not.toMatch(/hunter2| {4}at /)
  })

  it.each([
    ['TPP_QWAC_KEY', 'a key that does not belong to the certificate', (kit: Kit) => kit.qseal.key],
    ['TPP_QSEAL_CERT', 'a chain in the wrong order', (kit: Kit) => reversed(kit.qseal.cert)],
    ['BANK_SEAL_CA', 'not a certificate', () => 'nonsense-1234567890'],
    ['TPP_QWAC_CERT', 'a file that is not there', () => '/no/such/file.pem'],
  ])('%s: %s', async (setting, _what, wrong) => {
    sandbox = await startTestSandbox()
    const value = wrong(sandbox.kit)
    const { code, said } = await start({ ...settingsFor(sandbox.kit), DATA_DIR: folder, [setting]: value })
    expect(code).toBe(1)
    expect(said).toContain(setting)
    expect(said).not.toContain(value.split('\n')[1] ?? value)
    expect(said).not.toContain('    at ')
  })

  it('when the port is taken', async () => {
    sandbox = await startTestSandbox()
    await withPortTaken(async (port) => {
      const { code, said } = await start({
        ...settingsFor(kitOf(sandbox)),
        DATA_DIR: folder,
        PORT: String(port),
      })
      expect(code).toBe(1)
      expect(said).toContain('PORT')
    })
  })
})

describe('npm run demo refuses to start, in words', () => {
  const demo = (env: Record<string, string>) =>
    run(['sandbox/demo/demo.mjs'], { DEMO_DATA_DIR: path.join(folder, 'data'), ...env })

  it('when a port is taken: names it and the setting that changes it', async () => {
    await withPortTaken(async (port) => {
      const { code, said } = await demo({ PORT: String(port) })
      expect(code).toBe(1)
      expect(said).toContain(`${port} (change it with PORT)`)
    })
  })

  it.each(['0', '70000', 'http', '3000.5', '1e3', '0x10', ' 80'])('when PORT is %s', async (port) => {
    const { code, said } = await demo({ PORT: port })
    expect(code).toBe(1)
    expect(said).toContain('PORT must be a port number')
  })

  it('when two ports are the same', async () => {
    const { code, said } = await demo({ ...(await freePorts()), PORT: '4321', SANDBOX_PAGES_PORT: '4321' })
    expect(code).toBe(1)
    expect(said).toContain('PORT and SANDBOX_PAGES_PORT name the same port.')
  })

  it('when the data folder has a database but not its secrets', async () => {
    mkdirSync(path.join(folder, 'data', 'app', 'database'), { recursive: true })
    const { code, said } = await demo(await freePorts())
    expect(code).toBe(1)
    expect(said).toContain('--reset')
  })

  it('when the data folder is a file', async () => {
    writeFileSync(path.join(folder, 'data'), '')
    const { code, said } = await demo(await freePorts())
    expect(code).toBe(1)
    expect(said).toContain('DEMO_DATA_DIR')
  })
})

type Kit = TestSandbox['kit']

function kitOf(running: TestSandbox | undefined): Kit {
  if (running === undefined) throw new Error('the sandbox was not started')
  return running.kit
}

function reversed(chain: string): string {
  return chain
    .split(/(?<=-----END CERTIFICATE-----\n)/)
    .reverse()
    .join('')
}

async function withPortTaken(work: (port: number) => Promise<void>): Promise<void> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  try {
    await work(portOf(server))
  } finally {
    server.close()
  }
}

async function freePorts(): Promise<Record<string, string>> {
  const ports: Record<string, string> = {}
  for (const name of ['PORT', 'SANDBOX_API_PORT', 'SANDBOX_PAGES_PORT']) {
    const server = createServer().listen(0)
    await once(server, 'listening')
    ports[name] = String(portOf(server))
    server.close()
    await once(server, 'close')
  }
  return ports
}

function portOf(server: ReturnType<typeof createServer>): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
