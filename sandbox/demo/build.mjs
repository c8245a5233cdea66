import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { StartProblem } from './preflight.mjs'
import { runNpm } from './programs.mjs'

const SOURCES = [
  'app',
  'lib',
  'prisma',
  'public',
  'proxy.ts',
  'instrumentation.ts',
  'instrumentation-client.ts',
  'next.config.mjs',
  'postcss.config.mjs',
  'tsconfig.json',
  'package-lock.json',
]

/** Builds when there is no build or it is of other sources: a second start takes seconds. */
export async function buildWhenNeeded(root) {
  const stamp = path.join(root, '.next', 'sportello-built')
  const wanted = sourcesHash(root)
  const built = existsSync(path.join(root, '.next', 'BUILD_ID'))
  if (built && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  // First of all: a build cut short must not pass for the one it replaces.
  rmSync(stamp, { force: true })
  process.stdout.write('  Building the app …\n')
  const code = await runNpm(root, ['run', '--silent', 'build'])
  if (code !== 0) throw new StartProblem('The build failed. Its own words are above.')
  writeFileSync(stamp, wanted)
}

function sourcesHash(root) {
  const hash = createHash('sha256')
  for (const file of SOURCES.flatMap((source) => filesOf(path.join(root, source))).sort()) {
    hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

function filesOf(file) {
  if (!existsSync(file)) return []
  if (!statSync(file).isDirectory()) return [file]
  return readdirSync(file).flatMap((name) => (name === 'generated' ? [] : filesOf(path.join(file, name))))
}
