import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AuthorizationView } from '@/lib/contracts/authorizations'
import { type AlteredApp, put, startAlteredApp } from '@/tests/support/altering-bank'
import type { CustomerBrowser } from '@/tests/support/app'
import {
  begin,
  change,
  decideAtBank,
  goOn,
  scaReturn,
  scope,
  sharing,
  startAfresh,
} from '@/tests/support/consent'

/* Answers about consent in a form that the spec does not show: what the bank's whole list says counts, and nothing else. */

let app: AlteredApp
let browser: CustomerBrowser
let product: string
const both = () => [...scope('ACCOUNT_INFO', product), ...scope('PAYMENTS', product)]

beforeAll(async () => {
  app = await startAlteredApp()
})
beforeEach(async () => {
  const started = await startAfresh(app, 'niccolo')
  browser = started.browser
  product = started.products[0] ?? ''
})
afterEach(() => app.alter(() => undefined))
afterAll(() => app.stop())

/** From now on this place of the answers whose path ends so reads otherwise. */
function write(ending: RegExp, path: readonly (string | number)[], value: unknown): void {
  app.alter((request, json) => (ending.test(request.path) ? put(json, path, value) : undefined))
}

/** The categories of the account that the app shows as shared. */
async function sharedNow() {
  const { accounts, isWhole, notices } = await sharing(browser)
  const own = accounts.find(({ productId }) => productId === product)
  return { isWhole, notices, categories: own?.consents.map(({ category }) => category).sort() }
}

async function finish(run: AuthorizationView): Promise<AuthorizationView> {
  await browser.get(scaReturn, await decideAtBank(app, 'niccolo', run))
  return goOn(browser, run.authorizationId)
}

const said = (name: unknown, outcome: unknown) => ({ name, outcome })

describe('what the bank says of each category when it is asked', () => {
  const allRefused: [string, unknown][] = [
    ['no to all', [said('ACCOUNT_INFO', false), said('PAYMENTS', false)]],
    ['no to all in another order', [said('PAYMENTS', false), said('ACCOUNT_INFO', false)]],
    [
      'no to all, repeated, with a category that was not asked for',
      [
        ...[said('PAYMENTS', false), said('PAYMENTS', false)],
        ...[said(' ACCOUNT_INFO ', false), said('CARDS', true), null],
      ],
    ],
  ]
  const open: [string, unknown][] = [
    ['nothing', undefined],
    ['null', null],
    ['a text', 'no'],
    ['one row without its list', said('ACCOUNT_INFO', false)],
    ['an empty list', []],
    [
      'rows that are none',
      [null, 'no', [], said(1, false), said('ACCOUNT_INFO', 'false'), said('PAYMENTS', null)],
    ],
    ['no to one of two, and nothing of the other', [said('ACCOUNT_INFO', false)]],
    [
      'no to one of two, and an unreadable word on the other',
      [said('PAYMENTS', false), said('ACCOUNT_INFO', 'yes')],
    ],
    ['no to categories that were not asked for', [said('CARDS', false), said('FUNDS_AVAILABILITY', false)]],
    ['no to names in another spelling', [said('account_info', false), said('Payments', false)]],
    [
      'yes and no to the same',
      [
        said('ACCOUNT_INFO', false),
        said('PAYMENTS', false),
        said('ACCOUNT_INFO', true),
        said('PAYMENTS', true),
      ],
    ],
  ]

  it.each(allRefused)('%s: ends a request to share, and nothing is shared', async (_, outcome) => {
    write(/\/consent\/request$/, ['data', 'categoriesOutcome'], outcome)
    const { authorization } = await begin(browser, 'grant', both())
    expect(authorization).toMatchObject({ state: 'failed', reason: 'nothing_accepted', sharedNow: [] })
    expect(await sharedNow()).toMatchObject({ categories: [] })
  })

  it.each(allRefused)('%s: ends a request to take back, and all is shared as before', async (_, outcome) => {
    await change(app, browser, 'niccolo', 'grant', both())
    write(/\/consent\/revoke$/, ['data', 'categoriesOutcome'], outcome)
    const { authorization } = await begin(browser, 'revoke', both())
    expect(authorization).toMatchObject({ state: 'failed', reason: 'bank_refused', sharedNow: both() })
    expect(await sharedNow()).toMatchObject({ categories: ['ACCOUNT_INFO', 'PAYMENTS'] })
  })

  it.each(open)(
    '%s: the bank’s list decides whether it is shared, and whether it is taken back',
    async (_, outcome) => {
      write(/\/consent\/(request|revoke)$/, ['data', 'categoriesOutcome'], outcome)
      const { authorization: grant } = await begin(browser, 'grant', both())
      expect(grant.state).toBe('at_bank')
      expect(await sharedNow()).toMatchObject({ categories: [] })
      const shared = await finish(grant)
      expect(shared).toMatchObject({ state: 'done', sharedNow: both() })
      // The list has it: that the bank did not accept it is not said beside it.
      expect(shared.outcomes.filter(({ isAccepted }) => !isAccepted)).toEqual([])

      const { authorization: revoke } = await begin(browser, 'revoke', both())
      expect(revoke.state).toBe('at_bank')
      expect(await sharedNow()).toMatchObject({ categories: ['ACCOUNT_INFO', 'PAYMENTS'] })
      const ended = await finish(revoke)
      expect(ended).toMatchObject({ state: 'done', sharedNow: [] })
      expect(ended.outcomes.filter(({ isAccepted }) => !isAccepted)).toEqual([])
    },
  )

  it('yes, and nothing to confirm: shown as not understood, not as refused', async () => {
    write(/\/consent\/request$/, ['resources'], null)
    const { authorization } = await begin(browser, 'grant', both())
    expect(authorization).toMatchObject({
      state: 'failed',
      reason: 'bank_answer_not_understood',
      sharedNow: [],
    })
    expect(await sharedNow()).toMatchObject({ categories: [] })
  })
})

describe('a list of odd form', () => {
  const row = (name: unknown, products: unknown) => ({ name, products })
  const odd: [string, () => unknown][] = [
    ['no data', () => null],
    ['no list', () => ({ categories: null })],
    ['an object for the list', () => ({ categories: {} })],
    ['products that are null', () => ({ categories: [row('ACCOUNT_INFO', null), row('PAYMENTS', null)] })],
    [
      'products that are null in one row',
      () => ({ categories: [row('ACCOUNT_INFO', null), row('PAYMENTS', [])] }),
    ],
    ['a product that is null', () => ({ categories: [row('ACCOUNT_INFO', [null]), row('PAYMENTS', ['X'])] })],
    ['one product without its list', () => ({ categories: [row('PAYMENTS', product)] })],
    [
      'categories in another spelling',
      () => ({
        categories: [row('account_info', [product]), row('Payments', [product]), row('CARDS', ['X'])],
      }),
    ],
    [
      'a hyphen for the underscore',
      () => ({ categories: [row('ACCOUNT-INFO', [product]), row('Payments:', [product])] }),
    ],
    ['a row that is none', () => ({ categories: [null, row('CARDS', ['X'])] })],
    ['rows under two names', () => ({ categories: [], consents: [row('ACCOUNT_INFO', null)] })],
    ['a list under one name, and an object under another', () => ({ categories: [], consents: { 0: 'X' } })],
    [
      'products that are no list, beside a product',
      () => ({ categories: [{ name: 'ACCOUNT_INFO', products: { a: product }, productId: 'X' }] }),
    ],
    [
      'two ids for a product',
      () => ({ categories: [row('CARDS', [{ productId: '1', accountId: product }])] }),
    ],
    [
      'two categories of ours for a row',
      () => [{ category: 'FUNDS_AVAILABILITY', name: 'PAYMENTS', productId: 'X' }],
    ],
    [
      'ids that are numbers',
      () => ({ categories: [row('ACCOUNT_INFO', [12345]), row('PAYMENTS', [12345])] }),
    ],
  ]

  beforeEach(async () => {
    await change(app, browser, 'niccolo', 'grant', both())
  })

  it.each(odd)('%s: takes nothing away, announces nothing, and settles no change', async (_, data) => {
    const { authorization: grant } = await begin(browser, 'grant', scope('FUNDS_AVAILABILITY', product))
    const { authorization: revoke } = await begin(browser, 'revoke', scope('PAYMENTS', product))
    write(/\/consent\/list$/, ['data'], data())
    expect(await sharedNow()).toEqual({
      isWhole: false,
      notices: [],
      categories: ['ACCOUNT_INFO', 'PAYMENTS'],
    })
    expect(await finish(grant)).toMatchObject({ state: 'unknown', sharedNow: [] })
    expect(await finish(revoke)).toMatchObject({ state: 'unknown', sharedNow: scope('PAYMENTS', product) })
    app.alter(() => undefined)
    expect(await sharedNow()).toMatchObject({
      isWhole: true,
      categories: ['ACCOUNT_INFO', 'FUNDS_AVAILABILITY'],
    })
  })

  const whole: [string, () => unknown][] = [
    [
      'repeated rows',
      () => ({ categories: [row('PAYMENTS', [product]), row('PAYMENTS', [product, product])] }),
    ],
    [
      'a category that we do not know, and products that are not ours',
      () => ({
        categories: [row('CARDS', ['X']), row('PAYMENTS', ['X', product])],
      }),
    ],
    [
      'rows under two names',
      () => ({ categories: [row('PAYMENTS', [])], consents: [row('PAYMENTS', [product])] }),
    ],
    ['a product beside an empty list', () => [{ category: 'PAYMENTS', products: [], productId: product }]],
    [
      'our category in the second place',
      () => [{ category: 'Pagamenti', name: 'PAYMENTS', productId: product }],
    ],
  ]
  it.each(whole)('%s: is whole, and what it lacks has ended', async (_, data) => {
    write(/\/consent\/list$/, ['data'], data())
    const now = await sharedNow()
    expect(now).toMatchObject({ isWhole: true, categories: ['PAYMENTS'] })
    expect(now.notices).toMatchObject([{ category: 'ACCOUNT_INFO', productIds: [product] }])
  })
})
