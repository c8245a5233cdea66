import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { StartProblem } from './preflight.mjs'
import { runNpm } from './programs.mjs'

/** Installs when node_modules is missing or belongs to another package-lock.json. */
export async function installWhenNeeded(root) {
  const stamp = path.join(root, 'node_modules', '.sportello-installed')
  const wanted = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex')
  const generated = existsSync(path.join(root, 'prisma', 'generated', 'client.ts'))
  if (generated && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  process.stdout.write('  Installing the packages (npm ci) …\n')
  const code = await runNpm(root, ['ci', '--no-audit', '--no-fund', '--loglevel=error'])
  if (code !== 0)
    throw new StartProblem('npm ci failed. Its own words are above; check the network and try again.')
  writeFileSync(stamp, wanted)
}
