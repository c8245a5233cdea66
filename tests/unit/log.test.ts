import { describe, expect, it } from 'vitest'
import { createLog } from '@/lib/log'

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
