import { describe, expect, it } from 'vitest'
import { createLog, scrubbed } from '@/lib/log'

const CANARY = 'canary-7f3c91'

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = []
  write(createLog('trace', { write: (line: string) => void lines.push(line) }))
  return lines.join('')
}

describe('LOG-1: the log keeps secrets out, whatever a caller hands it', () => {
  it.each([
    ['accessToken', { accessToken: CANARY }],
    ['a nested Authorization header', { request: { headers: { authorization: CANARY } } }],
    ['a client secret', { exchange: { client_secret: CANARY } }],
    ['a code', { code: CANARY }],
    ['an IBAN', { account: { iban: CANARY } }],
    ['a cookie', { headers: { cookie: CANARY, 'set-cookie': CANARY } }],
  ])('%s', (_what, fields) => {
    const lines = logged((log) => log.info(fields, 'event'))
    expect(lines).toContain('event')
    expect(lines).not.toContain(CANARY)
  })

  it('of a foreign error keeps the kind and the place, not the message', () => {
    const lines = logged((log) => log.error({ err: new TypeError(`cannot parse ${CANARY}`) }, 'failed'))
    expect(lines).toContain('TypeError')
    expect(lines).toContain('log.test')
    expect(lines).not.toContain(CANARY)
  })

  it('follows causes without their messages', () => {
    const error = new Error('outer', { cause: new SyntaxError(`Unexpected token in ${CANARY}`) })
    const lines = logged((log) => log.error({ err: error }, 'failed'))
    expect(lines).toContain('SyntaxError')
    expect(lines).not.toContain(CANARY)
  })
})

describe('what libraries print on the console, scrubbed', () => {
  it.each([
    [
      "TypeError: Invalid URL, input: 'http://[/api/bank/callback?code=abc&state=def'",
      "TypeError: Invalid URL, input: 'http://[/api/bank/callback?…",
    ],
    ['Bearer 0b6e7c1e-4f7a-4c0e-8f55-1d2e3f4a5b6c', 'Bearer …'],
    ['IBAN IT60X0542811101000000123456 unknown', 'IBAN … unknown'],
    ['payee IT60 X054 2811 1010 0000 0123 456 unknown', 'payee … unknown'],
    [`${'a '.repeat(95)}SECRETSECRETSECRETSECRETSECRET`, `${'a '.repeat(95)}…`],
    ['✓ Running next.config.mjs took 160ms\nmore', '✓ Running next.config.mjs took 160ms'],
  ])('%j', (printed, kept) => {
    expect(scrubbed(printed)).toBe(kept)
  })
})
