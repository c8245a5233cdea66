import { expect, it } from 'vitest'
import type { BankMovement } from '@/lib/store'
import { allow, bankMovement } from '@/tests/support/consented'
import { describeStore } from '@/tests/support/database'

describeStore('movements of many products in one look', (fixture) => {
  const november = { from: '2026-11-01', to: '2026-11-30', isWhole: true }
  const at = (seconds: number) => new Date(fixture.clock.now().getTime() + seconds * 1000)
  const on = (day: string, amount: string, more: Partial<BankMovement> = {}) =>
    bankMovement({ bookingDate: day, valueDate: day, amount, ...more })
  const pending = (valueDate: string | null, amount: string) =>
    bankMovement({ bookingDate: null, valueDate, amount })

  async function newCustomer(
    accounts: Record<string, { booked?: BankMovement[]; pending?: BankMovement[] }>,
  ) {
    const customerId = await fixture.newCustomer()
    await allow(fixture.store, customerId, at(0), ...Object.keys(accounts))
    for (const [productId, { booked = [], pending: waiting = [] }] of Object.entries(accounts)) {
      const listed = { booked, pending: waiting }
      await fixture.store.movements.replaceRange(customerId, productId, november, listed, at(1))
    }
    return customerId
  }

  it('DAT-4: day totals are exact, by product and currency, and without what is pending', async () => {
    const customerId = await newCustomer({
      A: {
        booked: [
          on('2026-11-20', '0.10'),
          on('2026-11-20', '0.205'),
          on('2026-11-20', '9', { currency: 'USD' }),
          on('2026-11-09', '7'),
        ],
        pending: [pending('2026-11-20', '-3')],
      },
      B: { booked: [on('2026-11-21', '-1', { amount: null })] },
      C: { booked: [on('2026-11-21', '4')] },
    })
    const other = await newCustomer({ A: { booked: [on('2026-11-20', '500')] } })
    const { dayTotalsOf } = fixture.store.movements
    expect(await dayTotalsOf(customerId, ['A', 'B'], '2026-11-10')).toEqual([
      { productId: 'A', day: '2026-11-20', currency: 'EUR', total: '0.305', withoutAmount: 0 },
      { productId: 'A', day: '2026-11-20', currency: 'USD', total: '9', withoutAmount: 0 },
      { productId: 'B', day: '2026-11-21', currency: 'EUR', total: '0', withoutAmount: 1 },
    ])
    expect(await dayTotalsOf(other, ['A'], '2026-11-10')).toMatchObject([{ total: '500' }])
    expect(await dayTotalsOf(customerId, [], '2026-11-10')).toEqual([])
  })

  it('the newest come first over all accounts; what is dated ahead is not before today', async () => {
    const customerId = await newCustomer({
      A: {
        booked: [on('2026-11-27', '1'), on('2026-11-25', '2'), on('2026-11-24', '3'), on('2026-11-23', '4')],
        pending: [pending('2026-12-04', '-5'), pending(null, '-6')],
      },
      B: { booked: [on('2026-11-28', '7'), on('2026-11-26', '8')], pending: [pending('2026-11-26', '-9')] },
      C: {},
    })
    const latest = async (limit: number) =>
      (await fixture.store.movements.latest(customerId, ['A', 'B', 'C'], '2026-11-28', limit)).map(
        ({ productId, amount, status }) => `${productId} ${amount} ${status}`,
      )
    expect(await latest(9)).toEqual([
      'B 7 booked',
      'A -5 pending',
      'A 1 booked',
      'B 8 booked',
      'B -9 pending',
      'A 2 booked',
      'A 3 booked',
      'A 4 booked',
      'A -6 pending',
    ])
    expect(await latest(3)).toEqual(['B 7 booked', 'A -5 pending', 'A 1 booked'])
    const stranger = await fixture.newCustomer()
    expect(await fixture.store.movements.latest(stranger, ['A', 'B'], '2026-11-28', 3)).toEqual([])
  })
})
