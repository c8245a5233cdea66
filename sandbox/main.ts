import { PortTakenError, type RunningSandbox, startSandbox } from './index'
import { makeKit, UnknownProviderError } from './kit'
import { type Command, type CommandOptions, readCommand, UsageError, usage } from './options'
import { pagesUrlAt } from './pages/own-host'
import type { SandboxKeys } from './pki/key-set'
import { KeysFileError, loadOrMintKeys } from './pki/keys-file'
import { MintError, mintProvider } from './pki/mint-provider'
import { createCustomers } from './state/customers'
import { DataDirectoryInUseError } from './state/data-directory'
import { EventLogError } from './state/event-log'

/** Errors whose message is for the person at the terminal. */
const spokenErrors = [
  UsageError,
  DataDirectoryInUseError,
  KeysFileError,
  EventLogError,
  PortTakenError,
  MintError,
  UnknownProviderError,
]

async function serve({ options, settings }: Command & { command: 'serve' }): Promise<void> {
  const sandbox = await startSandbox({
    dataDir: options.dataDir,
    apiPort: options.apiPort,
    pagesPort: options.pagesPort,
    controlPort: options.control ? options.controlPort : null,
    appUrl: options.appUrl,
    reset: options.reset,
    settings: {
      headerPrefix: options.headerPrefix,
      basePath: options.basePath,
      ...settings,
    },
  })
  stopOnSignal(sandbox)
  void sandbox.failed.then(({ message }) => {
    console.error(message)
    process.exit(1)
  })
  const control = sandbox.controlUrl ? ` control=${sandbox.controlUrl}` : ''
  console.log(`ready api=${sandbox.kit.baseUrl} pages=${sandbox.pagesUrl}${control}`)
}

function stopOnSignal(sandbox: RunningSandbox): void {
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    sandbox.close().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  // npm runs a script through a shell that passes no signal on: when the shell is gone, that was the signal.
  const parent = process.ppid
  if (process.env.npm_lifecycle_event !== undefined) {
    setInterval(() => process.ppid !== parent && stop(), 250).unref()
  }
}

function printKit(options: CommandOptions, keys: SandboxKeys, number?: string): void {
  const kit = makeKit(
    keys,
    options.appUrl,
    createCustomers(),
    {
      baseUrl: `https://localhost:${options.apiPort}${options.basePath}`,
      pagesUrl: pagesUrlAt(options.pagesPort),
      controlUrl: options.control ? `http://localhost:${options.controlPort}` : null,
      headerPrefix: options.headerPrefix,
    },
    number,
  )
  process.stdout.write(`${JSON.stringify(kit, null, 2)}\n`)
}

async function mintAndPrint({ options, request }: Command & { command: 'mint' }): Promise<void> {
  const { keys, provider } = await mintProvider(options.dataDir, request, new Date())
  printKit(options, keys, provider.organizationIdentifier)
}

/** One line each: number, name, roles, and what is particular about it. */
function printProviders({ tpps }: SandboxKeys): void {
  for (const { organizationIdentifier, name, roles, applications, asked } of tpps) {
    const { validFrom, validDays, defects = [] } = asked ?? {}
    const particular = [
      ...(validFrom === undefined ? [] : [`from ${validFrom}`]),
      ...(validDays === undefined ? [] : [`for ${validDays} days`]),
      ...defects,
    ]
    const names = applications.map((application) => application.name).join(',')
    console.log(
      [organizationIdentifier, name, names, roles.join(','), particular.join(', ')].join('\t').trimEnd(),
    )
  }
}

async function run(command: Command): Promise<void> {
  if (command.command === 'help') return console.log(usage)
  if (command.command === 'serve') return serve(command)
  if (command.command === 'mint') return mintAndPrint(command)
  const keys = await loadOrMintKeys(command.options.dataDir, new Date())
  if (command.command === 'kit') printKit(command.options, keys, command.number)
  else printProviders(keys)
}

/** What the system refused, a full disk or a directory that is none, in its own words; null for any other error. */
function refusalOfSystem(error: unknown): string | null {
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) return null
  return `The data directory cannot be used: ${error.message}. Make room or allow it, or choose another with --data-dir.`
}

function lastWords(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error)
  return spokenErrors.some((kind) => error instanceof kind)
    ? error.message
    : (refusalOfSystem(error) ?? error)
}

try {
  await run(readCommand(process.argv.slice(2), process.env))
} catch (error) {
  console.error(lastWords(error))
  if (error instanceof UsageError) console.error(usage)
  process.exit(1)
}
