import { existsSync } from 'node:fs'
import { BlockList, isIP } from 'node:net'
import { z } from 'zod'

/** A setting is missing or wrong. `settings` names the variables; values never appear. */
export class ConfigError extends Error {
  readonly settings: string[]

  constructor(problems: { setting: string; problem: string }[]) {
    super(
      `Settings to correct (see .env.example):\n${problems.map((p) => `  ${p.setting}: ${p.problem}`).join('\n')}`,
    )
    this.name = 'ConfigError'
    this.settings = [...new Set(problems.map((p) => p.setting))]
  }
}

const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]'])

const CONTACT = /^(?:mailto:[\x21-\x7e]+@[\x21-\x7e]+|https:\/\/[\x21-\x7e]+|tel:\+[\d-]+)$/

const required = (what: string) => z.string({ error: `is missing (${what})` })

/** Of quotes that a shell or a container keeps as part of the value. */
const withoutQuotes = (example: string) => `must be an address such as ${example}, without quotes`

/** What is wrong with an address, or nothing. The value of a setting never stands in what is wrong with it. */
type AddressRule = (url: URL) => string | false

/** One text that is a whole address and keeps the rules. Each rule sees an address that could be read. */
const address = (what: string, example: string, ...rules: AddressRule[]) =>
  required(what).superRefine((value, context) => {
    const problem = URL.canParse(value)
      ? rules.map((rule) => rule(new URL(value))).find((found) => found !== false)
      : withoutQuotes(example)
    if (problem !== undefined) context.addIssue({ code: 'custom', message: problem })
  })

const isWeb: AddressRule = ({ protocol }) => !/^https?:$/.test(protocol) && 'must be an http or https address'
const isHttps: AddressRule = ({ protocol }) => protocol !== 'https:' && 'must be an https address'
const isUnsigned: AddressRule = ({ username, password }) =>
  username + password !== '' && 'must not carry a user or password'
const isOrigin: AddressRule = ({ pathname, search, hash }) =>
  (pathname !== '/' || search + hash !== '') && 'must be an origin without a path'
const isSafe: AddressRule = ({ protocol, hostname }) =>
  protocol !== 'https:' && !LOOPBACK_HOSTS.has(hostname) && 'must be https unless the host is localhost'

const appUrl = address(
  'the address customers open, for example https://sportello.example',
  'https://sportello.example',
  isWeb,
  isUnsigned,
  isOrigin,
  isSafe,
).transform((value) => new URL(value).origin)

/** The rest of what it must be is for lib/bank to say. */
const bankAddress = (what: string, scheme: AddressRule) => address(what, 'https://bank.example/path', scheme)

/** One origin, or several with commas between. */
const origins = z
  .string()
  .transform((value) => value.split(',').map((part) => part.trim()))
  .pipe(z.array(address('', 'https://bank.example', isWeb, isUnsigned, isOrigin, isSafe)))
  .transform((values) => values.map((value) => new URL(value).origin))

/** Where a weakness is reported (RFC 9116): mailto, https or tel addresses with commas between, the preferred one first. */
const contacts = z
  .string()
  .transform((value) => value.split(',').map((part) => part.trim()))
  .refine((values) => values.every((value) => CONTACT.test(value) && URL.canParse(value)), {
    error: 'must be mailto:, https: or tel: addresses, separated by commas',
  })

/** Of what is sent to the bank, or shown: a line break in it, as files have at their end, is never meant. */
const line = (schema: z.ZodString) =>
  schema.refine((value) => !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(value), {
    error: 'must not have line breaks or other control characters',
  })

const hostName = z
  .string()
  .refine(
    (value) => isIP(value) !== 0 || /^(?=.{1,253}$)[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(value),
    {
      error: 'must be a host name or an address, without quotes, brackets or port',
    },
  )

const numberBetween = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, { error: 'must be a whole number' })
    .transform(Number)
    .refine((value) => value >= least && value <= most, { error: `must be from ${least} to ${most}` })

const wholeNumber = (fallback: number, least: number, most: number) =>
  numberBetween(least, most).default(fallback)

/** The current secret first; those that it replaced follow, until nothing made under them is left. */
const sessionSecrets = required('at least 32 random characters')
  .transform((value) => value.split(',').map((part) => part.trim()))
  .pipe(
    z
      .tuple([z.string()], z.string())
      .refine((secrets) => secrets.every((secret) => secret.length >= 32), {
        error: 'must have at least 32 characters, and so must each of several separated by commas',
      })
      .refine((secrets) => new Set(secrets).size === secrets.length, { error: 'must not repeat a value' }),
  )

/** Addresses and networks (RFC 4632, RFC 4291), separated by commas. An IPv4 address within an IPv6 one is that IPv4 address. */
const networks = z.string().transform((value, context) => {
  const list = new BlockList()
  for (const part of value.split(',')) {
    if (addNetwork(list, part.trim())) continue
    const message = 'must be IP addresses or networks such as 10.0.0.0/8, separated by commas'
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  }
  return list
})

/** @returns false for what is neither an address nor a network, or is a network of everybody */
function addNetwork(list: BlockList, text: string): boolean {
  const [, address = '', bits] = /^([^/%]+)(?:\/([1-9]\d{0,2}))?$/.exec(text) ?? []
  const version = isIP(address)
  if (version === 0 || Number(bits ?? 1) > (version === 4 ? 32 : 128)) return false
  if (bits === undefined) {
    list.addAddress(address, `ipv${version === 4 ? 4 : 6}`)
    return true
  }
  const network = new BlockList()
  network.addSubnet(address, Number(bits), `ipv${version === 4 ? 4 : 6}`)
  // ::ffff:0:0/96 and every wider one around it holds all IPv4 addresses.
  if (network.check('0.0.0.1', 'ipv4') && network.check('255.255.255.254', 'ipv4')) return false
  list.addSubnet(address, Number(bits), `ipv${version === 4 ? 4 : 6}`)
  return true
}

const settingsSchema = z.object({
  APP_URL: appUrl,
  PORT: wholeNumber(3000, 1, 65535),
  HOST: hostName.default('127.0.0.1'),
  KEEP_ALIVE_SECONDS: wholeNumber(75, 1, 3600),
  DRAIN_SECONDS: wholeNumber(0, 0, 300),
  DATA_DIR: z.string().default('.data/app'),
  DATABASE_URL: z
    .string()
    .refine((value) => URL.canParse(value) && /^postgres(ql)?:$/.test(new URL(value).protocol), {
      error: 'must be a postgresql:// address, with special characters of the password escaped (%23 for #)',
    })
    .optional(),
  // The store has the defaults of these.
  DATABASE_CONNECTIONS: numberBetween(3, 500).optional(),
  DATABASE_CONNECT_SECONDS: numberBetween(1, 60).optional(),
  DATABASE_STATEMENT_SECONDS: numberBetween(1, 300).optional(),
  DATABASE_SILENCE_SECONDS: numberBetween(1, 30).optional(),
  DATABASE_IDLE_SECONDS: numberBetween(1, 3600).optional(),
  DATABASE_IDLE_TRANSACTION_SECONDS: numberBetween(10, 300).optional(),
  DATABASE_KEEP_ALIVE_SECONDS: numberBetween(1, 7200).optional(),
  NEXTAUTH_SECRET: sessionSecrets,
  TOKEN_KEYS: required('keyid:base64 of 32 bytes, the current key first').regex(
    /^[A-Za-z0-9_.-]{1,32}:[A-Za-z0-9+/_-]{43}=?(,[A-Za-z0-9_.-]{1,32}:[A-Za-z0-9+/_-]{43}=?)*$/,
    { error: 'must be keyid:base64 of 32 bytes, several separated by commas' },
  ),
  LOST_TOKEN_KEYS: z
    .string()
    .regex(/^[A-Za-z0-9_.-]{1,32}(,[A-Za-z0-9_.-]{1,32})*$/, {
      error: 'must be key ids, separated by commas',
    })
    .transform((value) => value.split(','))
    .optional(),
  TRUSTED_PROXIES: wholeNumber(0, 0, 10),
  TRUSTED_PROXY_ADDRESSES: networks.optional(),
  FORWARDED_HEADER: z
    .enum(['x-forwarded-for', 'forwarded'], { error: 'must be x-forwarded-for or forwarded' })
    .default('x-forwarded-for'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], {
      error: 'must be one of trace, debug, info, warn, error, silent',
    })
    .default('info'),
  SIGN_IN_ATTEMPTS_PER_MINUTE: wholeNumber(30, 1, 100_000),
  CUSTOMER_LIMITS_FACTOR: wholeNumber(1, 1, 10_000),
  CSP_REPORT_URL: z
    .string()
    .refine(
      (value) => /^https?:\/\/[\x21-\x7e]+$/.test(value) && !/[";,]/.test(value) && URL.canParse(value),
      {
        error: 'must be an http or https address without quotes, commas and semicolons',
      },
    )
    .optional(),
  SECURITY_CONTACT: contacts.optional(),
  REFRESH_INTERVAL_SECONDS: wholeNumber(10, 0, 600),
  DRAFT_DAYS: wholeNumber(30, 1, 3_650),

  BANK_NAME: line(
    z.string().trim().min(1, { error: 'is blank' }).max(60, { error: 'must have at most 60 characters' }),
  ).default('Your bank'),
  BANK_ENVIRONMENT: z.enum(['sandbox', 'production'], { error: 'must be sandbox or production' }),
  BANK_BASE_URL: bankAddress("the bank's base address, with its path prefix when it has one", isHttps),
  BANK_AUTHORIZE_URL: bankAddress("the bank's OAuth authorize address", isWeb),
  BANK_TOKEN_URL: bankAddress("the bank's OAuth token address", isHttps),
  BANK_AUTHORIZE_MODE: z
    .enum(['signed', 'browser'], { error: 'must be signed or browser' })
    .default('signed'),
  BANK_BROWSER_ORIGIN: origins.optional(),
  BANK_HEADER_PREFIX: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9]{0,15}$/, { error: 'must be up to 16 letters and digits, for example SVC' })
    .default('SVC'),
  BANK_REQUEST_TARGET_CASE: z
    .enum(['lower', 'asSent'], { error: 'must be lower or asSent' })
    .default('lower'),
  BANK_TLS_CA: z.string().optional(),
  BANK_SEAL_CA: required("the certificate authority of the bank's seal"),
  BANK_SEAL_SUBJECT: required("the subject of the bank's seal certificate"),

  TPP_QWAC_CERT: required('the QWAC with its chain: a path or the PEM'),
  TPP_QWAC_KEY: required("the QWAC's private key: a path or the PEM"),
  TPP_QSEAL_CERT: required('the QSealC with its chain: a path or the PEM'),
  TPP_QSEAL_KEY: required("the QSealC's private key: a path or the PEM"),
  TPP_APP_NAME: line(required('the name of the authorization_code application')),
  TPP_CLIENT_ID: line(required('its client id')),
  TPP_CLIENT_SECRET: line(required('its client secret')),
  TPP_BATCH_APP_NAME: line(z.string()).optional(),
  TPP_BATCH_CLIENT_ID: line(z.string()).optional(),
  TPP_BATCH_CLIENT_SECRET: line(z.string()).optional(),
})

export type Config = z.infer<typeof settingsSchema> & { secureCookies: boolean; development: boolean }

/** Puts the settings of `.env.local` and `.env` into the environment; what is set there already stays. */
export function readEnvFiles(): void {
  for (const file of ['.env.local', '.env']) {
    // The build looks at what is read to find what belongs to it, and of a name that it cannot know takes everything.
    if (!existsSync(/* turbopackIgnore: true */ file)) continue
    try {
      process.loadEnvFile(file)
    } catch {
      throw new ConfigError([{ setting: file, problem: 'cannot be read as a file of settings' }])
    }
  }
}

/** Whether this process is an npm script. */
export function isRunByNpm(): boolean {
  return process.env.npm_lifecycle_event !== undefined
}

/**
 * Reads every setting once and checks it. A blank value counts as absent.
 * @throws ConfigError naming each wrong variable, never its value
 */
export function loadConfig(env: Record<string, string | undefined> = process.env): Config {
  const given = withoutBlanks(env)
  const parsed = settingsSchema.safeParse(given)
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues.map((issue) => ({
        setting: String(issue.path[0] ?? 'settings'),
        problem:
          issue.code === 'invalid_value' && given[String(issue.path[0])] === undefined
            ? 'is missing'
            : issue.message,
      })),
    )
  }
  const settings = parsed.data
  checkTogether(settings)
  return {
    ...settings,
    secureCookies: settings.APP_URL.startsWith('https:'),
    development: given.NODE_ENV === 'development',
  }
}

/** The store needs only these two; migrations run without a bank's settings. */
export function loadDatabaseConfig(env: Record<string, string | undefined> = process.env) {
  const databaseSchema = settingsSchema.pick({ DATABASE_URL: true, DATA_DIR: true })
  const parsed = databaseSchema.safeParse(withoutBlanks(env))
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues.map((issue) => ({ setting: String(issue.path[0]), problem: issue.message })),
    )
  }
  return parsed.data
}

function withoutBlanks(env: Record<string, string | undefined>): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
}

function checkTogether(settings: z.infer<typeof settingsSchema>) {
  const batch = ['TPP_BATCH_APP_NAME', 'TPP_BATCH_CLIENT_ID', 'TPP_BATCH_CLIENT_SECRET'] as const
  const missing = batch.filter((name) => settings[name] === undefined)
  if (missing.length > 0 && missing.length < batch.length) {
    throw new ConfigError(
      missing.map((setting) => ({ setting, problem: 'is missing (the batch settings go together)' })),
    )
  }
  if (settings.BANK_AUTHORIZE_MODE === 'signed' && !settings.BANK_AUTHORIZE_URL.startsWith('https:')) {
    throw new ConfigError([
      { setting: 'BANK_AUTHORIZE_URL', problem: 'must be https when BANK_AUTHORIZE_MODE is signed' },
    ])
  }
  if (settings.BANK_ENVIRONMENT === 'production' && settings.TRUSTED_PROXIES > 0) {
    if (settings.TRUSTED_PROXY_ADDRESSES === undefined)
      throw new ConfigError([
        {
          setting: 'TRUSTED_PROXY_ADDRESSES',
          problem:
            'is missing (who else reaches the port could claim any address, when TRUSTED_PROXIES is set)',
        },
      ])
  }
  if (settings.TRUSTED_PROXY_ADDRESSES !== undefined && settings.TRUSTED_PROXIES === 0) {
    throw new ConfigError([
      {
        setting: 'TRUSTED_PROXIES',
        problem: 'must say how many of TRUSTED_PROXY_ADDRESSES a request passes',
      },
    ])
  }
  if (settings.BANK_ENVIRONMENT === 'production' && !settings.APP_URL.startsWith('https:')) {
    throw new ConfigError([
      { setting: 'APP_URL', problem: 'must be https when BANK_ENVIRONMENT is production' },
    ])
  }
}
