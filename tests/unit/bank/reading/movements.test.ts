import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Movement } from '@/lib/bank'
import { readMovements } from '@/lib/bank/reading/schemas/movements'
import { movementRow } from '@/tests/support/movement-row'

const page = (booked: unknown, pending?: unknown) =>
  readMovements({ transactionsAccounting: booked, transactionsNotAccounting: pending })
const booked = (row: unknown): Movement | undefined => page([row])?.booked[0]
const ROW = {
  amountTransaction: { amount: '-488.000', currency: 'EUR' },
  dateAccountingCurrency: '20191230T00:00:00',
  dateLiquidationValue: '20191231T00:00:00',
  shortDescription: ' Bonifico ',
  extendedDescription: 'Affitto dicembre, Niccolò D’Amico',
  idMoneyTransfer: 'MT1',
  codeDescription: 'BONIFICO',
  index: 7,
}

test('a row as it has been seen', () => {
  expect(booked(ROW)).toEqual({
    moneyTransferId: 'MT1',
    index: '7',
    amount: '-488.000',
    currency: 'EUR',
    bookingDate: '2019-12-30',
    valueDate: '2019-12-31',
    shortDescription: 'Bonifico',
    extendedDescription: 'Affitto dicembre, Niccolò D’Amico',
    codeDescription: 'BONIFICO',
    fields: [],
    odd: [],
  })
})

test('booked and pending stay apart and in order', () => {
  const { booked, pending } = page([movementRow(1), movementRow(2)], [movementRow(3)]) ?? {}
  expect([booked, pending].map((rows) => rows?.map(({ index }) => index))).toEqual([['1', '2'], ['3']])
})

describe('DAT-7: a blank id', () => {
  test('is absent, and each of its rows is kept', () => {
    const rows = [' ', '', ' ', undefined, null].map((idMoneyTransfer) => ({ ...ROW, idMoneyTransfer }))
    const read = page(rows)?.booked ?? []
    expect(read.map(({ moneyTransferId }) => moneyTransferId)).toEqual(Array(5).fill(undefined))
    expect(read.every(({ odd }) => odd.length === 0)).toBe(true)
  })
})

describe('DAT-8: an entry without any date', () => {
  const { dateAccountingCurrency: _, dateLiquidationValue: __, ...undated } = ROW

  test('is no oddity while it is pending', () => {
    expect(page([ROW], [undated])?.pending[0]).toMatchObject({ bookingDate: undefined, odd: [] })
  })
  test('is kept and marked when it is said to be booked', () => {
    expect(booked(undated)).toMatchObject({
      amount: '-488.000',
      bookingDate: undefined,
      odd: ['dateAccountingCurrency'],
    })
  })
})

describe('an odd row is kept and marked', () => {
  test.each<[string, object, string[], [path: string, value: string][]]>([
    [
      'a comma in the amount',
      { amountTransaction: { amount: '1.234,56', currency: 'EUR' } },
      ['amountTransaction.amount'],
      [['amountTransaction.amount', '1.234,56']],
    ],
    ['no currency', { amountTransaction: { amount: '5.00' } }, ['amountTransaction.currency'], []],
    [
      'an amount of another shape',
      { amountTransaction: '5.00 EUR' },
      ['amountTransaction', 'amountTransaction.amount', 'amountTransaction.currency'],
      [['amountTransaction', '5.00 EUR']],
    ],
    [
      'a day that is none',
      { dateAccountingCurrency: '20260231T00:00:00' },
      ['dateAccountingCurrency'],
      [['dateAccountingCurrency', '20260231T00:00:00']],
    ],
    [
      'a description that is an object',
      { shortDescription: { it: 'Bonifico' } },
      ['shortDescription'],
      [['shortDescription.it', 'Bonifico']],
    ],
  ])('%s', (_, change, odd, fields) => {
    const movement = booked({ ...ROW, ...change })
    expect(movement?.odd).toEqual(odd)
    expect(movement?.fields.map(({ path, value }) => [path, value])).toEqual(fields)
    expect(movement?.moneyTransferId).toBe('MT1')
  })

  test('missing is not zero', () => {
    expect(booked({ index: 1 })).toMatchObject({ amount: undefined, currency: undefined })
    expect(booked({ index: 1 })?.odd).toContain('amountTransaction.amount')
  })

  test.each([null, 'row', 5, true, ['x'], [], undefined])(
    '%j is no row: the page is odd, and loses no other',
    (row) => {
      for (const rows of [[ROW, row, ROW], [row], [row, row, row]]) {
        const movements = rows.filter((one) => one === ROW)
        expect(page(rows, [ROW])).toMatchObject({
          booked: { length: movements.length },
          pending: { length: 1 },
          odd: ['transactionsAccounting'],
        })
        expect(page([ROW], rows)).toMatchObject({ booked: { length: 1 }, odd: ['transactionsNotAccounting'] })
      }
    },
  )

  test('with neither amount nor day makes the page odd, and is kept where there is anything in it', () => {
    expect(page([{}, { index: ' ' }, { note: null }])).toMatchObject({
      booked: [],
      odd: ['transactionsAccounting'],
    })
    for (const row of [{ index: 4 }, { shortDescription: 'Bonifico' }, { amount: '5.00', text: 'x' }]) {
      expect(page([ROW, row], [])).toMatchObject({ booked: { length: 2 }, odd: ['transactionsAccounting'] })
    }
    for (const row of [
      { amountTransaction: ROW.amountTransaction },
      { dateAccountingCurrency: '20191230' },
      { dateLiquidationValue: '20191230' },
    ]) {
      expect(page([ROW, row], [row])).toMatchObject({
        booked: { length: 2 },
        pending: { length: 1 },
        odd: [],
      })
    }
  })

  test('never names what the bank wrote', () => {
    expect(booked({ ...ROW, IT60X0542811101000000123456: { a: 1 } })?.odd).toEqual([])
  })
})

describe('unknown fields', () => {
  test('are kept, inner ones too', () => {
    const merchant = { name: 'Caffè', tags: ['bar', 'roma'], note: ' ' }
    const amountTransaction = { ...ROW.amountTransaction, rate: 1.1 }
    expect(booked({ ...ROW, amountTransaction, merchant, contactless: true })?.fields).toEqual([
      { path: 'merchant.name', kind: 'text', value: 'Caffè' },
      { path: 'merchant.tags.0', kind: 'text', value: 'bar' },
      { path: 'merchant.tags.1', kind: 'text', value: 'roma' },
      { path: 'contactless', kind: 'boolean', value: 'true' },
      { path: 'amountTransaction.rate', kind: 'number', value: '1.1' },
    ])
  })

  test('named like parts of an object do no harm', () => {
    const row = JSON.parse('{"__proto__":"x","constructor":"y","toString":"z"}')
    expect(booked(row)?.fields.map(({ path }) => path)).toEqual(['__proto__', 'constructor', 'toString'])
  })

  test('are bounded, and what was left out is marked', () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`f${index}`, index]))
    expect(booked({ ...ROW, ...many })).toMatchObject({ fields: { length: 60 }, odd: ['row'] })
    const long = booked({
      ...ROW,
      extendedDescription: 'x'.repeat(5000),
      ['n'.repeat(500)]: 'y'.repeat(5000),
    })
    expect(long?.extendedDescription).toHaveLength(2000)
    expect(long?.odd).toEqual(['extendedDescription', 'row'])
    for (const { path, value } of long?.fields ?? []) expect(path.length + value.length).toBeLessThan(2100)
  })
})

describe('lists', () => {
  test('one that is missing is empty, as long as the other is there', () => {
    expect(page([ROW])).toMatchObject({ booked: { length: 1 }, pending: [], listsPending: false, odd: [] })
    expect(page(null, [ROW])).toMatchObject({ booked: [], pending: { length: 1 }, odd: [] })
    const empty = { booked: [], pending: [], listsPending: true, isCountable: true, odd: [] }
    expect(page([], [])).toEqual(empty)
  })

  test('they can be counted as long as there is a booked one, and each row has an amount with a currency', () => {
    const of = (amountTransaction: unknown) => page([ROW, { ...ROW, amountTransaction }], [])
    expect(page([ROW], [])).toMatchObject({ isCountable: true })
    expect(page(null, [])).toMatchObject({ isCountable: false })
    expect(page(undefined, [ROW])).toMatchObject({ isCountable: false })
    for (const odd of [
      null,
      { amount: null, currency: 'EUR' },
      { amount: '71,10-', currency: 'EUR' },
      { amount: '-71.10', currency: null },
      { amount: '-71.10', currency: 'EURO' },
    ])
      expect(of(odd)).toMatchObject({ isCountable: false })
  })
  test('one of another shape is marked', () => {
    expect(page([ROW], {})).toMatchObject({ booked: { length: 1 }, odd: ['transactionsNotAccounting'] })
  })
  test.each([undefined, null, {}, [], 'none', { transactions: [] }, { transactionsAccounting: null }])(
    'data %j is not an empty page',
    (data) => expect(readMovements(data)).toBeUndefined(),
  )
  test('more rows than are read are not cut short', () => {
    expect(page(Array(50_000).fill({ index: 1 }))?.booked).toHaveLength(50_000)
    expect(page(Array(50_000).fill({}), [{}])).toBeUndefined()
  })
})

test('whatever a row is, it comes out as one movement, or the page is odd', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.jsonValue(), fc.record(anyRow))), (rows) => {
      const { booked, odd } = page(rows) ?? { booked: [], odd: [] }
      expect(booked.length).toBeLessThanOrEqual(rows.length)
      if (odd.length === 0) expect(booked).toHaveLength(rows.length)
    }),
  )
})

const anyRow = {
  amountTransaction: fc.oneof(
    fc.jsonValue(),
    fc.record({ amount: fc.jsonValue(), currency: fc.jsonValue() }),
  ),
  dateAccountingCurrency: fc.jsonValue(),
  shortDescription: fc.jsonValue(),
  index: fc.jsonValue(),
}
