import { describe, expect, it } from 'vitest'
import { ConfigError, loadConfig, loadDatabaseConfig } from '@/lib/config'
import { completeSettings as complete } from '@/tests/support/complete-settings'

function errorOf(env: Record<string, string | undefined>): ConfigError {
  try {
    loadConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error
    throw error
  }
  throw new Error('the settings were accepted')
}

describe('settings', () => {
  it('accepts a complete set and fills in defaults', () => {
    const config = loadConfig(complete)
    expect(config).toMatchObject({
      APP_URL: 'http://localhost:3000',
      PORT: 3000,
      // Other machines reach it only where somebody says so.
      HOST: '127.0.0.1',
      TRUSTED_PROXIES: 0,
      BANK_AUTHORIZE_MODE: 'signed',
      BANK_HEADER_PREFIX: 'SVC',
      BANK_REQUEST_TARGET_CASE: 'lower',
      secureCookies: false,
    })
  })

  it.each(Object.keys(complete))('names %s when it is missing, empty or blank', (setting) => {
    expect(errorOf({ ...complete, [setting]: undefined }).settings).toEqual([setting])
    expect(errorOf({ ...complete, [setting]: '' }).settings).toEqual([setting])
    expect(errorOf({ ...complete, [setting]: ' \t' }).settings).toEqual([setting])
  })

  it.each([
    ['APP_URL', 'http://sportello.example', 'plain http on a public host'],
    ['APP_URL', 'https://sportello.example/app', 'a path'],
    ['PORT', '70000', 'no such port'],
    ['PORT', '3000 ', 'a trailing blank'],
    ['DATABASE_URL', 'mysql://user:hunter2@db', 'another database'],
    ['NEXTAUTH_SECRET', 'hunter2', 'too short'],
    ['TOKEN_KEYS', 'hunter2', 'no key id'],
    ['TOKEN_KEYS', `k1:${'A'.repeat(20)}`, 'a short key'],
    ['TRUSTED_PROXIES', '-1', 'negative'],
    ['BANK_ENVIRONMENT', 'staging', 'unknown'],
    ['BANK_BASE_URL', 'http://bank.example', 'not https'],
    ['BANK_AUTHORIZE_URL', 'http://bank.example/authorize', 'a signed call over plain http'],
    ['BANK_AUTHORIZE_MODE', 'both', 'unknown'],
    ['BANK_HEADER_PREFIX', 'SVC-', 'a hyphen'],
    ['TPP_BATCH_APP_NAME', 'batch', 'batch settings go together'],
  ])('refuses %s=%s (%s) by name and never repeats the value', (setting, value) => {
    const error = errorOf({ ...complete, [setting]: value })
    expect(error.settings.some((name) => name === setting || name.startsWith('TPP_BATCH'))).toBe(true)
    if (value.length > 8) expect(error.message).not.toContain(value)
    expect(error.message).not.toContain('hunter2')
  })

  it('demands https in production', () => {
    expect(errorOf({ ...complete, BANK_ENVIRONMENT: 'production' }).settings).toEqual(['APP_URL'])
  })

  it('lets migrations run without the settings of a bank', () => {
    expect(loadDatabaseConfig({})).toEqual({ DATA_DIR: '.data/app' })
    expect(() => loadDatabaseConfig({ DATABASE_URL: 'mysql://x' })).toThrow('DATABASE_URL')
  })
})
