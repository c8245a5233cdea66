import { closeSync, openSync, rmSync } from 'node:fs'
import { lockDirectory } from '@/lib/store/database/directory-lock'

/*
 * Takes and leaves the lock of a directory again and again, beside other processes that do the same.
 * Whoever holds it creates a file that must not exist: prints how often it held the lock, and how often
 * the file of another holder was there.
 */
const [directory = '', rounds = '0'] = process.argv.slice(2)
const inside = `${directory}.inside`
const seen = { held: 0, intruders: 0 }

for (let round = 0; round < Number(rounds); round += 1) {
  const lock = await lockDirectory(directory).catch(() => undefined)
  if (lock === undefined) continue
  seen.held += 1
  try {
    closeSync(openSync(inside, 'wx'))
    await new Promise((resolve) => setImmediate(resolve))
    rmSync(inside)
  } catch {
    seen.intruders += 1
  }
  lock.release()
}
process.stdout.write(JSON.stringify(seen))
