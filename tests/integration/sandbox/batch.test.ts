import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addDays, bankDayOf, instantOf } from '@/sandbox/calendar/bank-day'
import { type Banking, batchToken, inBatch, otherTpp, outcomeOf, signedIn, startBanking } from './banking'
import { grantConsent, succeed } from './consent-journey'
import type { RawCall } from './raw-client'

let niccolo: Banking
let batch: string

async function start(settings: NonNullable<Parameters<typeof startBanking>[1]>['settings'] = {}) {
  niccolo = await startBanking('niccolo', { furtherTpps: [otherTpp()], settings })
  const { kit, token, customerId, products } = niccolo
  await grantConsent(kit, token, customerId, [{ name: 'ACCOUNT_INFO', products: products.slice(0, 2) }])
  batch = await batchToken(kit)
}

const here = (path = '') => ({ path: `/private/customers/${niccolo.customerId}${path}` })
const ofProduct = (path = '', index = 0) => here(`/products/${niccolo.products[index] ?? ''}${path}`)
const balance = () => ofProduct('/balance/retrieve')

/** Of a call by the batch application. */
const outcome = (call: RawCall) => outcomeOf(niccolo.kit, inBatch(niccolo.kit, batch, call))

async function allowed(call: RawCall, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) expect(await outcome(call)).toBe('200')
}

/** Moves business time to an instant, and takes a token that is live then. */
async function moveTo(instant: Date): Promise<void> {
  niccolo.bank.clock.move(instant.getTime() - niccolo.bank.clock.now().getTime())
  batch = await batchToken(niccolo.kit)
}

describe('the daily limit', () => {
  beforeEach(() => start())
  afterEach(() => niccolo.bank.stop())

  test('four accesses of any kind, then 420, until the day of the bank ends', async () => {
    const day = addDays(bankDayOf(niccolo.bank.clock.now()), 1)
    await moveTo(instantOf(day, '23:59:00'))
    for (const call of [here('/accounts'), here(), here('/products'), ofProduct('/transactions/retrieve')]) {
      await allowed(call, 1)
    }
    for (const call of [here('/accounts'), here(), here('/products'), ofProduct(), balance()]) {
      expect(await outcome(call)).toBe('420 LIMIT_EXCEEDED')
    }
    await moveTo(instantOf(addDays(day, 1), '00:00:00'))
    await allowed(balance(), 4)
    expect(await outcome(balance())).toBe('420 LIMIT_EXCEEDED')
  })

  test('a call that is refused for another reason does not count', async () => {
    const refusals: [call: RawCall, refusal: string][] = [
      [ofProduct('/balance/retrieve', 2), '403 CONSENT_MISSING ACCOUNT_INFO'],
      [here('/products/A123456789'), '500 ARC04'],
      [here('/products/short'), '417 FIELD_INVALID productId'],
      [ofProduct('/transactions/retrieve?dateFrom=x'), '417 FIELD_INVALID dateFrom'],
      [{ path: '/private/customers/70010002/accounts' }, '403 CUSTOMER_NOT_ALLOWED'],
    ]
    for (const [call, refusal] of refusals) expect(await outcome(call)).toBe(refusal)
    await allowed(balance(), 4)
    expect(await outcome(balance())).toBe('420 LIMIT_EXCEEDED')
    for (const [call, refusal] of refusals) expect(await outcome(call)).toBe(refusal)
  })

  test('consent list and status do not count, nor does the customer online', async () => {
    const { kit, token } = niccolo
    await allowed(here('/consent/list'), 5)
    for (let time = 0; time < 5; time += 1) expect(await outcomeOf(kit, { ...balance(), token })).toBe('200')
    await allowed(balance(), 4)
    expect(await outcome(balance())).toBe('420 LIMIT_EXCEEDED')
    expect(await outcomeOf(kit, { ...balance(), token })).toBe('200')
    expect(await outcome(here('/consent/list'))).toBe('200')
  })

  test('is counted for each customer and each provider', async () => {
    const { bank, kit } = niccolo
    await allowed(balance(), 4)
    const aisha = await signedIn(kit, 'aisha')
    const categories = [{ name: 'ACCOUNT_INFO', products: aisha.products }]
    await grantConsent(kit, aisha.token, aisha.customerId, categories)
    await allowed({ path: `/private/customers/${aisha.customerId}/products` }, 1)

    const other = bank.kitOf(otherTpp().organizationIdentifier)
    const there = await signedIn(other, 'niccolo')
    await grantConsent(other, there.token, there.customerId, [
      { name: 'ACCOUNT_INFO', products: there.products.slice(0, 1) },
    ])
    expect(await outcomeOf(other, inBatch(other, await batchToken(other), balance()))).toBe('200')
    expect(await outcome(balance())).toBe('420 LIMIT_EXCEEDED')
  })

  test('calls at the same moment are counted one by one', async () => {
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => outcome(balance())))
    expect(outcomes.filter((one) => one === '200')).toHaveLength(4)
    expect(outcomes.filter((one) => one === '420 LIMIT_EXCEEDED')).toHaveLength(6)
  })

  test('outlasts a restart', async () => {
    await allowed(balance(), 4)
    niccolo.bank = await niccolo.bank.restart()
    niccolo.kit = niccolo.bank.kit
    expect(await outcome(balance())).toBe('420 LIMIT_EXCEEDED')
  })
})

test('the daily limit by the other reading: for each account', async () => {
  await start({ batchCounting: 'product' })
  await allowed(balance(), 4)
  expect(await outcome(balance())).toBe('420 LIMIT_EXCEEDED')
  await allowed(ofProduct('/balance/retrieve', 1), 4)
  await allowed(here('/accounts'), 4)
  expect(await outcome(here())).toBe('420 LIMIT_EXCEEDED')
  await niccolo.bank.stop()
})

describe("the customer's last SCA", () => {
  beforeEach(() => start())
  afterEach(() => niccolo.bank.stop())

  const dayMs = 24 * 60 * 60 * 1000

  test('90 days ago is enough, longer ago is not; a new one restarts the 90 days', async () => {
    const { bank, kit, customerId, products } = niccolo
    const before = bank.clock.now().getTime()
    await moveTo(new Date(before + 90 * dayMs - 60_000))
    await allowed(balance(), 1)
    await moveTo(new Date(bank.clock.now().getTime() + 120_000))
    for (const call of [here('/accounts'), here(), here('/products'), ofProduct(), balance()]) {
      expect(await outcome(call)).toBe('403 CUSTOMER_SCA_EXPIRED')
    }
    expect(await outcome(here('/consent/list'))).toBe('200')
    const { token } = await signedIn(kit, 'niccolo')
    expect(await outcomeOf(kit, { ...balance(), token })).toBe('200')
    expect(await outcome(balance())).toBe('403 CUSTOMER_SCA_EXPIRED')

    const categories = [{ name: 'ACCOUNT_INFO', products: products.slice(0, 1) }]
    await grantConsent(kit, token, customerId, categories)
    await allowed(balance(), 1)
  })

  test('a customer of the seed must renew it', async () => {
    const { kit } = niccolo
    const ettore = await signedIn(kit, 'ettore')
    const there = { path: `/private/customers/${ettore.customerId}/products` }
    expect(await outcome(there)).toBe('403 CUSTOMER_SCA_EXPIRED')
    expect(await outcomeOf(kit, { ...there, token: ettore.token })).toBe('200')
    const categories = [{ name: 'ACCOUNT_INFO', products: ettore.products.slice(0, 1) }]
    await grantConsent(kit, ettore.token, ettore.customerId, categories)
    await allowed(there, 1)
  })
})

test('who the customer is, a batch token cannot ask', async () => {
  await start()
  expect(await outcome({ path: '/private/customers/customerid-info' })).toBe('403 CUSTOMER_ONLINE_ONLY')
  await succeed(niccolo.kit, { path: '/private/customers/customerid-info', token: niccolo.token })
  await niccolo.bank.stop()
})
