import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadConfig } from '@/lib/config'
import { checkBankSettings } from '@/lib/server'
import { createTokenCipher } from '@/lib/store/secrets/token-cipher'
import { settingsFor } from '@/tests/support/app'
import { startTestSandbox, type TestSandbox } from '@/tests/support/sandbox'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.stop())

/** What the start does with settings before it touches a database. */
async function problemOf(changes: Record<string, string>): Promise<string> {
  const batch = sandbox.kit.applications.client_credentials
  const whole = settingsFor(sandbox.kit, {
    TPP_BATCH_APP_NAME: batch.name,
    TPP_BATCH_CLIENT_ID: batch.clientId,
    TPP_BATCH_CLIENT_SECRET: batch.clientSecret,
    ...changes,
  })
  try {
    const config = loadConfig(whole)
    await checkBankSettings(config)
    createTokenCipher(config.TOKEN_KEYS)
    return 'accepted'
  } catch (error) {
    if (!(error instanceof Error)) throw error
    expect(error.name).toMatch(/^(Config|BankConfig|StoreStart)Error$/)
    return error.message
  }
}

const key = Buffer.alloc(32, 1).toString('base64')
const notAnAddress = [
  'hunter2.example',
  '"https://hunter2.example"',
  "'https://hunter2.example'",
  'http://',
  'https://',
  '//hunter2',
  'https://hunter2.example:99999',
  'https://hunter2 .example',
  'ftp://hunter2.example',
  'javascript:hunter2',
]
const notAFile = [
  '/hunter2/no-such-file.pem',
  tmpdir(),
  '-----BEGIN CERTIFICATE-----\nhunter2\n-----END CERTIFICATE-----\n',
  'hunter2',
  '"/hunter2.pem"',
]
const notALine = ['hunter2\n', 'hunter2\r\nX-Evil: 1', 'hunter2\0', 'hunter2\u2028']
const notANumber = ['hunter2', '-1', '1.5', '1e3', '0x10', ' 1', '1 ', '"1"', '9999999999', '٣']

const BAD: Record<string, string[]> = {
  APP_URL: [
    ...notAnAddress,
    'http://hunter2.example',
    'https://hunter2.example/app',
    'https://hunter2.example/?x=1',
    'https://hunter2.example/#x',
    'https://user:hunter2@sportello.example',
  ],
  PORT: [...notANumber, '0', '65536'],
  HOST: [
    '"127.0.0.1"',
    '[::1]',
    'hunter2:3000',
    'http://hunter2',
    'hunter2 host',
    '*',
    '127.0.0.1/8',
    `${'h'.repeat(254)}`,
  ],
  DATABASE_URL: [
    'hunter2',
    'mysql://user:hunter2@db',
    '"postgresql://user:hunter2@db/x"',
    'postgresql://user:hunter2#1@[db',
  ],
  DATABASE_CONNECTIONS: [...notANumber, '2', '501'],
  DATABASE_CONNECT_SECONDS: [...notANumber, '0', '61'],
  DATABASE_STATEMENT_SECONDS: [...notANumber, '0', '301'],
  DATABASE_SILENCE_SECONDS: [...notANumber, '0', '31'],
  DATABASE_IDLE_SECONDS: [...notANumber, '0', '3601'],
  DATABASE_IDLE_TRANSACTION_SECONDS: [...notANumber, '9', '301'],
  DATABASE_KEEP_ALIVE_SECONDS: [...notANumber, '0', '7201'],
  NEXTAUTH_SECRET: [
    'hunter2',
    'h'.repeat(31),
    `${'h'.repeat(32)},${'g'.repeat(31)}`,
    `${'h'.repeat(32)},`,
    `${'h'.repeat(32)}, ${'h'.repeat(32)}`,
  ],
  TOKEN_KEYS: [
    'hunter2',
    `k1:${key.slice(0, 20)}`,
    `"k1:${key}"`,
    `k1:${key}, k2:${key}`,
    `k1:${key},`,
    `k1:${key},k1:${key}`,
  ],
  LOST_TOKEN_KEYS: ['hunter2:', 'k1, k2', `${'h'.repeat(33)}`, 'k1,'],
  TRUSTED_PROXIES: [...notANumber, '11'],
  TRUSTED_PROXY_ADDRESSES: [
    'hunter2',
    '10.0.0.0/33',
    '10.0.0.5,',
    '[fd00::1]',
    '::ffff:10.0.0.0/8',
    '::ffff:0:0/96',
    '::/1',
  ],
  FORWARDED_HEADER: ['hunter2', 'X-Forwarded-For', 'x-real-ip'],
  KEEP_ALIVE_SECONDS: [...notANumber, '0', '3601'],
  DRAIN_SECONDS: [...notANumber, '301'],
  LOG_LEVEL: ['hunter2', 'INFO', '"info"'],
  SIGN_IN_ATTEMPTS_PER_MINUTE: [...notANumber, '0', '100001'],
  CUSTOMER_LIMITS_FACTOR: [...notANumber, '0', '10001'],
  CSP_REPORT_URL: ['hunter2', 'ftp://hunter2.example', 'https://bank.example/hunter2;', '"https://hunter2"'],
  SECURITY_CONTACT: [
    'hunter2@sportello.example',
    'mailto:hunter2',
    'http://hunter2.example',
    'mailto:a@hunter2.example,',
    'mailto:a@b.example\nContact: https://hunter2.example',
    'tel:hunter2',
  ],
  REFRESH_INTERVAL_SECONDS: [...notANumber, '601'],
  DRAFT_DAYS: [...notANumber, '0', '3651'],
  BANK_NAME: ['hunter2\nx', 'hunter2\0x', 'hunter2\u2028x', 'h'.repeat(61)],
  BANK_ENVIRONMENT: ['hunter2', 'Production', '"sandbox"'],
  BANK_BASE_URL: [
    ...notAnAddress,
    'http://hunter2.example',
    'https://user:hunter2@bank.example',
    'https://bank.example/?x=hunter2',
    'https://bank.example/#hunter2',
  ],
  BANK_AUTHORIZE_URL: [
    ...notAnAddress,
    'http://hunter2.example',
    'https://user:hunter2@bank.example',
    'https://bank.example/#hunter2',
  ],
  BANK_TOKEN_URL: [
    ...notAnAddress,
    'http://hunter2.example',
    'https://user:hunter2@bank.example',
    'https://bank.example/#hunter2',
  ],
  BANK_AUTHORIZE_MODE: ['hunter2', 'Signed'],
  BANK_BROWSER_ORIGIN: [
    ...notAnAddress,
    'http://hunter2.example',
    'https://hunter2.example/login',
    'https://user:hunter2@bank.example',
    'https://a.example,',
    'https://a.example,hunter2',
    'https://a.example https://b.example',
  ],
  BANK_HEADER_PREFIX: ['hunter-2', '2hunter', 'SVC-', 'SVC ', 'h'.repeat(17)],
  BANK_REQUEST_TARGET_CASE: ['hunter2', 'upper'],
  BANK_TLS_CA: notAFile,
  BANK_SEAL_CA: notAFile,
  BANK_SEAL_SUBJECT: ['hunter2', '"CN=hunter2"', 'CN=', '=hunter2'],
  TPP_QWAC_CERT: notAFile,
  TPP_QWAC_KEY: notAFile,
  TPP_QSEAL_CERT: notAFile,
  TPP_QSEAL_KEY: notAFile,
  TPP_APP_NAME: [...notALine, 'h'.repeat(201)],
  TPP_CLIENT_ID: notALine,
  TPP_CLIENT_SECRET: notALine,
  TPP_BATCH_APP_NAME: [...notALine, 'h'.repeat(201), ''],
  TPP_BATCH_CLIENT_ID: [...notALine, ''],
  TPP_BATCH_CLIENT_SECRET: [...notALine, ''],
}

describe('a setting that cannot be used is answered by its name, never by its value', () => {
  it.each(
    Object.entries(BAD).flatMap(([setting, values]) => values.map((value) => [setting, value] as const)),
  )('%s=%j', async (setting, value) => {
    const problem = await problemOf({ [setting]: value })
    // It alone, and nothing of its value.
    expect([...problem.matchAll(/(?:^|\n {2})([A-Z][A-Z_]+):? /g)].map(([, name]) => name)).toEqual([setting])
    expect(problem).not.toContain('hunter2')
    if (value.length > 12) expect(problem).not.toContain(value)
  })

  it('every setting of .env.example is among them, but the folder, which the start finds out about', () => {
    const named = [...readFileSync('.env.example', 'utf8').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name)
    expect(named.filter((name) => name !== undefined && !(name in BAD))).toEqual(['DATA_DIR'])
  })

  it('the settings themselves are accepted, and so are these', async () => {
    const accepted: Record<string, string>[] = [
      {},
      { APP_URL: 'HTTPS://Sportello.Example/' },
      { HOST: '::1' },
      { HOST: 'sportello.internal' },
      { DATABASE_URL: 'postgres://user:p%23w@db:5432/sportello?sslmode=require' },
      { BANK_BROWSER_ORIGIN: 'https://login.bank.example, https://sca.bank.example/' },
      { TPP_APP_NAME: 'Tesoreria "Più" \\ s.r.l.' },
    ]
    for (const good of accepted) expect(await problemOf(good)).toBe('accepted')
  })
})

describe('BANK_ENVIRONMENT=production', () => {
  const production = { BANK_ENVIRONMENT: 'production', APP_URL: 'https://sportello.example' }

  it.each([
    ['no BANK_BROWSER_ORIGIN', {}, /^BANK_BROWSER_ORIGIN: is missing/],
    ['an empty one', { BANK_BROWSER_ORIGIN: '' }, /^BANK_BROWSER_ORIGIN: is missing/],
    [
      'one without TLS',
      { BANK_BROWSER_ORIGIN: 'http://localhost:4444' },
      /^BANK_BROWSER_ORIGIN: must be an https/,
    ],
    ['https ones', { BANK_BROWSER_ORIGIN: 'https://login.bank.example' }, /^accepted$/],
  ])('with %s', async (_what, more, expected) => {
    expect(await problemOf({ ...production, ...more })).toMatch(expected)
  })
})
