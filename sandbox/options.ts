import { parseArgs } from 'node:util'
import { z } from 'zod'

const port = z.coerce.number().int().min(0).max(65535)

const schema = z.object({
  dataDir: z.string().min(1).default('.data/sandbox'),
  apiPort: port.default(4443),
  pagesPort: port.default(4444),
  controlPort: port.default(4445),
  control: z.boolean().default(false),
  accessControl: z.boolean().default(false),
  appUrl: z.url({ protocol: /^https?$/ }).default('http://localhost:3000'),
  reset: z.boolean().default(false),
})

export type CommandOptions = z.infer<typeof schema>

/** The command line is not one of ours; the message says which part. */
export class UsageError extends Error {}

const flags = {
  'data-dir': { type: 'string' },
  'api-port': { type: 'string' },
  'pages-port': { type: 'string' },
  'control-port': { type: 'string' },
  control: { type: 'boolean' },
  acl: { type: 'boolean' },
  'app-url': { type: 'string' },
  reset: { type: 'boolean' },
  help: { type: 'boolean' },
} as const

export const usage = `Usage: npm run sandbox -- [serve|kit] [flags]
  serve             run the bank (default)
  kit               print what a third-party provider needs to call it, as JSON
  --data-dir DIR    keys and state (.data/sandbox; SANDBOX_DATA_DIR)
  --api-port N      API over mutual TLS (4443; SANDBOX_API_PORT)
  --pages-port N    pages for the customer's browser (4444; SANDBOX_PAGES_PORT)
  --control         journal, staged faults and clock, on a port of their own
  --control-port N  (4445; SANDBOX_CONTROL_PORT)
  --app-url URL     where the provider's application runs (http://localhost:3000; APP_URL)
  --acl             check provider roles against calls
  --reset           forget codes and tokens; keys and certificates stay`

export type Command = { command: 'serve' | 'kit' | 'help'; options: CommandOptions }

/** Reads flags, then environment, then defaults. Throws {@link UsageError}. */
export function readCommand(
  args: readonly string[],
  environment: Record<string, string | undefined>,
): Command {
  const { values, positionals } = parse(args)
  const [command = 'serve', ...rest] = positionals
  if (rest.length > 0 || (command !== 'serve' && command !== 'kit')) {
    throw new UsageError(`"${positionals.join(' ')}" is not a command.`)
  }
  const parsed = schema.safeParse({
    dataDir: values['data-dir'] ?? environment.SANDBOX_DATA_DIR,
    apiPort: values['api-port'] ?? environment.SANDBOX_API_PORT,
    pagesPort: values['pages-port'] ?? environment.SANDBOX_PAGES_PORT,
    controlPort: values['control-port'] ?? environment.SANDBOX_CONTROL_PORT,
    control: values.control,
    accessControl: values.acl,
    appUrl: values['app-url'] ?? environment.APP_URL,
    reset: values.reset,
  })
  if (!parsed.success) throw new UsageError(z.prettifyError(parsed.error))
  const options = { ...parsed.data, appUrl: parsed.data.appUrl.replace(/\/+$/, '') }
  return { command: values.help ? 'help' : command, options }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: flags, allowPositionals: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'flags not understood')
  }
}
