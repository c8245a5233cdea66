import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { StartProblem } from './preflight.mjs'
import { runNpm } from './programs.mjs'

/** Installs when node_modules is missing or belongs to another package-lock.json. */
export async function installWhenNeeded(root) {
  const stamp = path.join(root, 'node_modules', '.sportello-installed')
  const wanted = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex')
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
    process.stdout.write('  Installing the packages (npm ci) …\n')
    const code = await runNpm(root, ['ci', '--no-audit', '--no-fund', '--loglevel=error'])
    if (code !== 0) {
      throw new StartProblem('npm ci failed. Its own words are above; check the network and try again.')
    }
    writeFileSync(stamp, wanted)
  }
  await generateWhenNeeded(root)
}

/** The database client is generated from the schema; .npmrc lets no install script do it (README). */
async function generateWhenNeeded(root) {
  const schema = path.join(root, 'prisma', 'schema.prisma')
  const client = path.join(root, 'prisma', 'generated', 'client.ts')
  if (existsSync(client) && statSync(client).mtimeMs >= statSync(schema).mtimeMs) return
  const code = await runNpm(root, ['run', '--silent', 'db:generate'])
  if (code !== 0) throw new StartProblem('The database client could not be generated. The reason is above.')
}
