import { randomBytes } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { claimDataDirectory, DataDirectoryInUseError } from '../state/data-directory'
import { mintKeys, renewExpired, type SandboxKeys, sandboxKeys, type TppKeys } from './key-set'

/** The file of keys cannot be used; the message says what to do. */
export class KeysFileError extends Error {}

export function keysFilePath(dataDir: string): string {
  return join(dataDir, 'keys.json')
}

/**
 * The keys of the sandbox, made at the first call and kept in one file. A file appears whole or not at all, so a
 * `kit` and a `serve` that start together agree on one set. Throws {@link KeysFileError} when the file is not one of
 * these.
 */
export async function loadOrMintKeys(dataDir: string, now: Date): Promise<SandboxKeys> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const path = keysFilePath(dataDir)
  const text = await readIfPresent(path)
  if (text !== null) return parseKeys(text, path)
  const minted = await mintKeys(now)
  if (await writeWhole(path, minted, 'new')) return minted
  return loadOrMintKeys(dataDir, now)
}

/**
 * The same for a bank that starts: certificates that run out are certified anew with the same keys. Nobody else may do
 * that, because a running bank knows its providers by the certificates it started with.
 */
export async function loadRenewedKeys(dataDir: string, now: Date): Promise<SandboxKeys> {
  const keys = await loadOrMintKeys(dataDir, now)
  if (renewExpired(keys, now) === null) return keys
  const changed = await changeKeys(dataDir, now, async (known) => ({
    keys: renewExpired(known, now) ?? known,
  }))
  return changed.keys
}

/**
 * The one way to change the file: `change` gets what it holds and gives what it is to hold, which is put in its place
 * whole or not at all. One at a time: two that read the same file would lose what one of them did.
 */
export async function changeKeys<Changed extends { keys: SandboxKeys }>(
  dataDir: string,
  now: Date,
  change: (known: SandboxKeys) => Promise<Changed>,
): Promise<Changed> {
  const release = await takeTurn(dataDir)
  try {
    const changed = await change(await loadOrMintKeys(dataDir, now))
    await writeWhole(keysFilePath(dataDir), changed.keys, 'replace')
    return changed
  } finally {
    release()
  }
}

/** Each try takes a fifth of a second, minting a provider about one. */
const turnTries = 50

async function takeTurn(dataDir: string): Promise<() => void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await claimDataDirectory(join(dataDir, 'minting'))
    } catch (error) {
      if (!(error instanceof DataDirectoryInUseError)) throw error
      if (attempt === turnTries) {
        throw new KeysFileError(`Others are changing the keys in ${dataDir}. Try again when that is done.`)
      }
    }
  }
}

function parseKeys(text: string, path: string): SandboxKeys {
  const advice =
    'Remove this file and start again: new keys and certificates will be made, and the kit will change.'
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    throw new KeysFileError(`${path} is not whole JSON (half written or damaged). ${advice}`)
  }
  const parsed = sandboxKeys.safeParse(content)
  if (parsed.success) return parsed.data
  const where = parsed.error.issues[0]?.path.join('.') ?? 'content'
  throw new KeysFileError(`${path} lacks what this sandbox needs (at "${where}"). ${advice}`)
}

/**
 * For a running bank, that another process may mint providers for: gives those of the file when it has changed since
 * the last call, null otherwise. Unknown strangers make it look too, so a file is read once, however often it is asked
 * for. One that cannot be used is reported and leaves everything as it was.
 */
export function watchProviders(dataDir: string): () => readonly TppKeys[] | null {
  const path = keysFilePath(dataDir)
  let known = ''
  return () => {
    const version = versionOf(path)
    if (version === known) return null
    known = version
    try {
      return parseKeys(readFileSync(path, 'utf8'), path).tpps
    } catch (error) {
      console.error('sandbox: keys not read again:', error instanceof Error ? error.message : 'unknown')
      return null
    }
  }
}

/** Differs when the file was put in place again; there may be none. */
function versionOf(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found ? `${found.ino} ${found.mtimeNs} ${found.size}` : 'absent'
}

async function readIfPresent(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** Writes beside the file, then links or renames into place. False when `new` and another process was first. */
async function writeWhole(path: string, keys: SandboxKeys, mode: 'new' | 'replace'): Promise<boolean> {
  const draft = `${path}.${process.pid}-${randomBytes(4).toString('hex')}`
  try {
    await writeAndSync(draft, `${JSON.stringify(keys, null, 1)}\n`)
    if (mode === 'replace') await rename(draft, path)
    else await link(draft, path)
    return true
  } catch (error) {
    if (mode === 'new' && error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}

async function writeAndSync(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}
