import { parseArgs } from 'node:util'
import { z } from 'zod'
import { isSwitchable, readSettings, type SettingsChange, switchableNames } from './control/settings'
import { pagesHost } from './pages/own-host'
import { defectNames, defectRow } from './pki/defects'
import type { MintRequest } from './pki/mint-provider'
import { allRoles } from './pki/oids'

/** Digits alone: an empty text is no number. */
const wholeNumber = z
  .string()
  .regex(/^\d{1,9}$/, 'not a whole number')
  .transform(Number)
const port = wholeNumber.pipe(z.number().max(65535))

/** What addresses are registered under. They are compared letter by letter, so it is written as a browser writes it. */
const webAddress = z
  .url({ protocol: /^https?$/ })
  .transform((address) => address.replace(/\/+$/, ''))
  .refine((address) => address === canonical(address), {
    error:
      'not an address such as https://app.example/path: no user, query, fragment, default port or capitals',
  })
  .refine((address) => !URL.canParse(address) || new URL(address).hostname !== pagesHost, {
    error: `an application at ${pagesHost} would share its cookies with the bank's pages; give it localhost`,
  })

function canonical(address: string): string | null {
  if (!URL.canParse(address)) return null
  const { origin, pathname } = new URL(address)
  return `${origin}${pathname}`.replace(/\/+$/, '')
}

const schema = z.object({
  dataDir: z.string().min(1).default('.data/sandbox'),
  apiPort: port.default(4443),
  pagesPort: port.default(4444),
  controlPort: port.default(4445),
  control: z.boolean().default(false),
  appUrl: webAddress.default('http://localhost:3000'),
  reset: z.boolean().default(false),
  headerPrefix: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9]{0,15}$/)
    .default('SVC'),
  basePath: z
    .string()
    .max(100)
    .regex(/^(\/[A-Za-z0-9][A-Za-z0-9._~-]*)*$/)
    .default('/psd2/v0'),
})

export type CommandOptions = z.infer<typeof schema>

/** A name as a register and a certificate have it: X.509 allows 64 characters, and the seal's adds ten. */
const shownName = z
  .string()
  .trim()
  .min(1)
  .max(50)
  .regex(/^\P{Cc}*$/u, 'no control characters')

const day = z.iso.date()

const mintRequest = z.object({
  name: shownName,
  displayName: shownName.optional(),
  number: z.string().optional(),
  roles: z
    .string()
    .transform((list) => list.split(','))
    .pipe(z.array(z.enum(allRoles)).min(1))
    .transform((roles) => [...new Set(roles)])
    .default(['PSP_PI', 'PSP_AI']),
  appUrl: webAddress.optional(),
  validFrom: day.optional(),
  validDays: wholeNumber.pipe(z.number().min(1).max(3650)).optional(),
  defects: z
    .array(z.enum(defectNames))
    .transform((names) => [...new Set(names)])
    .default([]),
})

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
  setting: { type: 'string', multiple: true },
  'header-prefix': { type: 'string' },
  'base-path': { type: 'string' },
  number: { type: 'string' },
  name: { type: 'string' },
  'display-name': { type: 'string' },
  roles: { type: 'string' },
  'valid-from': { type: 'string' },
  'valid-days': { type: 'string' },
  defect: { type: 'string', multiple: true },
  help: { type: 'boolean' },
} as const

/** Flags that mean something to some commands only. */
const flagCommands: Partial<Record<keyof typeof flags, readonly CommandName[]>> = {
  reset: ['serve'],
  acl: ['serve'],
  setting: ['serve'],
  number: ['kit', 'mint'],
  name: ['mint'],
  'display-name': ['mint'],
  roles: ['mint'],
  'valid-from': ['mint'],
  'valid-days': ['mint'],
  defect: ['mint'],
}

const defectLines = defectNames.map((name) => `    ${name.padEnd(23)} ${defectRow(name).about}`).join('\n')

export const usage = `Usage: npm run sandbox -- [serve|kit|mint|providers] [flags]
  serve             run the bank (default)
  kit               print what a third-party provider needs to call it, as JSON
  mint              make a further provider and print its kit; a running bank knows it at once
  providers         list the providers there are
  --data-dir DIR    keys and state (.data/sandbox; SANDBOX_DATA_DIR)
  --api-port N      API over mutual TLS (4443; SANDBOX_API_PORT)
  --pages-port N    pages for the customer's browser (4444; SANDBOX_PAGES_PORT)
  --control         journal, staged faults and clock, on a port of their own
  --control-port N  (4445; SANDBOX_CONTROL_PORT)
  --app-url URL     where the provider's application runs (http://localhost:3000; APP_URL)
  --acl             check provider roles against calls
  --setting N=VALUE one of the bank's readings (README), repeatable
  --header-prefix P of the bank's own headers (SVC)
  --base-path PATH  before every address of the API (/psd2/v0)
  --reset           back to the seed; keys and certificates stay
kit:
  --number NUMBER   the kit of this provider (the first)
mint:
  --name NAME       of the company
  --display-name N  shown to customers (the name)
  --number NUMBER   authorisation number (the next free one)
  --roles LIST      PSP_AS, PSP_PI, PSP_AI, PSP_IC, with commas between (PSP_PI,PSP_AI)
  --app-url URL     where its application runs (as the bank is told)
  --valid-from DAY  first day of its certificates, YYYY-MM-DD (now)
  --valid-days N    how long they hold (397)
  --defect NAME     makes it wrong in one way, repeatable:
${defectLines}`

type CommandName = 'serve' | 'kit' | 'mint' | 'providers'

export type Command =
  | { command: 'help' }
  | { command: 'serve'; options: CommandOptions; settings: SettingsChange }
  | { command: 'kit'; options: CommandOptions; number: string | undefined }
  | { command: 'mint'; options: CommandOptions; request: MintRequest }
  | { command: 'providers'; options: CommandOptions }

function isCommandName(name: string): name is CommandName {
  return name === 'serve' || name === 'kit' || name === 'mint' || name === 'providers'
}

/** Reads flags, then environment, then defaults; a variable that is empty is none. Throws {@link UsageError}. */
export function readCommand(
  args: readonly string[],
  environment: Record<string, string | undefined>,
): Command {
  const variable = (name: string) => environment[name] || undefined
  const { values, positionals } = parse(args)
  const [command = 'serve', ...rest] = positionals
  if (rest.length > 0 || !isCommandName(command)) {
    throw new UsageError(`"${positionals.join(' ')}" is not a command.`)
  }
  if (values.help) return { command: 'help' }
  for (const [flag, commands] of Object.entries(flagCommands)) {
    if (Object.hasOwn(values, flag) && !commands.includes(command)) {
      throw new UsageError(`--${flag} means nothing to ${command}, only to ${commands.join(' and ')}.`)
    }
  }
  const options = parsed(schema, {
    dataDir: values['data-dir'] ?? variable('SANDBOX_DATA_DIR'),
    apiPort: values['api-port'] ?? variable('SANDBOX_API_PORT'),
    pagesPort: values['pages-port'] ?? variable('SANDBOX_PAGES_PORT'),
    controlPort: values['control-port'] ?? variable('SANDBOX_CONTROL_PORT'),
    control: values.control,
    appUrl: values['app-url'] ?? variable('APP_URL'),
    reset: values.reset,
    headerPrefix: values['header-prefix'],
    basePath: values['base-path'],
  })
  if (command === 'serve') {
    return { command, options, settings: settingsOf(values.setting ?? [], values.acl ?? false) }
  }
  if (command === 'kit') return { command, options, number: values.number }
  if (command === 'providers') return { command, options }
  const request = parsed(mintRequest, {
    name: values.name,
    displayName: values['display-name'],
    number: values.number,
    roles: values.roles,
    // the environment says where the kit's own application runs, not this one
    appUrl: values['app-url'],
    validFrom: values['valid-from'],
    validDays: values['valid-days'],
    defects: values.defect,
  })
  return { command, options, request }
}

function parsed<Schema extends z.ZodType>(schema: Schema, values: object): z.output<Schema> {
  const result = schema.safeParse(values)
  if (!result.success) throw new UsageError(result.error.issues.map(problemIn).join('\n'))
  return result.data
}

const variables: Record<string, string> = {
  dataDir: 'SANDBOX_DATA_DIR',
  apiPort: 'SANDBOX_API_PORT',
  pagesPort: 'SANDBOX_PAGES_PORT',
  controlPort: 'SANDBOX_CONTROL_PORT',
  appUrl: 'APP_URL',
}

/** By the names under which it can be given. */
function problemIn({ path, message }: z.core.$ZodIssue): string {
  const option = path[0] === 'defects' ? 'defect' : String(path[0])
  const flag = `--${option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
  const variable = variables[option]
  return `${flag}${variable === undefined ? '' : ` (${variable})`}: ${message}`
}

function settingsOf(pairs: readonly string[], acl: boolean): SettingsChange {
  const texts: Record<string, string> = acl ? { accessControl: 'true' } : {}
  for (const pair of pairs) {
    const [, name, value] = /^(\w+)=(.*)$/.exec(pair) ?? []
    if (name === undefined || value === undefined)
      throw new UsageError(`--setting ${pair} is not NAME=VALUE.`)
    if (!isSwitchable(name)) {
      throw new UsageError(`There is no setting ${name}. There are ${switchableNames.join(', ')}.`)
    }
    if (acl && name === 'accessControl' && value === 'false') {
      throw new UsageError('--acl and --setting accessControl=false say the opposite of each other.')
    }
    if (Object.hasOwn(texts, name) && texts[name] !== value) {
      throw new UsageError(`--setting ${name} is given twice, with different values.`)
    }
    texts[name] = value
  }
  try {
    return readSettings(texts)
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error
    throw new UsageError(z.prettifyError(error))
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: flags, allowPositionals: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'flags not understood')
  }
}
