import { verify } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { FaultName } from '@/sandbox/control/faults'
import type { ScenarioRequest } from '@/sandbox/control/scenarios'
import { type Banking, otherTpp, signedIn } from './banking'
import {
  approachCall,
  beginSca,
  confirmCall,
  consentCall,
  consentList,
  customerOf,
  decideSca,
  resourceIdOf,
  succeed,
} from './consent-journey'
import { createBrowser, exchangeForm, obtainCode, refusalOf, tokenCall } from './journey'
import { callBank, provenText, type RawAnswer, type RawCall, sealOf } from './raw-client'
import { fieldsOfForm, openScaPage } from './sca'
import {
  executeCall,
  orderTransfer,
  type Payer,
  startPaying,
  transferData,
  verifyCall,
} from './transfer-journey'

let banking: Banking & { payer: Payer }
beforeAll(async () => {
  banking = await startPaying('niccolo', undefined, { furtherTpps: [otherTpp()] })
})
afterAll(() => banking.bank.stop())
afterEach(() => banking.bank.scenarios.clear())

const product = () => `/private/customers/${banking.customerId}/products/${banking.payer.productId}`
const balance = (): RawCall => ({ path: `${product()}/balance/retrieve`, token: banking.token })
const accounts = (): RawCall => ({
  path: `/private/customers/${banking.customerId}/accounts`,
  token: banking.token,
})
const status = (resourceId: string): RawCall => ({
  path: `/private/operations/${resourceId}/status`,
  token: banking.token,
})

function stage(fault: FaultName, more: Partial<ScenarioRequest> = {}): void {
  banking.bank.scenarios.add({ fault, times: 1, ...more })
}

/** Signed, and signed right. */
function isProven(call: RawCall, answer: RawAnswer): boolean {
  const { text, signature } = provenText(banking.kit, call, answer)
  return verify('sha256', text, sealOf(answer).publicKey, signature)
}

async function staged(call: RawCall, fault: FaultName, more: Partial<ScenarioRequest> = {}) {
  stage(fault, more)
  const answer = await callBank(banking.kit, call)
  expect(isProven(call, answer)).toBe(true)
  return answer
}

describe('signed errors', () => {
  test.each<[FaultName, ScenarioRequest['parameters'], string]>([
    ['not-found-backend', {}, '412 RESOURCE_UNKNOWN'],
    ['sign-refused', {}, '412 TPP_SIGN_VFY'],
    ['consent-missing', { detail: 'ACCOUNT_INFO' }, '403 CONSENT_MISSING ACCOUNT_INFO'],
    ['validation-error', {}, '417 FIELD_INVALID moneyTransferAmount.amount'],
    ['validation-error', { field: 'ibanBeneficiary' }, '417 FIELD_INVALID ibanBeneficiary'],
    ['special-characters', {}, '422 CHARACTER_NOT_ALLOWED description: Ю (U+042E)'],
    [
      'special-characters',
      { field: 'beneficiaryName', character: '😀' },
      '422 CHARACTER_NOT_ALLOWED beneficiaryName: 😀 (U+1F600)',
    ],
  ])('%s %j', async (fault, parameters, expected) => {
    expect(refusalOf(await staged(accounts(), fault, { parameters }))).toBe(expected)
  })

  test('closed-account acts on calls about a product', async () => {
    stage('closed-account')
    expect((await callBank(banking.kit, accounts())).status).toBe(200)
    const answer = await callBank(banking.kit, balance())
    expect([refusalOf(answer), answer.json()]).toEqual([
      '500 ARC04',
      expect.objectContaining({
        result: expect.objectContaining({
          messages: [expect.objectContaining({ message: 'Invalid productId specified' })],
        }),
      }),
    ])
    expect((await callBank(banking.kit, balance())).status).toBe(200)
  })

  test('status-unavailable acts on the status endpoint, and the operation goes on', async () => {
    const { kit, token, customerId, payer } = banking
    const resourceId = await orderTransfer(kit, payer)
    await decideSca(kit, token, customerId, resourceId)
    stage('status-unavailable')
    expect((await callBank(kit, balance())).status).toBe(200)
    expect(refusalOf(await callBank(kit, status(resourceId)))).toBe('500 INTERNAL')
    expect((await callBank(kit, executeCall(payer, resourceId))).status).toBe(200)
  })
})

describe('well signed, badly filled', () => {
  const content = z.looseObject({ result: z.looseObject({ outcome: z.string() }), data: z.looseObject({}) })

  test('unknown-enum: the status, the outcome, or what is named', async () => {
    const { kit, payer } = banking
    const resourceId = await orderTransfer(kit, payer)
    const odd = await staged(status(resourceId), 'unknown-enum')
    expect(content.parse(odd.json()).data.authorizationStatus).toBe('UNHEARD_OF')
    const outcome = content.parse((await staged(balance(), 'unknown-enum')).json()).result.outcome
    expect(outcome).toBe('UNHEARD_OF')
    const parameters = { field: 'data.accounts[1].currency', value: 'XXX' }
    expect((await staged(accounts(), 'unknown-enum', { parameters })).json()).toMatchObject({
      data: { accounts: [{ currency: 'EUR' }, { currency: 'XXX' }, { currency: 'EUR' }] },
    })
  })

  test('missing-field: what the call is made for, or what is named, and nothing else', async () => {
    const right = content.parse((await callBank(banking.kit, balance())).json())
    const { availableBalance, ...rest } = right.data
    expect(availableBalance).toBeDefined()
    expect(content.parse((await staged(balance(), 'missing-field')).json()).data).toEqual(rest)
    const parameters = { field: 'result.requestId' }
    const answer = content.parse((await staged(balance(), 'missing-field', { parameters })).json())
    expect([answer.result.requestId, answer.data]).toEqual([undefined, right.data])
  })

  test('a path that is not there changes nothing, on the way to prototypes neither', async () => {
    const right = content.parse((await callBank(banking.kit, balance())).json()).data
    for (const field of ['data.nothing.here', '__proto__.polluted', 'constructor.prototype.x', '']) {
      const answer = await staged(balance(), 'unknown-enum', { parameters: { field } })
      expect(content.parse(answer.json()).data).toEqual(right)
    }
  })
})

describe('the bank does otherwise', () => {
  const [info, funds] = ['ACCOUNT_INFO', 'FUNDS_AVAILABILITY'] as const

  test('partial-consent: one category has no effect, the others are granted', async () => {
    const { kit } = banking
    const { token, customerId, products } = await signedIn(kit, 'aisha')
    const asked = [info, funds].map((name) => ({ name, products: products.slice(0, 1) }))
    stage('partial-consent')
    const requested = await callBank(kit, consentCall(token, customerId, asked))
    const answer = z
      .object({
        data: z.object({ categoriesOutcome: z.array(z.unknown()) }),
        resources: z.object({ resourceId: z.string() }),
      })
      .parse(requested.json())
    expect(answer.data.categoriesOutcome).toEqual([
      { name: info, outcome: true },
      { name: funds, outcome: false },
    ])
    const before = await consentList(kit, token, customerId)
    await decideSca(kit, token, customerId, answer.resources.resourceId)
    await succeed(kit, confirmCall(token, customerId, answer.resources.resourceId))
    expect(before).toEqual([])
    expect(await consentList(kit, token, customerId)).toEqual([`${info}: ${products[0]}`])

    // the category can be chosen; one that is asked for alone is refused
    stage('partial-consent', { parameters: { category: info } })
    const first = await callBank(kit, consentCall(token, customerId, asked))
    expect(first.json()).toMatchObject({
      data: { categoriesOutcome: [{ outcome: false }, { outcome: true }] },
    })
    stage('partial-consent')
    expect(refusalOf(await callBank(kit, consentCall(token, customerId, asked.slice(1))))).toBe(
      '417 CATEGORY_NOT_ALLOWED categories[0].products[0]',
    )
  })

  test('execute-answer-lost: the money has moved, once; calls before it are answered', async () => {
    const { kit, token, customerId, payer, bank } = banking
    stage('execute-answer-lost')
    const before = await callBank(kit, balance())
    const resourceId = await orderTransfer(kit, payer)
    await decideSca(kit, token, customerId, resourceId)
    await expect(callBank(kit, executeCall(payer, resourceId))).rejects.toThrow(/socket hang up|ECONNRESET/)
    expect(bank.journal.entries().at(-1)).toMatchObject({
      operation: 'moneyTransfer-execute',
      fault: 'execute-answer-lost',
      answer: { status: 200 },
    })
    expect(refusalOf(await callBank(kit, executeCall(payer, resourceId)))).toBe(
      '400 STEP_NOT_ALLOWED FINISHED',
    )
    const available = z.object({ data: z.object({ availableBalance: z.object({ amount: z.string() }) }) })
    const cents = (answer: RawAnswer) =>
      Math.round(Number(available.parse(answer.json()).data.availableBalance.amount) * 100)
    // 25.00 and the fee of 0.50
    expect(cents(await callBank(kit, balance()))).toBe(cents(before) - 2550)
  })

  test('lost-callback: the decision is kept, and the browser is not sent back', async () => {
    const { kit, token, customerId, payer, bank } = banking
    const customer = customerOf(kit, customerId)
    const decide = async () => {
      const resourceId = await orderTransfer(kit, payer)
      const address = await beginSca(kit, token, resourceId)
      const browser = createBrowser()
      const fields = fieldsOfForm(await openScaPage(browser, address, customer), '/sca')
      const answer = await browser.post(new URL('/sca', address).href, {
        ...fields,
        code: customer.oneTimeCode,
        decision: 'approve',
      })
      return { resourceId, answer }
    }
    stage('lost-callback', { match: { customerId: '70010002' } })
    stage('lost-callback', { match: { operation: 'status' } })
    expect((await decide()).answer.status).toBe(303)
    stage('lost-callback', { match: { customerId, tpp: 'PSDIT-BI-19495S' } })
    const { resourceId, answer } = await decide()
    const page = await answer.text()
    expect([answer.status, answer.headers.get('location')]).toEqual([200, null])
    expect(page).not.toContain('/api/sca/callback/')
    expect((await callBank(kit, status(resourceId))).json()).toMatchObject({
      data: { authorizationStatus: 'AUTHORIZED' },
    })
    expect((await decide()).answer.status).toBe(303)
    expect(bank.scenarios.list().map(({ match }) => match)).toEqual([
      { customerId: '70010002' },
      { operation: 'status' },
    ])
  })

  test.each<[FaultName, number]>([
    ['token-envelope', 200],
    ['token-302', 302],
    ['token-307', 307],
  ])('%s acts on the token endpoint and waits for it', async (fault, expected) => {
    const { kit } = banking
    stage(fault)
    expect((await callBank(kit, accounts())).header('location')).toBeUndefined()
    const call = tokenCall(kit, exchangeForm(kit, await obtainCode(kit, 'aisha')))
    const answer = await callBank(kit, call)
    expect([answer.status, isProven(call, answer)]).toEqual([expected, true])
    if (expected === 200) expect(answer.json()).toMatchObject({ data: { access_token: expect.any(String) } })
    else expect(answer.header('location')).toMatch(/^http/)
  })
})

describe('which calls', () => {
  test('those of one provider', async () => {
    const { bank } = banking
    const other = bank.kitOf(otherTpp().organizationIdentifier)
    const theirs = await signedIn(other, 'niccolo')
    stage('server-error', { match: { tpp: otherTpp().organizationIdentifier } })
    expect((await callBank(banking.kit, accounts())).status).toBe(200)
    const refused = await callBank(other, { ...accounts(), token: theirs.token })
    expect(refusalOf(refused)).toBe('500 INTERNAL')
  })

  test('those of one endpoint, by its name in the journal', async () => {
    const { kit, token, payer, bank } = banking
    const resourceId = await orderTransfer(kit, payer)
    const calls: [string, RawCall][] = [
      ['moneyTransfer-verify', verifyCall(payer, await transferData(kit, payer))],
      ['sca-approach', approachCall(kit, token, resourceId)],
      ['balance', balance()],
      ['consent-request', consentCall(token, banking.customerId, [])],
    ]
    for (const [operation, call] of calls) {
      stage('server-error', { match: { operation } })
      expect((await callBank(kit, accounts())).status).toBe(200)
      expect(refusalOf(await callBank(kit, call))).toBe('500 INTERNAL')
      expect(bank.journal.entries().at(-1)?.operation).toBe(operation)
    }
    // the approach was refused in the scenario's name: it did not begin
    expect(await resourceIdOf(kit, approachCall(kit, token, resourceId))).toBe(resourceId)
  })
})
