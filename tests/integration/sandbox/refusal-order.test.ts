import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { batchToken, inBatch, refusalWithoutTrace } from './banking'
import { consentCall, resourceIdOf, revokeConsent } from './consent-journey'
import { endpoints } from './interface-walk'
import type { RawCall } from './raw-client'
import { orderTransfer, payees, startPaying } from './transfer-journey'

let niccolo: Awaited<ReturnType<typeof startPaying>>
let batch: string
/** By the part of a path that says what a resource is for. */
let resources: Record<string, string>
beforeAll(async () => {
  niccolo = await startPaying('niccolo')
  const { kit, token, customerId, products, payer } = niccolo
  const [first = '', savings = ''] = products
  // of the savings account there is no consent of any kind left
  await revokeConsent(kit, token, customerId, [{ name: 'ACCOUNT_INFO', products: [savings] }])
  batch = await batchToken(kit)
  const asked = [{ name: 'FUNDS_AVAILABILITY', products: [first] }]
  const granted = [{ name: 'ACCOUNT_INFO', products: [first] }]
  const ordered = await orderTransfer(kit, payer, { ibanBeneficiary: payees.german })
  resources = {
    '/consent/request/': await resourceIdOf(kit, consentCall(token, customerId, asked)),
    '/consent/revoke/': await resourceIdOf(kit, consentCall(token, customerId, granted, 'revoke')),
    '/moneyTransfer/': ordered,
    '/common/printer/': ordered,
    '/sca/': ordered,
    '/operations/': ordered,
  }
})
afterAll(() => niccolo.bank.stop())

const rows: readonly (readonly [row: number | string, method: string, path: string])[] = [
  ...endpoints,
  [
    'verify1',
    'PUT',
    '/private/customers/{customerId}/products/{productId}/moneyTransfer/{resourceId}/verify1',
  ],
]
const callableInBatch = new Set<number | string>([2, 6, 9, 13, 14, 15, 16, 17, 18])

/** What is wrong about a call: its token is a batch one, or its ids, or what comes beside the address. */
type Wrong = { batch: boolean; customerId: string; productId: string; resourceId: string; rest: boolean }

/** Everything at once, with ids that have their form. */
const everything = (): Wrong => ({
  batch: true,
  customerId: '70010002',
  productId: 'AAAAAAAAAA',
  resourceId: randomUUID(),
  rest: true,
})

function callOf(method: string, path: string, wrong: Wrong): RawCall {
  const address = path
    .replace('{customerId}', wrong.customerId)
    .replace('{productId}', wrong.productId)
    .replace('{resourceId}', wrong.resourceId)
  const call: RawCall = {
    method,
    path: wrong.rest ? `${address}?page=1` : address,
    token: niccolo.token,
    ...(wrong.rest ? { headers: { 'TPP-Redirect-URI': 'https://elsewhere.example/' } } : {}),
    ...(method === 'GET' ? {} : { body: wrong.rest ? '{' : '{}' }),
  }
  return wrong.batch ? inBatch(niccolo.kit, batch, call) : call
}

/** What is refused of body, query and headers once all else is right; nothing when none of them is read. */
function refusalOfRest(row: number | string, method: string): string | undefined {
  if (row === 4) return '417 REDIRECT_URI_NOT_REGISTERED'
  if (row === 17) return '417 FIELD_INVALID page'
  return method === 'GET' ? undefined : '400 BODY_UNREADABLE'
}

describe.each(rows)('%s: %s %s', (row, method, path) => {
  const ids = ['customerId', 'productId', 'resourceId'].filter((name) => path.includes(`{${name}}`))
  const refusal = (wrong: Wrong) =>
    refusalWithoutTrace(niccolo.bank, niccolo.kit, callOf(method, path, wrong))

  test('the form of each id in the address comes first, from left to right', async () => {
    for (const name of ids) {
      expect(await refusal({ ...everything(), [name]: 'x' })).toBe(`417 FIELD_INVALID ${name}`)
    }
    const all = Object.fromEntries(ids.map((name) => [name, 'x']))
    const [first] = ids
    if (first) expect(await refusal({ ...everything(), ...all })).toBe(`417 FIELD_INVALID ${first}`)
  })

  test('then online, customer, product, consent, resource, and what comes beside the address', async () => {
    const { customerId, products, payer } = niccolo
    const [, resourceId = ''] = Object.entries(resources).find(([part]) => path.includes(part)) ?? []
    const rest = refusalOfRest(row, method)
    const steps: [refused: string, applies: boolean, mended: Partial<Wrong>][] = [
      ['403 CUSTOMER_ONLINE_ONLY', !callableInBatch.has(row), { batch: false }],
      ['403 CUSTOMER_NOT_ALLOWED', ids.includes('customerId'), { customerId }],
      ['500 ARC04', ids.includes('productId'), { productId: products[1] ?? '' }],
      [
        `403 CONSENT_MISSING ${/moneyTransfer|printer/.test(path) ? 'PAYMENTS' : 'ACCOUNT_INFO'}`,
        ids.includes('productId'),
        { productId: payer.productId },
      ],
      ['412 RESOURCE_UNKNOWN', ids.includes('resourceId'), { resourceId }],
      [rest ?? '', rest !== undefined, { rest: false }],
      ['403 SCA_NOT_AUTHORIZED PENDING', /(confirm|execute)$/.test(path), {}],
    ]
    const wrong = everything()
    for (const [refused, applies, mended] of steps) {
      if (applies) expect(await refusal(wrong)).toBe(refused)
      Object.assign(wrong, mended)
    }
  })
})
