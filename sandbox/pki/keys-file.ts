import { randomBytes } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { mintKeys, renewExpired, type SandboxKeys, sandboxKeys, type TppKeys } from './key-set'

/** The file of keys cannot be used; the message says what to do. */
export class KeysFileError extends Error {}

export function keysFilePath(dataDir: string): string {
  return join(dataDir, 'keys.json')
}

/**
 * The keys of the sandbox, made at the first call and kept in one file. A file appears whole or not at all, so a
 * `kit` and a `serve` that start together agree on one set. Certificates that have run out are certified anew with
 * the same keys. Throws {@link KeysFileError} when the file is not one of these.
 */
export async function loadOrMintKeys(dataDir: string, now: Date): Promise<SandboxKeys> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const path = keysFilePath(dataDir)
  const text = await readIfPresent(path)
  if (text === null) {
    const minted = await mintKeys(now)
    if (await writeWhole(path, minted, 'new')) return minted
    return loadOrMintKeys(dataDir, now)
  }
  const keys = parseKeys(text, path)
  const renewed = renewExpired(keys, now)
  if (renewed) await writeWhole(path, renewed, 'replace')
  return renewed ?? keys
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

/** Puts other keys in place of the file, whole or not at all. */
export async function replaceKeys(dataDir: string, keys: SandboxKeys): Promise<void> {
  await writeWhole(keysFilePath(dataDir), keys, 'replace')
}

/** At most one look at the file in so many milliseconds. */
const watchPauseMs = 1000

/**
 * For a running bank, that another process may mint providers for: gives those of the file when it has changed since
 * the last call that gave some, null otherwise. Asked by unknown strangers too, so it looks once a second at most.
 * A file that cannot be used is reported and leaves everything as it was.
 */
export function watchProviders(dataDir: string, now: () => number): () => readonly TppKeys[] | null {
  const path = keysFilePath(dataDir)
  let lookedAt = Number.NEGATIVE_INFINITY
  let known = ''
  return () => {
    if (Math.abs(now() - lookedAt) < watchPauseMs) return null
    lookedAt = now()
    try {
      const { ino, mtimeMs, size } = statSync(path)
      const version = `${ino} ${mtimeMs} ${size}`
      if (version === known) return null
      known = version
      return parseKeys(readFileSync(path, 'utf8'), path).tpps
    } catch (error) {
      console.error('sandbox: keys not read again:', error instanceof Error ? error.message : 'unknown')
      return null
    }
  }
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
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(`${JSON.stringify(keys, null, 1)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  if (mode === 'replace') {
    await rename(draft, path)
    return true
  }
  try {
    await link(draft, path)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}
