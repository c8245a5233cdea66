// `npm run bench [-- part …]`: installs, generates and builds what is missing, then measures.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { buildWhenNeeded } from '../../sandbox/demo/build.mjs'
import { installWhenNeeded } from '../../sandbox/demo/install.mjs'
import { StartProblem } from '../../sandbox/demo/preflight.mjs'
import { ensureBrowser } from '../support/ensure-browser.mjs'

const root = path.resolve(import.meta.dirname, '..', '..')
const asked = process.argv.slice(2)
const inBrowser = asked.length === 0 || asked.some((part) => part === 'pages' || part === 'transfers')

try {
  await installWhenNeeded(root)
  const browser = inBrowser ? ensureBrowser() : null
  if (inBrowser) await buildWhenNeeded(root)
  const env = {
    ...process.env,
    NEXT_TELEMETRY_DISABLED: '1',
    CHROMIUM_PATH: browser ?? process.env.CHROMIUM_PATH ?? '',
  }
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', 'tests/bench/bench.ts', ...asked], {
    cwd: root,
    stdio: 'inherit',
    env,
  })
  process.exitCode = status ?? 1
} catch (error) {
  process.stderr.write(`${error instanceof StartProblem ? error.message : error.stack}\n`)
  process.exitCode = 1
}
