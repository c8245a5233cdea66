import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { balancesOf } from './account-view'
import { type Banking, outcomeOf } from './banking'
import {
  beginSca,
  consentCall,
  consentList,
  customerOf,
  decideSca,
  grantConsent,
  resourceIdOf,
  revokeConsent,
  succeed,
} from './consent-journey'
import { createBrowser } from './journey'
import { fieldsOfForm, openScaPage } from './sca'
import {
  executeCall,
  orderTransfer,
  type Payer,
  payees,
  startPaying,
  transferData,
  verifyCall,
} from './transfer-journey'
import { look, type Step, slowBank, steps, withoutTrace } from './wrong-state'

/** What happens at the same moment, or between two steps that belong together. */

let officine: Banking & { payer: Payer; payerOf(place: number): Payer }
beforeAll(async () => {
  officine = await startPaying('officine', undefined, { settings: slowBank })
})
afterAll(() => officine.bank.stop())

const times = 20

async function authorized(fields = {}, payer = officine.payer): Promise<string> {
  const { kit, token, customerId } = officine
  const resourceId = await orderTransfer(kit, payer, fields)
  await decideSca(kit, token, customerId, resourceId)
  return resourceId
}

async function authorizedConsent(kind: 'request' | 'revoke', name: string, place = 1): Promise<string> {
  const { kit, token, customerId, products } = officine
  const call = consentCall(token, customerId, [{ name, products: [products[place] ?? ''] }], kind)
  const resourceId = await resourceIdOf(kit, call)
  await decideSca(kit, token, customerId, resourceId)
  return resourceId
}

/** Outcomes and how often each was. */
function counted(outcomes: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1
  return counts
}

function atOnce(step: Step, resourceId: string): Promise<string[]> {
  const { kit, payer } = officine
  const calls = Array.from({ length: times }, () => steps[step](kit, payer, resourceId))
  return Promise.all(calls.map((call) => outcomeOf(kit, call)))
}

/** What has been written down since. */
async function eventsSince(before: string): Promise<string[]> {
  const { file } = await look(officine)
  expect(file.startsWith(before)).toBe(true)
  const lines = file.slice(before.length).split('\n').slice(0, -1)
  return lines.map((line) => String(JSON.parse(line).type))
}

describe('twenty at once: one is carried out', () => {
  test.each<[step: Step, make: () => Promise<string>, others: string, event: string]>([
    [
      'verify1',
      async () => {
        const { kit, payer } = officine
        const data = await transferData(kit, payer, { ibanBeneficiary: payees.swiss })
        return resourceIdOf(kit, verifyCall(payer, data))
      },
      '400 STEP_NOT_ALLOWED STEP_UNEXPECTED',
      'resource-extended',
    ],
    [
      'approach',
      () => orderTransfer(officine.kit, officine.payer),
      '400 STEP_NOT_ALLOWED SCA_STARTED',
      'sca-started',
    ],
    ['execute', authorized, '400 STEP_NOT_ALLOWED FINISHED', 'operation-executed'],
    [
      'confirm request',
      () => authorizedConsent('request', 'FUNDS_AVAILABILITY'),
      '400 STEP_NOT_ALLOWED FINISHED',
      'consent-confirmed',
    ],
    [
      'confirm revoke',
      () => authorizedConsent('revoke', 'ACCOUNT_INFO', 2),
      '400 STEP_NOT_ALLOWED FINISHED',
      'consent-confirmed',
    ],
  ])('%s', async (step, make, others, event) => {
    const resourceId = await make()
    const before = await look(officine)
    expect(counted(await atOnce(step, resourceId))).toEqual({ '200': 1, [others]: times - 1 })
    expect(await eventsSince(before.file)).toEqual([event])
    const { available } = await balancesOf(officine.kit, officine.payer)
    // 25.00 and a fee of 0.50
    const spent = step === 'execute' ? 25_50n : 0n
    expect(before.balances).toMatchObject({ available: available + spent })
  })

  test('decisions of the customer: the first counts, whatever the others say', async () => {
    const { bank, kit, token, customerId } = officine
    const resourceId = await orderTransfer(kit, officine.payer)
    const scaUrl = await beginSca(kit, token, resourceId)
    const browser = createBrowser()
    const customer = customerOf(kit, customerId)
    const fields = fieldsOfForm(await openScaPage(browser, scaUrl, customer), '/sca')
    const before = await look(officine)
    const answers = await Promise.all(
      Array.from({ length: times }, (_, index) => {
        const decision = ['approve', 'refuse', 'expire'][index % 3] ?? ''
        return browser.post(`${bank.pagesUrl}/sca`, { ...fields, code: customer.oneTimeCode, decision })
      }),
    )
    expect(counted(answers.map(({ status }) => String(status)))).toEqual({ '303': 1, '409': times - 1 })
    expect(await eventsSince(before.file)).toEqual(['sca-decided'])
  })

  test('codes that are guessed: three are counted', async () => {
    const { bank, kit, token, customerId, payer } = officine
    const customer = customerOf(kit, customerId)
    const browser = createBrowser()
    const scaUrl = await beginSca(kit, token, await orderTransfer(kit, payer))
    const fields = fieldsOfForm(await openScaPage(browser, scaUrl, customer), '/sca')
    const press = (code: string) =>
      browser.post(`${bank.pagesUrl}/sca`, { ...fields, code, decision: 'approve' })
    const before = await look(officine)
    const guesses = Array.from({ length: times }, (_, index) => press(`9999${index + 10}`))
    const answers = (await Promise.all(guesses)).map(({ status }) => String(status))
    expect(counted(answers)).toEqual({ '303': 2, '409': times - 2 })
    expect((await press(customer.oneTimeCode)).status).toBe(409)
    expect(await eventsSince(before.file)).toEqual(['code-wrong', 'code-wrong', 'code-wrong'])
  })

  test('transfers of which the account can pay one', async () => {
    const { kit } = officine
    const payer = officine.payerOf(1)
    const { available } = await balancesOf(kit, payer)
    const fields = { moneyTransferAmount: { currency: 'EUR', amount: `${(available - 50n) / 100n}.00` } }
    const ids = await Promise.all(Array.from({ length: 10 }, () => authorized(fields, payer)))
    const outcomes = await Promise.all(ids.map((id) => outcomeOf(kit, executeCall(payer, id))))
    expect(counted(outcomes)).toEqual({ '200': 1, '412 AMOUNT_NOT_AVAILABLE moneyTransferAmount.amount': 9 })
    const left = (await balancesOf(kit, payer)).available
    expect(left >= 0n && left < 100n).toBe(true)
  })
})

describe('between verify and execute', () => {
  /** Execution and document are refused without a trace, and the transfer is executed once all is well again. */
  async function refusedUntil(outcome: string, resourceId: string, restore: () => Promise<void>) {
    const { kit, payer } = officine
    const call = { kit, call: executeCall(payer, resourceId) }
    expect(await withoutTrace(officine, { first: call, again: call })).toEqual({
      first: outcome,
      again: outcome,
    })
    await restore()
    expect(await outcomeOf(kit, executeCall(payer, resourceId))).toBe('200')
  }
  const payments = () => [{ name: 'PAYMENTS', products: [officine.payer.productId] }]
  const grantAgain = async () => {
    await grantConsent(officine.kit, officine.token, officine.customerId, payments())
  }

  test('the provider takes the consent back', async () => {
    const { kit, token, customerId } = officine
    const resourceId = await authorized()
    await revokeConsent(kit, token, customerId, payments())
    await refusedUntil('403 CONSENT_MISSING PAYMENTS', resourceId, grantAgain)
  })

  test('the customer takes it back at the bank', async () => {
    const { bank, kit, customerId } = officine
    const resourceId = await authorized()
    const browser = createBrowser()
    const { username, oneTimeCode } = customerOf(kit, customerId)
    const login = fieldsOfForm(await (await browser.get(`${bank.pagesUrl}/my`)).text(), '/my/login')
    await browser.post(`${bank.pagesUrl}/my/login`, { ...login, pick: username })
    const page = await (await browser.get(`${bank.pagesUrl}/my`)).text()
    const [, address = ''] =
      new RegExp(`href="([^"]*category=PAYMENTS&amp;product=${officine.payer.productId}[^"]*)"`).exec(page) ??
      []
    const asked = await browser.get(`${bank.pagesUrl}${address.replaceAll('&amp;', '&')}`)
    const fields = fieldsOfForm(await asked.text(), '/my/revoke')
    await browser.post(`${bank.pagesUrl}/my/revoke`, { ...fields, code: oneTimeCode })
    expect((await consentList(kit, officine.token, customerId)).at(-1)).not.toContain(
      officine.payer.productId,
    )
    await refusedUntil('403 CONSENT_MISSING PAYMENTS', resourceId, grantAgain)
  })

  test('the account is closed, as far as a call can tell', async () => {
    const { bank } = officine
    const resourceId = await authorized()
    bank.scenarios.add({ fault: 'closed-account', match: { operation: 'moneyTransfer-execute' } })
    await refusedUntil('500 ARC04', resourceId, async () => bank.scenarios.clear())
  })

  test('a consent that is given, asked back and given again: the latest decision of the customer holds', async () => {
    const { kit, payer, token, customerId } = officine
    await grantConsent(kit, token, customerId, [
      { name: 'FUNDS_AVAILABILITY', products: [officine.products[1] ?? ''] },
    ])
    const given = await authorizedConsent('request', 'FUNDS_AVAILABILITY')
    const taken = await authorizedConsent('revoke', 'FUNDS_AVAILABILITY')
    const granted = `FUNDS_AVAILABILITY: ${officine.products[1]}`
    await succeed(kit, steps['confirm revoke'](kit, payer, taken))
    expect(await consentList(kit, token, customerId)).not.toContain(granted)
    expect(await outcomeOf(kit, steps['confirm request'](kit, payer, given))).toBe(
      '403 SCA_NOT_AUTHORIZED NOT_AUTHORIZED',
    )
    const givenAgain = await authorizedConsent('request', 'FUNDS_AVAILABILITY')
    await succeed(kit, steps['confirm request'](kit, payer, givenAgain))
    expect(await consentList(kit, token, customerId)).toContain(granted)
  })
})
