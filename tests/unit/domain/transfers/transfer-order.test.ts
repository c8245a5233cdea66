import { describe, expect, it } from 'vitest'
import {
  faultOfField,
  type OrderRules,
  readOrder,
  type TypedTransfer,
} from '@/lib/domain/transfers/transfer-order'

const rules: OrderRules = {
  today: '2026-11-27',
  earliestDate: '2026-11-27',
  earliestDateInternal: '2026-11-27',
  latestDate: '2027-05-25',
  holidays: ['2026-12-08', '2026-12-25', '2026-12-26'],
  abi: '09998',
  sepa: true,
  swift: false,
  urgency: true,
  currencies: ['EUR'],
  selectedCurrency: 'EUR',
}

const typed: TypedTransfer = {
  productId: 'p1',
  payeeName: ' Marta Colombo ',
  iban: 'it60 x054 2811 1010 0000 0123 456',
  amount: '1.234,56',
  currency: '',
  date: '',
  isUrgent: false,
  note: 'Rent',
}

const faultsOf = (changes: Partial<TypedTransfer>, other: Partial<OrderRules> = {}) => {
  const reading = readOrder({ ...typed, ...changes }, { ...rules, ...other }, 'it')
  return reading.kind === 'faults' ? reading.faults.map(({ field, code }) => `${field} ${code}`) : []
}

describe('a transfer as typed', () => {
  it('becomes the order that verify is asked about', () => {
    expect(readOrder(typed, rules, 'it')).toEqual({
      kind: 'order',
      order: {
        productId: 'p1',
        payeeName: 'Marta Colombo',
        iban: 'IT60X0542811101000000123456',
        amount: '1234.56',
        currency: 'EUR',
        date: '2026-11-27',
        isUrgent: false,
        note: 'Rent',
        type: 'SEPA',
      },
    })
  })

  it('names each field that is wrong, all at once and in their order', () => {
    const nothing = { productId: '', payeeName: '', iban: '', amount: '', date: 'x', note: ' ' }
    expect(faultsOf(nothing)).toEqual([
      'productId empty',
      'payeeName empty',
      'iban empty',
      'amount empty',
      'date form',
      'note empty',
    ])
  })

  it('asks about what has two meanings', () => {
    expect(faultsOf({ amount: '1.234' })).toEqual(['amount ambiguous'])
    expect(faultOfField('date', { ...typed, date: '1/12/2026' }, rules, 'en')).toEqual({
      field: 'date',
      code: 'ambiguous',
      values: { first: '2026-12-01', second: '2026-01-12' },
    })
  })

  it('DAT-2: says why a day is blocked, and which is next', () => {
    expect(faultOfField('date', { ...typed, date: '26/12/2026' }, rules, 'it')).toEqual({
      field: 'date',
      code: 'weekend',
      values: { day: '2026-12-26', next: '2026-12-28' },
    })
    expect(faultsOf({ date: '8/12/2026' })).toEqual(['date holiday'])
    expect(faultsOf({ date: '26/11/2026' })).toEqual(['date past'])
    expect(faultsOf({ date: '1/6/2027' })).toEqual(['date too_far'])
    expect(faultsOf({ date: '29/02/2027' })).toEqual(['date no_such_day'])
  })

  it('DAT-6: names characters outside SEPA with what could stand in their place', () => {
    expect(faultOfField('note', { ...typed, note: 'Caffè & tè' }, rules, 'it')).toEqual({
      field: 'note',
      code: 'characters',
      values: { characters: 'è &', position: '5', proposal: 'Caffe + te' },
    })
    expect(faultsOf({ payeeName: 'ЮРИЙ' })).toEqual(['payeeName characters'])
    expect(faultsOf({ note: '/RFB/1' })).toEqual(['note slash'])
    expect(faultsOf({ note: 'a'.repeat(141) })).toEqual(['note too_long'])
  })

  it('goes through SWIFT where it must, if the bank offers that', () => {
    const swift = { swift: true, currencies: ['EUR', 'USD', 'JPY'] }
    const abroad = { iban: 'AE070331234567890123456' }
    expect(faultsOf(abroad)).toEqual(['iban not_sepa'])
    expect(faultsOf({ currency: 'USD' })).toEqual(['currency not_offered'])
    expect(readOrder({ ...typed, ...abroad, currency: 'USD' }, { ...rules, ...swift }, 'it')).toMatchObject({
      order: { type: 'SWIFT', currency: 'USD' },
    })
    expect(readOrder(typed, { ...rules, ...swift, sepa: false }, 'it')).toMatchObject({
      order: { type: 'SWIFT' },
    })
    expect(faultsOf({ ...abroad, isUrgent: true }, swift)).toEqual(['isUrgent abroad'])
    expect(faultsOf({ isUrgent: true }, { urgency: undefined })).toEqual(['isUrgent not_offered'])
    expect(
      readOrder({ ...typed, amount: '1500', currency: 'JPY' }, { ...rules, ...swift }, 'it'),
    ).toMatchObject({ order: { amount: '1500.00' } })
  })
})
