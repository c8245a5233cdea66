import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { parseFields } from '@/sandbox/api/body'
import { ApiRefusal } from '@/sandbox/api/refusal'
import { bankDayOf } from '@/sandbox/calendar/bank-day'
import { parseAmount } from '@/sandbox/money/amount'
import { operations } from '@/sandbox/operations'
import type { OperationDefinition } from '@/sandbox/operations/definition'
import { balancesOf } from './account-view'
import { outcomeOf, success } from './banking'
import { approachCall, decideSca, resourceIdOf, succeed } from './consent-journey'
import { pdfText } from './pdf-text'
import type { RawCall } from './raw-client'
import {
  executeCall,
  executeTransfer,
  orderTransfer,
  type Payer,
  printerCall,
  startPaying,
} from './transfer-journey'

const kept = z.object({ to: z.string(), amount: z.string().optional(), note: z.string().optional() })
const centsOf = (amount = '') => parseAmount(amount) ?? 0n

/**
 * A second operation, as a definition and nothing else: moving money between the customer's own accounts, told in three
 * parts. Addresses, consent, SCA, states, links and document come with the pattern.
 */
const ownAccounts: OperationDefinition = {
  name: 'ownAccounts',
  maxSteps: 2,
  prepare: ({ customer, account }) => ({
    targets: customer.accounts.filter((one) => one !== account).map((one) => one.productId),
  }),
  verify: ({ customer }, data) => {
    const { to } = parseFields(z.strictObject({ to: z.string() }), data)
    if (!customer.accounts.some(({ productId }) => productId === to)) {
      throw new ApiRefusal('FIELD_INVALID', { detail: 'to' })
    }
    return { content: { to }, data: {}, stepsNeeded: 2 }
  },
  step: (_context, content, step, data) => {
    const told =
      step === 1
        ? parseFields(z.strictObject({ amount: z.string() }), data)
        : parseFields(z.strictObject({ note: z.string() }), data)
    return { content: { ...content, ...told }, data: { step }, stepsNeeded: 2 }
  },
  summary: (_context, content) => ({
    title: 'Own accounts',
    rows: [{ label: 'To', value: kept.parse(content).to }],
  }),
  execute: ({ account, now }, content, resourceId) => {
    const { to, amount, note = '' } = kept.parse(content)
    const common = {
      currency: 'EUR',
      bookedFrom: now.getTime(),
      valueDay: bankDayOf(now),
      description: { short: 'GIROCONTO', extended: note, code: 'GIROCONTO' },
      reference: null,
    }
    return {
      postings: [
        { ...common, account: account.productId, cents: -centsOf(amount) },
        { ...common, account: to, cents: centsOf(amount) },
      ],
      outcome: { of: resourceId },
      data: { moved: amount },
      messages: [{ code: 'MOVED', message: 'Moved', type: 'SUCCESS', detail: '' }],
    }
  },
  document: (_context, content, outcome) => ({
    title: 'Own accounts',
    rows: [
      { label: 'Note', value: `${kept.parse(content).note} – Ω ő 漢` },
      { label: 'Of', value: String(outcome.of) },
    ],
  }),
}

let giulia: Awaited<ReturnType<typeof startPaying>>
let product: string
beforeAll(async () => {
  giulia = await startPaying('giulia', undefined, { operations: [...operations, ownAccounts] })
  product = `/private/customers/${giulia.customerId}/products/${giulia.payer.productId}`
})
afterAll(() => giulia.bank.stop())

function call(method: 'GET' | 'POST' | 'PUT', rel: string, content?: object): RawCall {
  const body = content === undefined ? {} : { body: JSON.stringify(content) }
  return { method, path: `${product}/ownAccounts/${rel}`, token: giulia.token, ...body }
}

const targetOf = ({ payerOf }: typeof giulia): Payer => payerOf(1)
const verify = () =>
  resourceIdOf(giulia.kit, call('POST', 'verify', { data: { to: targetOf(giulia).productId } }))
const step1 = (id: string, amount = '10.00') => call('PUT', `${id}/verify1`, { data: { amount } })
const step2 = (id: string, note = 'per noi') => call('PUT', `${id}/verify2`, { data: { note } })
const execute = (id: string) => call('PUT', `${id}/execute`, {})

describe('a second operation is a definition', () => {
  test('it goes the whole way, step by step, as its links say', async () => {
    const { kit, payer, token, customerId } = giulia
    const target = targetOf(giulia)
    const curies = [{ href: `${kit.baseUrl}${product}/ownAccounts/{rel}`, name: 'ownAccounts' }]
    const put = (href: string) => ({ href, method: 'PUT' })

    const prepared = await succeed(kit, call('GET', 'prepare'))
    expect(prepared.json()).toEqual(
      success({
        data: { targets: giulia.products.slice(1) },
        _links: {
          self: { href: 'prepare', method: 'GET' },
          next: { href: 'verify', method: 'POST' },
          curies,
        },
      }),
    )
    const id = await verify()
    const resources = { resourceId: id }
    expect((await succeed(kit, step1(id))).json()).toEqual(
      success({
        data: { step: 1 },
        resources,
        _links: { self: put(`${id}/verify1`), next: put(`${id}/verify2`), curies },
      }),
    )
    expect((await succeed(kit, step2(id))).json()).toEqual(
      success({
        data: { step: 2 },
        resources,
        _links: { self: put(`${id}/verify2`), next: put(`${id}/execute`), curies },
      }),
    )
    await decideSca(kit, token, customerId, id)
    const before = [await balancesOf(kit, payer), await balancesOf(kit, target)]
    expect((await succeed(kit, execute(id))).json()).toEqual(
      success(
        {
          data: { moved: '10.00' },
          resources,
          _links: { self: put(`${id}/execute`), curies },
          _embedded: {
            printer: { href: `${kit.baseUrl}${product}/common/printer/${id}/retrieve`, method: 'GET' },
          },
        },
        { messages: [{ code: 'MOVED', message: 'Moved', type: 'SUCCESS', detail: '' }] },
      ),
    )
    const after = [await balancesOf(kit, payer), await balancesOf(kit, target)]
    expect(after.map(({ accounting }) => accounting)).toEqual([
      (before[0]?.accounting ?? 0n) - 10_00n,
      (before[1]?.accounting ?? 0n) + 10_00n,
    ])
    const lines = pdfText((await succeed(kit, printerCall(payer, id))).body)
    expect(lines.slice(0, 2)).toEqual(['Banca Zefiro', 'Own accounts'])
    // what the fonts cannot draw becomes a plain letter, or a question mark
    expect(lines).toContain('per noi \x96 ? o ?')
  })

  test('steps come in their order, once, and before SCA', async () => {
    const { kit, token, customerId } = giulia
    const id = await verify()
    const unexpected = '400 STEP_NOT_ALLOWED STEP_UNEXPECTED'
    const missing = '400 STEP_NOT_ALLOWED STEP_MISSING'
    expect(await outcomeOf(kit, approachCall(kit, token, id))).toBe(missing)
    expect(await outcomeOf(kit, step2(id))).toBe(unexpected)
    expect(await outcomeOf(kit, step1(id))).toBe('200')
    expect(await outcomeOf(kit, step1(id, '99.00'))).toBe(unexpected)
    expect(await outcomeOf(kit, approachCall(kit, token, id))).toBe(missing)
    expect(await outcomeOf(kit, execute(id))).toBe('403 SCA_NOT_AUTHORIZED PENDING')
    expect(await outcomeOf(kit, step2(id))).toBe('200')
    await decideSca(kit, token, customerId, id)
    expect(await outcomeOf(kit, step2(id, 'anders'))).toBe('400 STEP_NOT_ALLOWED SCA_STARTED')
    expect(await outcomeOf(kit, execute(id))).toBe('200')
    expect(await outcomeOf(kit, step1(id))).toBe('400 STEP_NOT_ALLOWED FINISHED')
  })

  test('two at once take one step', async () => {
    const { kit } = giulia
    const id = await verify()
    const outcomes = await Promise.all([outcomeOf(kit, step1(id)), outcomeOf(kit, step1(id, '99.00'))])
    expect(outcomes.sort()).toEqual(['200', '400 STEP_NOT_ALLOWED STEP_UNEXPECTED'])
  })

  test('it has as many addresses as it may need, and its refusals are its own', async () => {
    const { kit } = giulia
    const id = await verify()
    expect(await outcomeOf(kit, call('PUT', `${id}/verify3`, { data: {} }))).toBe('404 NOT_FOUND')
    expect(await outcomeOf(kit, call('GET', 'verify'))).toBe('405 METHOD_NOT_ALLOWED')
    expect(await outcomeOf(kit, call('POST', 'verify', { data: { to: 'elsewhere0' } }))).toBe(
      '417 FIELD_INVALID to',
    )
  })

  test('a resource of one operation is unknown to the other', async () => {
    const { kit, payer, token, customerId } = giulia
    const transferId = await orderTransfer(kit, payer)
    await decideSca(kit, token, customerId, transferId)
    expect(await outcomeOf(kit, execute(transferId))).toBe('412 RESOURCE_UNKNOWN')
    const ownId = await verify()
    expect(await outcomeOf(kit, executeCall(payer, ownId))).toBe('412 RESOURCE_UNKNOWN')
    await executeTransfer(kit, payer, transferId)
  })
})

test('a bank without the definition does not have the addresses', async () => {
  const plain = await startPaying('aisha')
  try {
    const path = `/private/customers/${plain.customerId}/products/${plain.payer.productId}/ownAccounts/prepare`
    expect(await outcomeOf(plain.kit, { path, token: plain.token })).toBe('404 NOT_FOUND')
  } finally {
    await plain.bank.stop()
  }
})
