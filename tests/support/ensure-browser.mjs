import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { StartProblem } from '../../sandbox/demo/preflight.mjs'

/** The shell without a window first: the same engine at a quarter less processor time. */
const SYSTEM_BROWSERS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * A Chromium for the browser tests: the one CHROMIUM_PATH names, the system's, Playwright's own, and
 * where there is none, one installed now: Debian's packages, else Playwright's installer.
 * @returns the browser's path, or null when Playwright finds its own
 */
export function ensureBrowser() {
  const found = findBrowser()
  if (found !== undefined) return found
  process.stdout.write('There is no Chromium here: installing one …\n')
  installBrowser()
  const installed = findBrowser()
  if (installed !== undefined) return installed
  throw new StartProblem('No browser could be installed. Install Chromium, or set CHROMIUM_PATH to one.')
}

/** @returns the browser's path, null when Playwright finds its own, undefined when there is none */
export function findBrowser() {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (existsSync(named)) return named
    throw new StartProblem('CHROMIUM_PATH names a file that does not exist.')
  }
  const system = SYSTEM_BROWSERS.find((file) => existsSync(file))
  if (system !== undefined) return system
  return hasPlaywrightBrowser() ? null : undefined
}

function hasPlaywrightBrowser() {
  const script = "import('playwright').then(({chromium}) => process.stdout.write(chromium.executablePath()))"
  const result = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8', cwd: import.meta.dirname })
  return result.status === 0 && result.stdout !== '' && existsSync(result.stdout)
}

function installBrowser() {
  if (existsSync('/usr/bin/apt-get')) {
    const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
    const apt = (...args) => {
      const [command, ...rest] = [...sudo, 'apt-get', ...args]
      return spawnSync(command, rest, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
    }
    const install = (name) => apt('install', '-y', '-qq', '--no-install-recommends', name)
    if (apt('update', '-qq') && (install('chromium-headless-shell') || install('chromium'))) return
  }
  const cli = path.join(import.meta.dirname, '..', '..', 'node_modules', 'playwright', 'cli.js')
  spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'inherit' })
}
