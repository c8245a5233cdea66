import { expect, it } from 'vitest'
import { totalsOf } from '@/lib/domain/money/totals'

const eur = (amount: string) => ({ amount, currency: 'EUR' })

it('DAT-4: totals are exact, by currency, and count the accounts that are in them', () => {
  expect(
    totalsOf([
      { accounting: eur('0.10'), available: eur('0.10') },
      { accounting: eur('0.20'), available: null },
      { accounting: { amount: '5', currency: 'JPY' }, available: { amount: '-1.125', currency: 'KWD' } },
      { accounting: null, available: null },
    ]),
  ).toEqual([
    {
      currency: 'EUR',
      accounting: { amount: '0.30', accounts: 2 },
      available: { amount: '0.10', accounts: 1 },
    },
    { currency: 'JPY', accounting: { amount: '5', accounts: 1 }, available: null },
    { currency: 'KWD', accounting: null, available: { amount: '-1.125', accounts: 1 } },
  ])
  expect(totalsOf([])).toEqual([])
})
