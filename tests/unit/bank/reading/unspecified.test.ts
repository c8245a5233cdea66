import { describe, expect, test } from 'vitest'
import { readDetails } from '@/lib/bank/reading/fields'
import { productRows, readBalance, readConsents, readProduct } from '@/lib/bank/reading/schemas/unspecified'

describe('the consent list', () => {
  const expected = {
    kind: 'read',
    grants: [
      { category: 'ACCOUNT_INFO', productIds: ['A', 'B'] },
      { category: 'PAYMENTS', productIds: ['A'] },
    ],
    oddRows: 0,
    isWhole: true,
  }
  const flat = [
    { category: 'ACCOUNT_INFO', productId: 'A' },
    { category: 'PAYMENTS', productId: 'A' },
    { category: 'ACCOUNT_INFO', productId: 'B' },
  ]

  test.each<[string, unknown]>([
    [
      'the shape of the request',
      {
        categories: [
          { name: 'ACCOUNT_INFO', products: ['A', 'B'] },
          { name: 'PAYMENTS', products: ['A'] },
        ],
      },
    ],
    ['a flat list', flat],
    ['a flat list under a name', { consents: flat }],
    [
      'records with products that are objects',
      {
        consentList: [
          { name: 'ACCOUNT_INFO', products: [{ productId: 'A' }, { accountId: ' B ' }] },
          { category: 'PAYMENTS', name: 'Conto', products: [{ productId: 'A' }] },
        ],
      },
    ],
  ])('is read in %s', (_, data) => expect(readConsents([data], true)).toEqual(expected))

  test('is one list over its pages', () => {
    expect(
      readConsents(
        flat.map((row) => [row]),
        true,
      ),
    ).toEqual(expected)
  })

  test('without rows is empty', () => {
    const empty = { kind: 'read', grants: [], oddRows: 0, isWhole: true }
    expect(readConsents([{ categories: [] }], true)).toEqual(empty)
    expect(readConsents([[]], true)).toEqual(empty)
  })

  test('of which pages are missing is not whole, whatever its rows are', () => {
    expect(readConsents([flat], false)).toEqual({ ...expected, isWhole: false })
    expect(readConsents([[]], false)).toMatchObject({ kind: 'read', isWhole: false })
  })

  test.each([
    undefined,
    null,
    {},
    'none',
    { categories: null },
    { categories: {} },
    { consent: [] },
    { categories: ['ACCOUNT_INFO'] },
    { categories: [{ name: ' ', products: ['A'] }] },
    { categories: [{ name: 'ACCOUNT_INFO' }] },
    { categories: [{ name: 'ACCOUNT_INFO', products: [5.5, null] }] },
    { categories: Array(10_001).fill({ name: 'PAYMENTS', products: [] }) },
  ])('of data %j is unreadable, which is not empty', (data) => {
    expect(readConsents([data], true)).toEqual({ kind: 'unreadable' })
  })

  test('with one unreadable page is unreadable', () => {
    expect(readConsents([flat, {}], true)).toEqual({ kind: 'unreadable' })
  })

  test('counts the rows, and the parts of rows, that it could not read', () => {
    const products = ['A', null]
    expect(
      readConsents([{ categories: [{ name: 'ACCOUNT_INFO', products }, { name: 'PAYMENTS' }] }], true),
    ).toEqual({
      kind: 'read',
      grants: [{ category: 'ACCOUNT_INFO', productIds: ['A'] }],
      oddRows: 2,
      isWhole: false,
    })
  })
})

describe('balances', () => {
  const amount = (text: string) => ({ amount: text, currency: 'EUR' })

  test('as they have been seen', () => {
    const data = {
      accountBalance: amount('1.00'),
      availableBalance: amount('-2.500'),
      date: '20260403T00:00:00',
    }
    expect(readBalance({ ...data, overdraft: '500.00' })).toEqual({
      accounting: amount('1.00'),
      available: amount('-2.500'),
      date: '2026-04-03',
      details: { fields: [{ path: 'overdraft', kind: 'text', value: '500.00' }], isComplete: true },
      odd: [],
    })
  })

  test('that are missing are not zero', () => {
    expect(readBalance({})).toMatchObject({ accounting: undefined, available: undefined, odd: [] })
  })

  test('that are odd are marked and shown as given', () => {
    expect(readBalance({ accountBalance: amount('1,00'), availableBalance: amount('1.00') })).toMatchObject({
      accounting: undefined,
      available: amount('1.00'),
      odd: ['accountBalance'],
      details: { fields: [{ path: 'accountBalance.amount', value: '1,00' }, {}] },
    })
  })
})

describe('products', () => {
  test.each([[[1]], [{ accounts: [1] }], [{ products: [1] }]])('are listed in %j', (data) => {
    expect(productRows(data)).toEqual([1])
  })
  test.each([undefined, null, {}, { list: [] }, { accounts: {} }])('%j is no list', (data) => {
    expect(productRows(data)).toBeUndefined()
  })
  test('need an id, by either name, and keep all else', () => {
    expect(readProduct({ productId: ' Ab1 ', iban: 'IT60', branch: { code: 7 } })).toMatchObject({
      productId: 'Ab1',
      nickname: 'Ab1',
      iban: 'IT60',
      details: { fields: [{ path: 'productId' }, { path: 'iban' }, { path: 'branch.code', value: '7' }] },
    })
    expect(readProduct({ accountId: ' ', productId: 'Ab1' })?.productId).toBe('Ab1')
    expect(readProduct({ iban: 'IT60' })).toBeUndefined()
    expect(readProduct('Ab1')).toBeUndefined()
  })
})

describe('details', () => {
  test('are flat, in order, blanks left out', () => {
    const data = {
      name: ' Anna ',
      address: { lines: ['Via Roma 1', ''], zip: null },
      adult: false,
      children: 0,
    }
    expect(readDetails(data)).toEqual({
      fields: [
        { path: 'name', kind: 'text', value: 'Anna' },
        { path: 'address.lines.0', kind: 'text', value: 'Via Roma 1' },
        { path: 'adult', kind: 'boolean', value: 'false' },
        { path: 'children', kind: 'number', value: '0' },
      ],
      isComplete: true,
    })
  })
  test('are bounded in number, depth and length, and say so', () => {
    expect(readDetails({ list: Array(300).fill('x') })).toMatchObject({ isComplete: true })
    const wide = readDetails({ list: Array(1_000_000).fill('x') })
    expect(wide).toMatchObject({ fields: { length: 300 }, isComplete: false })
    expect(readDetails(JSON.parse(`${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`))).toEqual({
      fields: [],
      isComplete: false,
    })
    const long = readDetails({ ['n'.repeat(100)]: 'x'.repeat(9999) })
    expect(long.fields[0]?.path).toHaveLength(64)
    expect(long.fields[0]?.value).toHaveLength(2000)
    expect(long.isComplete).toBe(false)
  })
})
