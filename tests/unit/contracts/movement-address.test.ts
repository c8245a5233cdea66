import { describe, expect, it } from 'vitest'
import { filterQuery, movementAddress, returnAddress } from '@/lib/contracts/movement-address'
import { readMovementAddress } from '@/lib/contracts/read-movement-address'
import { ownPath } from '@/lib/contracts/requests'

describe('the address of an account', () => {
  it('gives back what it was made of: filters as they were typed, how far back, the place, the movement', () => {
    const typed = {
      text: 'caffè & co',
      minAmount: '1.234,56',
      direction: 'out',
      from: '2026-11-01',
      trend: '30',
    }
    const address = movementAddress('01', typed, { after: 'abc', movement: 'm' })
    const query = Object.fromEntries(new URL(address, 'http://localhost').searchParams)
    expect(readMovementAddress(query)).toEqual({
      typed,
      filters: { text: 'caffè & co', minAmount: '1234.56', direction: 'out', from: '2026-11-01' },
      problems: {},
      after: 'abc',
      movement: 'm',
    })
    expect(movementAddress('01', {})).toBe('/accounts/01')
  })

  it('DAT-1: keeps what cannot be used, says what is wrong with it, and uses the rest', () => {
    const read = readMovementAddress({
      text: 'x'.repeat(201),
      from: '2027-02-29',
      to: '03/04/2026',
      minAmount: '1.234',
      maxAmount: 'many',
      direction: 'up',
      status: ['booked', 'pending'],
    })
    expect(read.problems).toEqual({
      text: 'text',
      from: 'day',
      to: 'day',
      minAmount: 'ambiguousAmount',
      maxAmount: 'amount',
      direction: 'choice',
    })
    expect(read.filters).toEqual({ status: 'booked' })
    expect(read.typed.minAmount).toBe('1.234')
  })

  it('knows which of two ends comes first, also of amounts that a float cannot hold', () => {
    const days = readMovementAddress({ from: '2026-11-02', to: '2026-11-01' })
    expect([days.problems, days.filters]).toEqual([{ to: 'daysReversed' }, { from: '2026-11-02' }])
    const amounts = readMovementAddress({ minAmount: '0.30000000000000004', maxAmount: '0.3' })
    expect(amounts.problems.maxAmount ?? amounts.problems.minAmount).toBeDefined()
  })

  it('takes blank values for none', () => {
    expect(readMovementAddress({ text: '  ', from: '', minAmount: undefined }).typed).toEqual({})
    expect(readMovementAddress({ text: '\0\u200b', trend: 'x'.repeat(9_000) }).typed).toEqual({})
  })

  it('is one to come back to, whatever is searched for', () => {
    for (const text of [
      '*',
      '..',
      '../..//',
      "l'uovo (1)!~",
      '日本',
      '\\',
      'a'.repeat(200),
      '€'.repeat(200),
    ]) {
      const back = returnAddress(movementAddress('01', { text }))
      expect(ownPath.safeParse(back).success, back).toBe(true)
      expect(back.startsWith('/accounts/01')).toBe(true)
    }
    expect(returnAddress(movementAddress('01', { text: 'a*b' }))).toBe('/accounts/01?text=a%2Ab')
  })

  it('gives an export the same filters', () => {
    const { filters } = readMovementAddress({ minAmount: '1.234,56', text: 'a b' })
    expect(filterQuery(filters)).toBe('text=a+b&minAmount=1234.56')
  })
})
