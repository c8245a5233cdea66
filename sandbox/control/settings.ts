import { z } from 'zod'
import type { BankSettings } from '../bank'

/** What is fixed at start, because addresses and header names must not change under a caller. */
type StartOnly = 'headerPrefix' | 'basePath'

export type SwitchableName = Exclude<keyof BankSettings, StartOnly>

/** Some of the settings that can be changed while the bank runs. */
export type SettingsChange = Partial<Pick<BankSettings, SwitchableName>>

const daySeconds = 86_400
const seconds = z
  .number()
  .int()
  .min(1)
  .max(365 * daySeconds)

/** The parts of a resource's life: all of them together stay within the days for which it is remembered. */
const lifeSeconds = z
  .number()
  .int()
  .min(1)
  .max(10 * daySeconds)

/** Every setting that can be changed while the bank runs: what it decides, and its values. A further one is a row. */
const rows = {
  requestTargetCase: z.enum(['lower', 'asSent']).describe('Case of method and path in signing strings'),
  certificateForm: z
    .enum(['base64', 'pem-escaped', 'pem-blanks', 'pem-url-encoded'])
    .describe('Form of the certificate in answers'),
  requestCertificateForm: z.enum(['base64', 'pem']).describe('Form of TPP-Certificate in requests'),
  tokenForm: z
    .enum(['json', 'envelope', 'redirect-302', 'redirect-307'])
    .describe('How the token endpoint answers'),
  psuIpAddress: z.enum(['optional', 'required']).describe('PSU-IP-Address in requests'),
  accessControl: z.boolean().describe('Roles of the provider are checked against calls'),
  callbackParameters: z.enum(['none', 'outcome']).describe('What the browser brings back from SCA'),
  consentStatus: z.enum(['known', 'unknown']).describe('Whether the status endpoint knows consents'),
  executionStatus: z.enum(['pending', 'settled']).describe('executionStatus after execution'),
  inquirySca: z.enum(['never', 'older-than-90-days']).describe('Whether old movements need a fresh SCA'),
  batchCounting: z.enum(['customer', 'product']).describe('What four batch accesses a day count by'),
  twinFields: z.enum(['both', 'first', 'second', 'conflict']).describe('Spellings of twin fields'),
  scaApproach: z.enum(['REDIRECT', 'DECOUPLED']).describe('Where the customer approves'),
  emptyAnswer: z.enum(['200', '204']).describe('Answer to a period without movements'),
  unspecifiedDates: z.enum(['timestamp', 'slashed']).describe('Dates of balances and movements'),
  stepPrice: z.enum(['same', 'changed']).describe('What a further step after verify does to the price'),
  stepFields: z
    .enum(['named', 'silent', 'other'])
    .describe('Whether verify names the fields of a further step; other: one field more'),
  movementDecimals: z.enum(['3', '2']).describe('Decimals of the amounts of movements'),
  movementsPerPage: z.number().int().min(1).max(10_000).describe('Booked movements on a page'),
  maxSkewSeconds: z
    .number()
    .int()
    .min(1)
    .max(daySeconds)
    .describe('Permitted distance of a request’s Date from now, seconds'),
  maxBodyBytes: z.number().int().min(1024).max(1_048_576).describe('Largest request body, bytes'),
  codeSeconds: seconds.describe('Life of an authorization code, seconds'),
  accessTokenSeconds: seconds.describe('Life of an access token, seconds'),
  authorizationSeconds: lifeSeconds.describe('From the beginning of SCA to its lapse, seconds'),
  resourceSeconds: lifeSeconds.describe(
    'Life of a resource before SCA begins, and again once authorized, seconds',
  ),
  disposeAfterSeconds: lifeSeconds.describe('From the end of a resource to its disposal, seconds'),
  bookingDelaySeconds: z
    .number()
    .int()
    .min(0)
    .max(30 * daySeconds)
    .describe('From execution to booking, seconds'),
} as const satisfies { [Name in SwitchableName]: z.ZodType<BankSettings[Name]> }

/** The body of `PATCH /settings`. */
export const settingsChange = z.strictObject(rows).partial()

export function isSwitchable(name: string): name is SwitchableName {
  return Object.hasOwn(rows, name)
}

export const switchableNames = Object.keys(rows).filter(isSwitchable)

/** What a setting decides and, when they are few, its values; otherwise its bounds. */
export function describeSetting(name: SwitchableName): {
  about: string
  values: readonly string[] | { min: number; max: number }
} {
  const row: z.ZodType = rows[name]
  const about = row.description ?? ''
  if (row instanceof z.ZodEnum) return { about, values: row.options.map(String) }
  if (row instanceof z.ZodNumber) return { about, values: { min: row.minValue ?? 0, max: row.maxValue ?? 0 } }
  return { about, values: ['false', 'true'] }
}

/** Settings given as text, by a form or on a command line. Throws ZodError when one is not a setting or not its value. */
export function readSettings(texts: Readonly<Record<string, string>>): SettingsChange {
  const typed = Object.entries(texts).map(([name, text]) => [
    name,
    isSwitchable(name) ? typedValue(name, text) : text,
  ])
  return settingsChange.parse(Object.fromEntries(typed))
}

function typedValue(name: SwitchableName, text: string): string | number | boolean {
  const row: z.ZodType = rows[name]
  if (row instanceof z.ZodNumber && /^\d{1,9}$/.test(text)) return Number(text)
  if (row instanceof z.ZodBoolean && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

/** Changes settings where everything reads them: in place. */
export type SettingsSwitch = {
  change(change: SettingsChange): void
  /** What the bank was started with. */
  atStart: Readonly<BankSettings>
  reset(): void
}

export function createSettingsSwitch(settings: BankSettings): SettingsSwitch {
  const atStart = { ...settings }
  return {
    atStart,
    change: (change) => {
      Object.assign(settings, change)
    },
    reset: () => {
      Object.assign(settings, atStart)
    },
  }
}
