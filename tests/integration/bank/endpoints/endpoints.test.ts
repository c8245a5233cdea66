import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { callContext, type HostileBank, refusalOf, startHostileBank } from '@/tests/support/hostile-bank'
import { envelope } from '@/tests/support/sealed-answer'

let bank: HostileBank
beforeAll(async () => {
  bank = await startHostileBank()
})
afterAll(() => bank.close())
beforeEach(() => {
  bank.requests.length = 0
})

const CUSTOMER = envelope({ customerid: '10023456' })
const getCustomerId = () => bank.client().client.getCustomerId(callContext())
const listAccounts = () => bank.client().client.listAccounts(callContext(), { customerId: '10023456' })

describe('endpoint 1', () => {
  test('tells the customer id', async () => {
    bank.answer((request) => bank.seal(request, { body: CUSTOMER }))
    expect(await getCustomerId()).toEqual({ customerId: '10023456' })
    expect(bank.requests[0]).toMatchObject({
      method: 'GET',
      target: '/psd2/v0/private/customers/customerid-info',
    })
  })

  test.each([{}, { customerid: 10023456 }, { customerid: '../1' }, { customerid: '' }, null, []])(
    'with data %j is refused: the id goes into paths',
    async (data) => {
      bank.answer((request) => bank.seal(request, { body: envelope(data) }))
      expect((await refusalOf(getCustomerId())).message).toMatch(/schema/)
    },
  )
})

describe('endpoint 2', () => {
  const row = (accountId: unknown, rest: object = {}) => ({
    accountId,
    product: { code: '100', description: 'Conto corrente' },
    currency: 'EUR',
    iban: 'IT60X0542811101000000123456',
    name: 'Niccolò D’Amico',
    ...rest,
  })
  const answerWith = (accounts: unknown, rest: object = {}) =>
    bank.answer((request) => bank.seal(request, { body: envelope({ accounts }, {}, rest) }))

  test('lists accounts, accents kept, unknown fields left out', async () => {
    answerWith([row('Ab12Cd34Ef', { balance: '1.00' })])
    expect(await listAccounts()).toEqual({
      accounts: [
        {
          productId: 'Ab12Cd34Ef',
          type: { code: '100', description: 'Conto corrente' },
          currency: 'EUR',
          iban: 'IT60X0542811101000000123456',
          nickname: 'Niccolò D’Amico',
        },
      ],
      skippedRows: 0,
      isWhole: true,
    })
  })

  test('of a customer without accounts is an empty list', async () => {
    answerWith([])
    expect(await listAccounts()).toEqual({ accounts: [], skippedRows: 0, isWhole: true })
  })

  test('an odd field costs the field, a row without an id costs the row, nothing costs the page', async () => {
    answerWith([
      row('1', { name: '  ' }),
      row('2', { product: null, name: 5, iban: undefined }),
      row('', {}),
      row(undefined),
      'row',
      null,
      row('1'),
    ])
    const { accounts, skippedRows } = await listAccounts()
    expect(accounts.map(({ productId, nickname, iban }) => [productId, nickname, iban])).toEqual([
      ['1', 'Conto corrente', 'IT60X0542811101000000123456'],
      ['2', '2', ''],
    ])
    expect(skippedRows).toBe(5)
  })

  test.each([undefined, null, {}, 'none'])('accounts that are %j are not an empty list', async (accounts) => {
    answerWith(accounts)
    expect(await refusalOf(listAccounts())).toMatchObject({ reason: 'schema' })
  })

  test('follows next through its pages and stops when it repeats, which is no proper end', async () => {
    bank.answer((request) => {
      const page = request.target.endsWith('page=2') ? 2 : 1
      const links = {
        next: { href: '10023456/accounts?page=2', method: 'GET' },
        curies: [{ href: `${bank.origin}/psd2/v0/private/customers/{rel}`, name: 'customers' }],
      }
      return bank.seal(request, { body: envelope({ accounts: [row(`p${page}`)] }, {}, { _links: links }) })
    })
    const { accounts, isWhole } = await listAccounts()
    expect(accounts.map(({ productId }) => productId)).toEqual(['p1', 'p2'])
    expect(isWhole).toBe(false)
    expect(bank.requests.map(({ target }) => target)).toEqual([
      '/psd2/v0/private/customers/10023456/accounts',
      '/psd2/v0/private/customers/10023456/accounts?page=2',
    ])
  })

  const curies = [{ href: 'https://localhost/psd2/v0/private/customers/{rel}', name: 'customers' }]

  test.each<[string, object]>([
    ['on another origin', { next: { href: '10023456/accounts?page=2', method: 'GET' }, curies }],
    ['without a curie', { next: { href: '10023456/accounts?page=2', method: 'GET' } }],
    ['that is malformed', { next: { href: 5 }, curies }],
    ['in links that are none', ['next']],
  ])('a next %s is not called, and the list is not whole: it may go on', async (_, links) => {
    answerWith([row('1')], { _links: links })
    const { accounts, isWhole } = await listAccounts()
    expect(accounts.map(({ productId }) => productId)).toEqual(['1'])
    expect(isWhole).toBe(false)
    expect(bank.requests).toHaveLength(1)
  })

  test('a malformed self costs nothing, nor does resources: null', async () => {
    answerWith([row('1')], { _links: { self: 'x', curies: [] }, resources: null })
    expect((await listAccounts()).accounts).toHaveLength(1)
  })

  test('a list that goes on after 20 pages is not whole', async () => {
    bank.answer((request) => {
      const page = Number(new URL(request.target, bank.origin).searchParams.get('page') ?? 1)
      const links = {
        next: { href: `10023456/accounts?page=${page + 1}`, method: 'GET' },
        curies: [{ href: `${bank.origin}/psd2/v0/private/customers/{rel}`, name: 'customers' }],
      }
      return bank.seal(request, { body: envelope({ accounts: [row(`p${page}`)] }, {}, { _links: links }) })
    })
    const { accounts, isWhole } = await listAccounts()
    expect([accounts.length, isWhole]).toEqual([20, false])
    expect(bank.requests).toHaveLength(20)
  })
})
