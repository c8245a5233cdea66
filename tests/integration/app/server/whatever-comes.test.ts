import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { POST as refreshRoute } from '@/app/api/accounts/[productId]/refresh/route'
import { GET as accountRoute } from '@/app/api/accounts/[productId]/route'
import { GET as callback } from '@/app/api/bank/callback/route'
import { GET as customerRoute } from '@/app/api/customer/route'
import { GET as overviewRoute } from '@/app/api/overview/route'
import { GET as productsRoute } from '@/app/api/products/route'
import { GET as preparationRoute } from '@/app/api/transfers/preparation/route'
import { type AlteredApp, put, startAlteredApp } from '@/tests/support/altering-bank'
import { APP_URL, atTheBank, createCustomerBrowser, startSignIn } from '@/tests/support/app'
import {
  at,
  begin,
  change,
  decideAtBank,
  goOn,
  productOf,
  scaReturn,
  scope,
  sharing,
} from '@/tests/support/consent'
import { beginWith, type Payer, press, returned, startPayer } from '@/tests/support/paying'

/*
 * What a bank may write into a field that the spec leaves open or bounds otherwise: nothing of it is an error of ours.
 */

let app: AlteredApp
let payer: Payer
beforeAll(async () => {
  app = await startAlteredApp()
  payer = await startPayer(app, 'niccolo')
})
afterEach(() => app.alter(() => undefined))
afterAll(() => app.stop())

/** From now on this place of the answers whose path ends so reads otherwise. */
function write(ending: RegExp, path: readonly (string | number)[], value: unknown): void {
  app.alter((request, json) => (ending.test(request.path) ? put(json, path, value) : undefined))
}

const long = 'x'.repeat(100_000)
const many = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index))
/** What PostgreSQL takes in no text and no JSON. */
const unstorable = 'a\0b\ud800'
const texts = [long, unstorable, '', ' ', null, 5, true, [], {}]

const json = async (response: Promise<Response>) => {
  const { status } = await response
  return { status, body: await (await response).json() }
}

describe('prepare', () => {
  const PREPARE = /\/moneyTransfer\/prepare$/
  const prepared = () =>
    json(payer.browser.get(preparationRoute, `/api/transfers/preparation?productId=${payer.productId}`))
  /** It is asked again for a form that is opened later than five minutes after. */
  const prepare = async () => {
    app.moveClock(301)
    return prepared()
  }

  it.each<[string, readonly (string | number)[], unknown, string, unknown]>([
    [
      'an hour with milliseconds',
      ['data', 'currency', 'updated', 'hour'],
      '08:30:00.000',
      'currency.updated.hour',
      null,
    ],
    ['an ABI of 21 characters', ['data', 'abi'], 'x'.repeat(21), 'abi', null],
    ['a long selected currency', ['data', 'currency', 'selected'], long, 'currency.selected', null],
  ])('with %s: the field is dropped, and named in the log', async (_, path, value, name, kept) => {
    app.alter((request, given) =>
      PREPARE.test(request.path) ? put(put(given, ['data', 'ABI'], null), path, value) : undefined,
    )
    const { status, body } = await prepare()
    expect([status, body.problem]).toEqual([200, null])
    const field = { abi: 'bankAbi', 'currency.selected': 'selectedCurrency' }[name]
    expect(field === undefined ? body.preparation.ratesUpdated.hour : body.preparation[field]).toBe(kept)
    const lines = app
      .logLines()
      .split('\n')
      .filter((line) => line.includes('fields of an answer were dropped'))
    expect(lines.at(-1)).toContain(`"dropped":["${name}"]`)
    if (typeof value === 'string') expect(app.logLines()).not.toContain(value)
  })

  it.each([
    [
      '501 currencies',
      ['data', 'currency', 'currencyList'],
      many(501, () => ({ label: 'E', value: 'EUR', rate: '' })),
      'currencies',
      500,
    ],
    [
      '1,001 countries',
      ['data', 'countries'],
      many(1001, (n) => ({ label: 'I', value: `${n}` })),
      'countries',
      1000,
    ],
    ['2,001 holidays', ['data', 'holidays'], many(2001, () => '06/04/2026'), 'holidays', 2000],
  ] as const)('with %s: the first are kept', async (_, path, list, name, kept) => {
    write(PREPARE, path, list)
    const { status, body } = await prepare()
    expect([status, body.problem, body.preparation[name].length]).toEqual([200, null, kept])
  })

  it('with whatever stands in any of its fields', async () => {
    const places = [
      ...[
        'abi',
        'sepa',
        'swift',
        'swiftcontractSigned',
        'initialData',
        'flagUrgency',
        'addBeneficiary',
        'today',
      ],
      ...[
        'executionDateMinimumWireTransferAtBank',
        'executionDateLimit',
        'holidays',
        'currency',
        'countries',
      ],
    ].map((name) => ['data', name])
    const inner = [
      ['data', 'holidays', 0],
      ['data', 'countries', 0, 'label'],
      ['data', 'countries', 0, 'value'],
      ['data', 'currency', 'selected'],
      ['data', 'currency', 'updated'],
      ['data', 'currency', 'updated', 'date'],
      ['data', 'currency', 'updated', 'hour'],
      ['data', 'currency', 'currencyList'],
      ['data', 'currency', 'currencyList', 0, 'label'],
      ['data', 'currency', 'currencyList', 0, 'rate'],
    ]
    const failed: string[] = []
    for (const value of texts) {
      for (const paths of [places, inner]) {
        app.alter((request, given) =>
          PREPARE.test(request.path)
            ? paths.reduce((whole, path) => put(whole, path, value), given)
            : undefined,
        )
        const { status, body } = await prepare()
        if (status !== 200 || body.problem !== null)
          failed.push(`${JSON.stringify(value).slice(0, 20)}: ${status}`)
      }
    }
    expect(failed).toEqual([])
  })
})

describe('accounts, consents, figures and details', () => {
  const reads = async () => {
    const { browser, productId } = payer
    return Promise.all([
      json(browser.get(overviewRoute, '/api/overview')),
      json(browser.post(at(refreshRoute, productOf), `/api/accounts/${productId}/refresh`, {})),
      json(browser.get(customerRoute, '/api/customer')),
      json(browser.get(productsRoute, '/api/products')),
      json(browser.get(at(accountRoute, productOf), `/api/accounts/${productId}`)),
    ])
  }
  const ACCOUNTS = /\/accounts$/
  const CONSENTS = /\/consent\/list$/
  const BALANCE = /\/balance\/retrieve$/
  const MOVEMENTS = /\/transactions\/retrieve$/
  const CUSTOMER = /\/customers\/\d+$/
  const PRODUCTS = /\/products$/
  const PRODUCT = /\/products\/\w+$/

  const row = ['data', 'accounts', 0]
  const entry = ['data', 'transactionsAccounting', 0]
  const places: [RegExp, readonly (string | number)[]][] = [
    ...['accountId', 'product', 'currency', 'iban', 'name'].map((name): [RegExp, (string | number)[]] => [
      ACCOUNTS,
      [...row, name],
    ]),
    [ACCOUNTS, [...row, 'product', 'code']],
    [ACCOUNTS, ['data', 'accounts', 1]],
    ...['accountBalance', 'availableBalance', 'date', unstorable, long].map((name): [RegExp, string[]] => [
      BALANCE,
      ['data', name],
    ]),
    [BALANCE, ['data', 'accountBalance', 'amount']],
    [BALANCE, ['data', 'accountBalance', 'currency']],
    ...[
      ...['amountTransaction', 'dateAccountingCurrency', 'dateLiquidationValue', 'shortDescription'],
      ...['extendedDescription', 'idMoneyTransfer', 'codeDescription', 'index', 'further', unstorable, long],
    ].map((name): [RegExp, (string | number)[]] => [MOVEMENTS, [...entry, name]]),
    [MOVEMENTS, [...entry, 'amountTransaction', 'amount']],
    [MOVEMENTS, ['data', 'transactionsAccounting', 1]],
    [CUSTOMER, ['data', 'firstName']],
    [CUSTOMER, ['data', unstorable]],
    [PRODUCTS, ['data', 'products', 0, 'name']],
    [PRODUCTS, ['data', 'products', 0, long]],
    [PRODUCT, ['data', 'holder']],
    [PRODUCT, ['data', unstorable]],
  ]

  it('never end in an error of ours, whatever stands in any field', async () => {
    const failed: string[] = []
    for (const value of texts) {
      app.alter((request, given) =>
        places.reduce(
          (whole, [ending, path]) => (ending.test(request.path) ? put(whole, path, value) : whole),
          given,
        ),
      )
      const bad = (await reads()).filter(({ status }) => status === 500)
      if (bad.length > 0) failed.push(JSON.stringify(value).slice(0, 20))
    }
    expect(failed).toEqual([])
  })

  it('take as many accounts as are kept, and leave out ids that no address can carry', async () => {
    const account = (accountId: string) => ({ accountId, currency: 'EUR', iban: 'x', name: accountId })
    const ids = ['..', '.', 'a/b', 'a\0b', 'ab', '\ud800', 'à', 'x'.repeat(65)]
    write(ACCOUNTS, ['data', 'accounts'], [...ids, ...many(1_100, (n) => `A${n}`)].map(account))
    const { status, body } = await json(payer.browser.get(overviewRoute, '/api/overview'))
    expect([status, body.listProblem]).toEqual([200, 'bank_list_incomplete'])
    const listed = body.accounts.map(({ productId }: { productId: string }) => productId)
    expect(listed.slice(0, 2)).toEqual(['ab', 'A0'])
    // With the one that is shared and not listed.
    expect(listed).toHaveLength(1_001)
  })

  it.each([
    ['21 categories', many(21, (n) => ({ name: `Z${n}`, products: ['0000000000'] }))],
    ['10,001 products', [{ name: 'PAYMENTS', products: many(10_001, (n) => `P${n}`) }]],
    ['11,000 pairs', many(11, (n) => ({ name: `Z${n}`, products: many(1_000, (p) => `P${p}`) }))],
    ['ids that no address can carry', [{ name: 'ACCOUNT_INFO', products: ['..', 'a\0b', 'ab', '\ud800'] }]],
    [
      'names that cannot be kept',
      [
        { name: 'PAYMENTS\0', products: ['ab'] },
        { name: long, products: ['ab'] },
      ],
    ],
  ])('a consent list of %s takes nothing away that it may hold', async (_, categories) => {
    write(CONSENTS, ['data', 'categories'], categories)
    const { status, body } = await json(payer.browser.get(overviewRoute, '/api/overview'))
    expect(status).toBe(200)
    expect(['bank_list_incomplete', null]).toContain(body.listProblem)
    const { accounts } = body
    // The next whole list puts things right again.
    app.alter(() => undefined)
    await payer.browser.get(overviewRoute, '/api/overview')
    const own = accounts.find(({ productId }: { productId: string }) => productId === payer.productId)
    expect(own.shared).toEqual(expect.arrayContaining(['ACCOUNT_INFO', 'PAYMENTS']))
  })
})

describe('sharing', () => {
  it.each<[string, RegExp, readonly (string | number)[], unknown]>([
    [
      '21 categories in the answer',
      /\/consent\/request$/,
      ['data', 'categoriesOutcome'],
      many(21, (n) => ({ name: `C${n}`, outcome: true })),
    ],
    ['outcomes that are no list', /\/consent\/request$/, ['data', 'categoriesOutcome'], 'yes'],
    ['no data', /\/consent\/request$/, ['data'], null],
    ['101 messages', /\/(consent|sca)\//, ['result', 'messages'], Array(101).fill({ code: 'X' })],
    ['a long request id', /\/(consent|sca)\//, ['result', 'requestId'], 'x'.repeat(5_000)],
    ['a request id that is blank', /\/(consent|sca)\//, ['result', 'requestId'], ''],
  ])('goes the whole way with %s', async (_, ending, path, value) => {
    const before = await sharing(payer.browser)
    const other = before.accounts.find(({ productId }) => productId !== payer.productId)?.productId ?? ''
    await change(app, payer.browser, payer.username, 'revoke', scope('ACCOUNT_INFO', other))
    write(ending, path, value)
    const { authorization } = await begin(payer.browser, 'grant', scope('ACCOUNT_INFO', other))
    await payer.browser.get(scaReturn, await decideAtBank(app, payer.username, authorization))
    expect((await goOn(payer.browser, authorization.authorizationId)).state).toBe('done')
  })

  it('a refusal without a request id, or with a long one, is shown as a refusal', async () => {
    for (const requestId of ['', null, 'x'.repeat(101), 'x'.repeat(5_000)]) {
      app.alter((request, given) =>
        /\/consent\/request\/[\w-]+\/confirm$/.test(request.path)
          ? put(put(given, ['result', 'outcome'], 'ERROR'), ['result', 'requestId'], requestId)
          : undefined,
      )
      const { authorization } = await begin(
        payer.browser,
        'grant',
        scope('FUNDS_AVAILABILITY', payer.productId),
      )
      await payer.browser.get(scaReturn, await decideAtBank(app, payer.username, authorization))
      await goOn(payer.browser, authorization.authorizationId)
      app.alter(() => undefined)
      await change(app, payer.browser, payer.username, 'revoke', scope('FUNDS_AVAILABILITY', payer.productId))
    }
  })
})

describe('a transfer', () => {
  it.each<[string, RegExp, readonly (string | number)[], unknown]>([
    ['long texts about the payee’s bank', /\/verify$/, ['data', 'bankName'], long],
    ['text that cannot be stored', /\/verify$/, ['data', 'address'], unstorable],
    [
      '101 messages of verify',
      /\/verify$/,
      ['result', 'messages'],
      Array(101).fill({ code: 'X', message: 'x'.repeat(5_000), detail: 'x'.repeat(5_000) }),
    ],
    ['no data of verify', /\/verify$/, ['data'], null],
    [
      '101 messages of execute',
      /\/execute$/,
      ['result', 'messages'],
      Array(101).fill({ code: 'X', message: 'x'.repeat(5_000) }),
    ],
    ['messages of execute that are none', /\/execute$/, ['result', 'messages'], 'fatto'],
    ['a resource that is no UUID, of execute', /\/execute$/, ['resources', 'resourceId'], 'TR-1'],
    ['no data of execute', /\/execute$/, ['data'], null],
    ['a long CRO', /\/execute$/, ['data', 'cro'], long],
    ['a CRO that cannot be stored', /\/execute$/, ['data', 'cro'], unstorable],
    ['a long path of the document', /\/execute$/, ['_embedded', 'printer', 'href'], `${APP_URL}/${long}`],
    ['a long request id', /./, ['result', 'requestId'], long],
    ['a long status', /\/status$/, ['data', 'executionStatus'], long],
    ['a status that cannot be stored', /\/status$/, ['data', 'executionStatus'], unstorable],
  ])('is accepted once with %s', async (_, ending, path, value) => {
    write(ending, path, value)
    const transfer = await returned(payer, { amount: '1,00' })
    const { view } = await press(payer, transfer.transferId, 'continue')
    expect(view.state).toBe('accepted')
  })

  it('with a next step whose address is too long to be kept stops politely', async () => {
    app.alter((request, given) => {
      if (!/\/verify$/.test(request.path)) return undefined
      const href = JSON.stringify(given).match(/"href":"([\w-]+\/execute)"/)?.[1] ?? ''
      const base = JSON.stringify(given).match(/"href":"([^"]+)\{rel\}"/)?.[1] ?? ''
      const long = `${base}${'x'.repeat(1_900)}/{rel}`
      return put(put(given, ['_links', 'curies', 0, 'href'], long), ['_links', 'next', 'href'], href)
    })
    const { transferId, draft } = await beginWith(payer)
    const { status, view } = await press(payer, transferId, 'check', { check: 0, draft })
    expect([status, view.state]).toEqual([200, 'unsupported'])
  })
})

describe('signing in', () => {
  it.each(['refresh_token', 'expires_in', 'token_type'])(
    'works with a %s that is null or empty',
    async (name) => {
      for (const blank of [null, '']) {
        write(/\/token$/, [name], blank)
        const browser = createCustomerBrowser()
        const back = await atTheBank(await startSignIn(browser), 'chiara')
        const response = await browser.get(callback, back)
        expect(response.headers.get('location')).toBe(`${APP_URL}/accounts`)
      }
    },
  )
})
