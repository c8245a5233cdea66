import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RefusalCode, refusals } from '@/sandbox/api/refusal'
import type { Kit } from '@/sandbox/kit'
import { operations } from '@/sandbox/operations'
import type { OperationDefinition } from '@/sandbox/operations/definition'
import { expectConsoleError } from '@/tests/support/setup'
import { batchToken, inBatch, outcomeOf, signedIn } from './banking'
import {
  approachCall,
  type ConsentCategories,
  confirmCall,
  consentCall,
  grantConsent,
  resourceIdOf,
  succeed,
} from './consent-journey'
import type { RawCall } from './raw-client'
import { euro, type Payer, startPaying, transferData, verifyCall } from './transfer-journey'

/** An operation that the bank cannot carry out: a fault of its own. */
const broken: OperationDefinition = {
  name: 'broken',
  maxSteps: 0,
  prepare: () => {
    throw new Error('broken')
  },
  verify: () => ({ content: {}, data: {}, stepsNeeded: 0 }),
  step: () => ({ content: {}, data: {}, stepsNeeded: 0 }),
  summary: () => ({ title: '', rows: [] }),
  execute: () => ({ postings: [], outcome: {}, data: {}, messages: [] }),
  document: () => ({ title: '', rows: [] }),
}

let niccolo: Awaited<ReturnType<typeof startPaying>>
let kit: Kit
let token: string
let customerId: string
beforeAll(async () => {
  niccolo = await startPaying('niccolo', undefined, {
    operations: [...operations, broken],
    settings: { inquirySca: 'older-than-90-days' },
  })
  kit = niccolo.kit
  token = niccolo.token
  customerId = niccolo.customerId
})
afterAll(() => niccolo.bank.stop())

const state = () => readFile(join(niccolo.bank.dataDir, 'state.jsonl'), 'utf8')

const accountInfo = (productId: string): ConsentCategories => [
  { name: 'ACCOUNT_INFO', products: [productId] },
]

function productPath({ customerId, productId }: Payer, rest: string): string {
  return `/private/customers/${customerId}/products/${productId}/${rest}`
}

async function verifying(fields: object, payer = niccolo.payer): Promise<RawCall> {
  return verifyCall(payer, await transferData(kit, payer, fields))
}

async function signedInPayer(username: string, place: number): Promise<Payer> {
  const customer = await signedIn(kit, username)
  return { ...customer, productId: customer.products[place] ?? '' }
}

function requested(): Promise<string> {
  return resourceIdOf(kit, consentCall(token, customerId, accountInfo(niccolo.payer.productId)))
}

/** Codes that a check of the pipeline gives: reached in every-check.test.ts, whose rows name them. */
const byCheck = [
  'TPP_CERT_MISSING',
  'TPP_CERT_UNTRUSTED',
  'TPP_CERT_NOT_QWAC',
  'TPP_CERT_NOT_PSD2',
  'TPP_NOT_REGISTERED',
  'TPP_APP_FOREIGN',
  'TPP_SEAL_EXPIRED',
  'TPP_ROLE_MISSING',
  'TPP_SIGN_VFY',
  'HEADER_MISSING',
  'HEADER_REPEATED',
  'HEADER_INVALID',
  'DATE_SKEW',
  'BODY_NOT_ALLOWED',
  'BODY_TOO_LARGE',
  'REQUEST_ID_REUSED',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'TOKEN_MISSING',
  'TOKEN_INVALID',
] as const satisfies RefusalCode[]

type CheckCode = (typeof byCheck)[number]

/** How each other code is reached: what a caller does who has done everything else right. */
const ways: Record<Exclude<RefusalCode, CheckCode>, [outcome: string, make: () => Promise<RawCall>]> = {
  CUSTOMER_NOT_ALLOWED: [
    '403 CUSTOMER_NOT_ALLOWED',
    async () => consentCall(token, '70010002', accountInfo(niccolo.payer.productId)),
  ],
  CUSTOMER_ONLINE_ONLY: [
    '403 CUSTOMER_ONLINE_ONLY',
    async () =>
      inBatch(
        kit,
        await batchToken(kit),
        consentCall(token, customerId, accountInfo(niccolo.payer.productId)),
      ),
  ],
  FIELD_INVALID: [
    '417 FIELD_INVALID moneyTransferAmount.amount',
    () => verifying({ moneyTransferAmount: { currency: 'EUR', amount: '1' } }),
  ],
  BODY_UNREADABLE: ['400 BODY_UNREADABLE', async () => ({ ...(await verifying({})), body: '{' })],
  STEP_NOT_ALLOWED: [
    '400 STEP_NOT_ALLOWED SCA_STARTED',
    async () => {
      const call = approachCall(kit, token, await requested())
      await succeed(kit, call)
      return call
    },
  ],
  SCA_NOT_AUTHORIZED: [
    '403 SCA_NOT_AUTHORIZED PENDING',
    async () => confirmCall(token, customerId, await requested()),
  ],
  CONSENT_MISSING: [
    '403 CONSENT_MISSING PAYMENTS',
    async () => {
      const payer = await signedInPayer('aisha', 0)
      return { path: productPath(payer, 'moneyTransfer/prepare'), token: payer.token }
    },
  ],
  CUSTOMER_SCA_EXPIRED: [
    '403 CUSTOMER_SCA_EXPIRED',
    async () => {
      const ettore = await signedIn(kit, 'ettore')
      const path = `/private/customers/${ettore.customerId}/products`
      return inBatch(kit, await batchToken(kit), { path })
    },
  ],
  PSD2_SCA_REQUIRED: [
    '403 PSD2_SCA_REQUIRED',
    async () => {
      niccolo.bank.clock.move(21 * 60 * 1000)
      // whatever is answered after the move has waited for it to be on the disk
      await succeed(kit, { path: productPath(niccolo.payer, 'balance/retrieve'), token })
      return { path: productPath(niccolo.payer, 'transactions/retrieve?dateFrom=01/01/2034'), token }
    },
  ],
  RESOURCE_UNKNOWN: ['412 RESOURCE_UNKNOWN', async () => confirmCall(token, customerId, randomUUID())],
  CONSENT_UNKNOWN: [
    '412 CONSENT_UNKNOWN',
    async () => {
      const chiara = await signedInPayer('chiara', 0)
      return consentCall(chiara.token, chiara.customerId, accountInfo(chiara.productId), 'revoke')
    },
  ],
  AMOUNT_NOT_AVAILABLE: [
    '412 AMOUNT_NOT_AVAILABLE moneyTransferAmount.amount',
    () => verifying(euro('900000000.00')),
  ],
  SWIFT_CONTRACT_MISSING: [
    '412 SWIFT_CONTRACT_MISSING',
    async () => {
      const giulia = await signedInPayer('giulia', 10)
      const categories = [{ name: 'PAYMENTS', products: [giulia.productId] }]
      await grantConsent(kit, giulia.token, giulia.customerId, categories)
      return verifying({ type: 'SWIFT', moneyTransferAmount: { currency: 'USD', amount: '1.00' } }, giulia)
    },
  ],
  CATEGORY_NOT_ALLOWED: [
    '417 CATEGORY_NOT_ALLOWED categories[0].products[0]',
    async () => consentCall(token, customerId, [{ name: 'PAYMENTS', products: [niccolo.products[1] ?? ''] }]),
  ],
  REDIRECT_URI_NOT_REGISTERED: [
    '417 REDIRECT_URI_NOT_REGISTERED',
    async () => ({
      ...approachCall(kit, token, await requested()),
      headers: { 'TPP-Redirect-URI': 'https://elsewhere.example/api/sca/callback/1' },
    }),
  ],
  LIMIT_EXCEEDED: [
    '420 LIMIT_EXCEEDED',
    async () => {
      const path = `/private/customers/${customerId}/products`
      const batch = await batchToken(kit)
      for (let access = 1; access <= 4; access += 1) await succeed(kit, inBatch(kit, batch, { path }))
      return inBatch(kit, batch, { path })
    },
  ],
  CHARACTER_NOT_ALLOWED: [
    '422 CHARACTER_NOT_ALLOWED beneficiaryName: Ю (U+042E)',
    () => verifying({ beneficiaryName: 'Юлия' }),
  ],
  ARC04: [
    '500 ARC04',
    async () => {
      const ludovica = await signedIn(kit, 'ludovica')
      // one of her accounts is closed: the one that cannot be consented to
      const calls = ludovica.products.map((id) =>
        consentCall(ludovica.token, ludovica.customerId, accountInfo(id)),
      )
      const outcomes = await Promise.all(calls.map((call) => outcomeOf(kit, call)))
      const closed = calls[outcomes.indexOf('500 ARC04')]
      if (!closed) throw new Error('no account of hers is closed')
      return closed
    },
  ],
  INTERNAL: ['500 INTERNAL', async () => ({ path: productPath(niccolo.payer, 'broken/prepare'), token })],
}

test('every code has a row, here or among the checks', async () => {
  expect([...Object.keys(ways), ...byCheck].sort()).toEqual(Object.keys(refusals).sort())
  const rows = await readFile(new URL('every-check.test.ts', import.meta.url), 'utf8')
  const failing = byCheck.filter((code) => !rows.includes(`'${refusals[code][0]} ${code}`))
  expect(failing).toEqual([])
})

/** The one refusal that makes something: the resource by which the customer can do the SCA that is missing. */
const leavesTrace = new Set(['PSD2_SCA_REQUIRED'])

test.each(Object.entries(ways))('%s', async (code, [outcome, make]) => {
  const call = await make()
  const before = await state()
  expect(await outcomeOf(kit, call)).toBe(outcome)
  const changed = (await state()) !== before
  expect(changed, 'whether the refusal is on the disk').toBe(leavesTrace.has(code))
  if (code === 'INTERNAL') expect(expectConsoleError()).toHaveLength(1)
})
