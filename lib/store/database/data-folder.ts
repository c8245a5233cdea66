import { constants } from 'node:fs'
import { access, chmod, lstat, mkdir, readdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { StoreStartError } from '../errors'

/** What this program puts into its data folder. */
const OWN_NAMES: ReadonlySet<string> = new Set(['database', 'database.lock', 'database.new'])
const OF_OTHERS = 0o077

/**
 * Makes the data folder and keeps it for this user alone: the embedded database leaves most of its files writable for
 * everybody, so that the folder around them is what protects them. What an earlier run left open in it is closed too, in case
 * somebody opens the folder later, or copies it. A folder in which somebody else keeps files, such as
 * /tmp, is not closed to others but refused.
 *
 * @throws StoreStartError `not_writable`
 */
export async function openDataFolder(dataDir: string): Promise<void> {
  try {
    await makeFolder(resolve(dataDir))
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    await readdir(dataDir)
  } catch (error) {
    throw refused(dataDir, `must be a directory this user can write to (${codeOf(error)})`)
  }
  // Windows has no such rights.
  if (process.platform === 'win32') return
  await closeToOthers(dataDir)
  try {
    for (const name of OWN_NAMES) await closeAllIn(join(dataDir, name))
  } catch (error) {
    throw refused(
      dataDir,
      `has files that are open to other users and cannot be closed to them (${codeOf(error)})`,
    )
  }
}

/** Step by step, because a recursive mkdir of Node never returns where the system denies that there is such a place (/proc). */
async function makeFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT' && dirname(folder) !== folder) return undefined
    throw error
  })
  if (found !== undefined) return
  await makeFolder(dirname(folder))
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    // Another start made it meanwhile.
    if (codeOf(error) !== 'EEXIST') throw error
  })
}

async function closeToOthers(dataDir: string): Promise<void> {
  const { mode } = await stat(dataDir)
  if ((mode & OF_OTHERS) === 0) return
  const foreign = (await readdir(dataDir)).filter((name) => !OWN_NAMES.has(name))
  if (foreign.length > 0)
    throw refused(
      dataDir,
      'is open to other users and holds more than the database, so it is not closed to them',
    )
  try {
    await chmod(dataDir, 0o700)
  } catch (error) {
    throw refused(dataDir, `is open to other users and cannot be closed to them (${codeOf(error)})`)
  }
}

/** Takes the rights of others away from a file, or a folder with all that is in it. A link is left alone, and so is its target. */
async function closeAllIn(path: string): Promise<void> {
  try {
    const found = await lstat(path)
    if (!found.isFile() && !found.isDirectory()) return
    if ((found.mode & OF_OTHERS) !== 0) await chmod(path, found.mode & 0o700)
    if (!found.isDirectory()) return
    await Promise.all((await readdir(path)).map((name) => closeAllIn(join(path, name))))
  } catch (error) {
    // Never made, or removed meanwhile by another start.
    if (codeOf(error) !== 'ENOENT') throw error
  }
}

function refused(dataDir: string, why: string): StoreStartError {
  return new StoreStartError(
    'not_writable',
    `DATA_DIR (${dataDir}) ${why}. Change its owner or rights (chmod 700), or set another DATA_DIR.`,
  )
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
}
