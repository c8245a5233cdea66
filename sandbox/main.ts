import { defaultSettings, PortTakenError, type RunningSandbox, startSandbox } from './index'
import { makeKit } from './kit'
import { type Command, type CommandOptions, readCommand, UsageError, usage } from './options'
import { KeysFileError, loadOrMintKeys } from './pki/keys-file'
import { createCustomers } from './state/customers'
import { DataDirectoryInUseError } from './state/data-directory'
import { EventLogError } from './state/event-log'

/** Errors whose message is for the person at the terminal. */
const spokenErrors = [UsageError, DataDirectoryInUseError, KeysFileError, EventLogError, PortTakenError]

async function serve(options: CommandOptions): Promise<void> {
  const sandbox = await startSandbox({
    dataDir: options.dataDir,
    apiPort: options.apiPort,
    pagesPort: options.pagesPort,
    controlPort: options.control ? options.controlPort : null,
    appUrl: options.appUrl,
    reset: options.reset,
    settings: { accessControl: options.accessControl },
  })
  stopOnSignal(sandbox)
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

async function printKit(options: CommandOptions): Promise<void> {
  const keys = await loadOrMintKeys(options.dataDir, new Date())
  const kit = makeKit(keys, options.appUrl, createCustomers(), {
    baseUrl: `https://localhost:${options.apiPort}${defaultSettings.basePath}`,
    pagesUrl: `http://localhost:${options.pagesPort}`,
    controlUrl: options.control ? `http://localhost:${options.controlPort}` : null,
    headerPrefix: defaultSettings.headerPrefix,
  })
  process.stdout.write(`${JSON.stringify(kit, null, 2)}\n`)
}

async function run({ command, options }: Command): Promise<void> {
  if (command === 'help') console.log(usage)
  else if (command === 'kit') await printKit(options)
  else await serve(options)
}

try {
  await run(readCommand(process.argv.slice(2), process.env))
} catch (error) {
  const spoken = error instanceof Error && spokenErrors.some((kind) => error instanceof kind)
  console.error(
    spoken || !(error instanceof Error) ? String(error instanceof Error ? error.message : error) : error,
  )
  if (error instanceof UsageError) console.error(usage)
  process.exit(1)
}
