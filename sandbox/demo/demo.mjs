// `npm run demo` and `npm run dev`: from a clone to the running app and its sandbox bank, in one command.
// Plain Node without dependencies: it runs before anything is installed.
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { buildWhenNeeded } from './build.mjs'
import { claimDataFolder, releaseDataFolder } from './data-folder-claim.mjs'
import { installWhenNeeded } from './install.mjs'
import {
  checkDataFolder,
  checkHalfWritten,
  checkNodeVersion,
  checkPorts,
  StartProblem,
} from './preflight.mjs'
import { answersOk, runCommand, startProgram, stopPrograms } from './programs.mjs'
import { demoEnvironment } from './settings.mjs'

const root = path.resolve(import.meta.dirname, '..', '..')
const dataDir = path.resolve(root, process.env.DEMO_DATA_DIR || '.data')
const ports = {
  app: portOf('PORT', 3000),
  api: portOf('SANDBOX_API_PORT', 4443),
  pages: portOf('SANDBOX_PAGES_PORT', 4444),
  control: portOf('SANDBOX_CONTROL_PORT', 4445),
}
const FLAGS = ['--reset', '--dev', '--control']
const options = {
  reset: process.argv.includes('--reset'),
  development: process.argv.includes('--dev'),
  control: process.argv.includes('--control'),
}

let stopping = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop(0))
// npm runs a script through a shell that passes no signal on: when the shell is gone, that was the signal.
const parent = process.ppid
if (process.env.npm_lifecycle_event) {
  setInterval(() => process.ppid !== parent && void stop(0), 250).unref()
}
// Whoever reads what we print has gone away.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => void stop(0))

try {
  await main()
} catch (error) {
  if (!stopping) {
    const words = error instanceof StartProblem ? error.message : (error?.stack ?? String(error))
    process.stderr.write(`\nThe demo did not start.\n${words}\n`)
    await stop(1)
  }
}

async function main() {
  const unknown = process.argv.slice(2).filter((argument) => !FLAGS.includes(argument))
  if (unknown.length > 0)
    throw new StartProblem(`Unknown: ${unknown.join(' ')}. The demo takes ${FLAGS.join(', ')}.`)
  checkNodeVersion(root)
  checkDifferentPorts()
  await checkPorts({
    PORT: ports.app,
    SANDBOX_API_PORT: ports.api,
    SANDBOX_PAGES_PORT: ports.pages,
    ...(options.control ? { SANDBOX_CONTROL_PORT: ports.control } : {}),
  })
  if (options.reset && process.env.DATABASE_URL) {
    throw new StartProblem(
      '--reset does not empty the database of DATABASE_URL. Empty it yourself, or start without DATABASE_URL.',
    )
  }
  await checkDataFolder(dataDir)
  claimDataFolder(dataDir)
  if (options.reset) await resetData()
  await checkHalfWritten(dataDir)
  await installWhenNeeded(root)
  if (!options.development) await buildWhenNeeded(root, dataDir)

  const appUrl = `http://localhost:${ports.app}`
  const sandboxFlags = [
    ['--data-dir', path.join(dataDir, 'sandbox')],
    ['--api-port', ports.api],
    ['--pages-port', ports.pages],
    ['--control-port', ports.control],
    ['--app-url', appUrl],
  ].flatMap(([name, value]) => [name, String(value)])
  if (options.control) sandboxFlags.push('--control')
  const sandboxProgram = ['--import', 'tsx', path.join('sandbox', 'main.ts')]

  step('Starting the sandbox bank')
  await startProgram({
    name: 'sandbox bank',
    root,
    args: [...sandboxProgram, 'serve', ...sandboxFlags],
    isReady: (lines) => lines.some((line) => line.startsWith('ready ')),
    onUnexpectedExit: programDied,
  })
  const kit = JSON.parse(await runCommand({ root, args: [...sandboxProgram, 'kit', ...sandboxFlags] }))

  step('Starting the app')
  await startProgram({
    name: 'app',
    root,
    args: ['--import', 'tsx', path.join('lib', 'start.ts'), ...(options.development ? ['--dev'] : [])],
    env: await demoEnvironment({ kit, dataDir, appUrl, port: ports.app }),
    isReady: () => answersOk(`${appUrl}/api/ready`),
    logFile: path.join(dataDir, 'app.log'),
    onUnexpectedExit: programDied,
  })
  if (!stopping) announce(kit, appUrl)
}

/** Only what the demo itself made: DEMO_DATA_DIR may name a folder that holds more. */
async function resetData() {
  for (const name of ['app', 'sandbox', 'demo-secrets.json', 'app.log']) {
    await rm(path.join(dataDir, name), { recursive: true, force: true })
  }
}

function announce(kit, appUrl) {
  const width = Math.max(...kit.customers.map((customer) => customer.username.length))
  const secretWidth = Math.max(...kit.customers.map((customer) => customer.password.length))
  const lines = kit.customers.map(
    ({ username, password, story }) =>
      `    ${username.padEnd(width)}  ${password.padEnd(secretWidth)}  ${story}`,
  )
  process.stdout.write(
    [
      '',
      `  Sportello is running:  ${appUrl}`,
      '',
      '  Customers of the sandbox bank (user name, password, story):',
      ...lines,
      '',
      `  The app's log: ${path.relative(process.cwd(), path.join(dataDir, 'app.log'))}`,
      ...(kit.controlUrl ? [`  Sandbox control: ${kit.controlUrl}`] : []),
      '  Ctrl-C stops both. `npm run demo -- --reset` starts afresh.',
      '',
      '',
    ].join('\n'),
  )
}

function step(words) {
  process.stdout.write(`  ${words} …\n`)
}

/** Two programs on one port: each is free when looked at alone. */
function checkDifferentPorts() {
  const settings = { PORT: ports.app, SANDBOX_API_PORT: ports.api, SANDBOX_PAGES_PORT: ports.pages }
  if (options.control) settings.SANDBOX_CONTROL_PORT = ports.control
  for (const [setting, port] of Object.entries(settings)) {
    const others = Object.keys(settings).filter((other) => other !== setting && settings[other] === port)
    if (others.length > 0) throw new StartProblem(`${[setting, ...others].join(' and ')} name the same port.`)
  }
}

function portOf(name, fallback) {
  const given = process.env[name]
  if (!given) return fallback
  const port = Number(given)
  if (/^\d{1,5}$/.test(given) && port > 0 && port < 65536) return port
  process.stderr.write(`The demo did not start.\n${name} must be a port number from 1 to 65535.\n`)
  process.exit(1)
}

function programDied(name, lastLines) {
  if (stopping) return
  process.stderr.write(`\nThe ${name} stopped by itself.\n${lastLines}\n`)
  void stop(1)
}

async function stop(exitCode) {
  if (stopping) return
  stopping = true
  await stopPrograms()
  releaseDataFolder(dataDir)
  if (exitCode === 0 && existsSync(dataDir)) process.stdout.write('\n  Stopped. The data is kept.\n')
  process.exit(exitCode)
}
