import { X509Certificate } from 'node:crypto'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type RunningSandbox, type SandboxOptions, startSandbox } from '@/sandbox'
import { addDays, bankDayOf, instantOf } from '@/sandbox/calendar/bank-day'
import { mintTpp, type SandboxKeys, type TppRequest } from '@/sandbox/pki/key-set'
import { KeysFileError, keysFilePath, loadOrMintKeys } from '@/sandbox/pki/keys-file'

export type TestSandbox = RunningSandbox & {
  dataDir: string
  keys: SandboxKeys
  /** Stops it and starts it again on the same data, ports included, with other options where some are given. */
  restart(changes?: Pick<TestSandboxOptions, 'wall'>): Promise<TestSandbox>
  /** Stops it and removes its data. */
  stop(): Promise<void>
}

export type TestSandboxOptions = Partial<Omit<SandboxOptions, 'dataDir' | 'reset'>> & {
  /** Providers in the register beside the one that every sandbox has; `kitOf` gives their kits. */
  furtherTpps?: TppRequest[]
  /** Its business day is ten in the morning after the day of the seed: far from midnight, and nothing more is booked. */
  inTheMorning?: boolean
  /** Changes the keys file before the start. */
  changeKeys?: (keys: SandboxKeys) => SandboxKeys
}

const cacheDir = fileURLToPath(new URL('../../node_modules/.cache/sandbox-keys', import.meta.url))

/** For how much longer than from now to the end of any test the keys hold. */
const spareMs = 30 * 24 * 60 * 60 * 1000

/**
 * Making keys takes a second; one set, made at the first use, serves all tests on this machine. It is made again in time
 * for tests whose clock is ahead (`startMoment`), and where it is of another version or not valid yet.
 */
async function cachedKeys(): Promise<string> {
  const path = keysFilePath(cacheDir)
  const now = new Date()
  try {
    const { bank } = await loadOrMintKeys(cacheDir, now)
    const { validFrom, validTo } = new X509Certificate(bank.tls.cert)
    if (new Date(validFrom) <= now && Date.parse(validTo) > now.getTime() + spareMs) return path
  } catch (error) {
    if (!(error instanceof KeysFileError)) throw error
  }
  await rm(path, { force: true })
  await loadOrMintKeys(cacheDir, now)
  return path
}

/** A sandbox bank of one's own: free ports, temporary data, journal and faults at hand. Stop it when done. */
export async function startTestSandbox(options: TestSandboxOptions = {}): Promise<TestSandbox> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sandbox-'))
  await copyFile(await cachedKeys(), keysFilePath(dataDir))
  const { furtherTpps = [], changeKeys, inTheMorning, ...rest } = options
  if (furtherTpps.length > 0) await addTpps(dataDir, furtherTpps)
  if (changeKeys) {
    const keys = await loadOrMintKeys(dataDir, new Date())
    await writeFile(keysFilePath(dataDir), JSON.stringify(changeKeys(keys)))
  }
  const sandbox = await startIn(dataDir, rest)
  const now = sandbox.clock.now()
  const morning = instantOf(addDays(bankDayOf(now), 1), '10:00:00')
  if (inTheMorning) sandbox.clock.move(morning.getTime() - now.getTime())
  return sandbox
}

async function addTpps(dataDir: string, tpps: TppRequest[]): Promise<void> {
  const now = new Date()
  const keys = await loadOrMintKeys(dataDir, now)
  const minted = await Promise.all(tpps.map((tpp) => mintTpp(tpp, keys.trust.issuing, now)))
  await writeFile(keysFilePath(dataDir), JSON.stringify({ ...keys, tpps: [...keys.tpps, ...minted] }))
}

async function startIn(
  dataDir: string,
  options: Omit<TestSandboxOptions, 'furtherTpps' | 'changeKeys' | 'inTheMorning'>,
): Promise<TestSandbox> {
  const running = await startSandbox({
    apiPort: 0,
    pagesPort: 0,
    controlPort: 0,
    appUrl: 'http://localhost:3000',
    ...options,
    dataDir,
  })
  return {
    ...running,
    dataDir,
    keys: await loadOrMintKeys(dataDir, new Date()),
    restart: async (changes = {}) => {
      await running.close()
      const portOf = (url: string) => Number(new URL(url).port)
      return startIn(dataDir, {
        ...options,
        ...changes,
        apiPort: portOf(running.apiUrl),
        pagesPort: portOf(running.pagesUrl),
      })
    },
    stop: async () => {
      await running.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A port that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => {
        if (address && typeof address === 'object') resolve(address.port)
        else reject(new Error('no port'))
      })
    })
  })
}
