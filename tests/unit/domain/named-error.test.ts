import { describe, expect, it } from 'vitest'
import { BankApiError, BankConfigError, BankProtocolError, BankUnreachableError } from '@/lib/bank'
import { AppError } from '@/lib/flows'
import { StoreError, StoreStartError, TokenCipherError } from '@/lib/store'
import { problemCodeOf, RequestError } from '@/lib/web/problem'

/** An error as another copy of the same module would make it: same name, other class. */
function copyOf(name: string, fields: Record<string, unknown>): Error {
  return Object.assign(new Error('of another copy'), { name }, fields)
}

describe('errors are known across copies of their module', () => {
  it.each([
    ['BankApiError', BankApiError],
    ['BankProtocolError', BankProtocolError],
    ['BankUnreachableError', BankUnreachableError],
    ['BankConfigError', BankConfigError],
    ['StoreError', StoreError],
    ['StoreStartError', StoreStartError],
    ['TokenCipherError', TokenCipherError],
    ['AppError', AppError],
    ['RequestError', RequestError],
  ])('%s', (name, type) => {
    expect(copyOf(name, {}) instanceof type).toBe(true)
    expect(copyOf(`${name}X`, {}) instanceof type).toBe(false)
    expect({ name } instanceof type).toBe(false)
  })

  it('and become the same HTTP problem', () => {
    expect(problemCodeOf(copyOf('BankApiError', { status: 403, code: 'FORBIDDEN' }))).toBe('bank_forbidden')
    expect(problemCodeOf(copyOf('BankProtocolError', { reason: 'unsigned' }))).toBe('bank_unreachable')
    expect(problemCodeOf(copyOf('RequestError', { code: 'rate_limited' }))).toBe('rate_limited')
    expect(problemCodeOf(new TypeError('a bug'))).toBe('internal')
  })
})
