import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signedIn } from './banking'
import { approachCall, beginSca, confirmCall, consentCall, resourceIdOf } from './consent-journey'
import { refusalEnvelope, refusalOf, tokenCall } from './journey'
import { callBank, type RawCall } from './raw-client'
import { executeCall, orderTransfer, printerCall, resourceIn, startPaying } from './transfer-journey'

let niccolo: Awaited<ReturnType<typeof startPaying>>
beforeAll(async () => {
  niccolo = await startPaying('niccolo')
})
afterAll(() => niccolo.bank.stop())

const foreign = '/private/customers/70010002/accounts'
const lost = (): RawCall => executeCall(niccolo.payer, randomUUID())

describe('a refusal is the envelope with outcome ERROR and empty data, linked to what was called', () => {
  test.each<[outcome: string, call: () => RawCall]>([
    ['403 CUSTOMER_NOT_ALLOWED', () => ({ path: foreign, token: niccolo.token })],
    ['412 RESOURCE_UNKNOWN', lost],
    ['404 NOT_FOUND', () => ({ path: '/private/here/is?nothing=1', token: niccolo.token })],
    ['404 NOT_FOUND', () => ({ path: '/private/nowhere/', token: niccolo.token })],
    ['405 METHOD_NOT_ALLOWED', () => ({ ...lost(), method: 'POST' })],
    ['413 BODY_TOO_LARGE', () => ({ ...lost(), body: ' '.repeat(64 * 1024 + 1) })],
    ['412 TPP_SIGN_VFY', () => tokenCall(niccolo.kit, {}, { signed: { key: niccolo.kit.qwac.key } })],
    // to a stranger an address without anything looks like one with something
    ['403 TPP_CERT_MISSING', () => ({ path: foreign, certificate: null })],
    ['403 TPP_CERT_MISSING', () => ({ path: '/private/customers/70010002/nothing', certificate: null })],
  ])('%s', async (outcome, make) => {
    const call = make()
    const answer = await callBank(niccolo.kit, call)
    expect(refusalOf(answer)).toBe(outcome)
    const { self, curies } = refusalEnvelope.parse(answer.json())._links
    const [path] = call.path.split('?', 1)
    expect([self.method, curies[0]?.href.replace('{rel}', self.href)]).toEqual([
      call.method ?? 'GET',
      `${niccolo.kit.baseUrl}${path}`,
    ])
  })

  test('an address that is too long to repeat leads to the root', async () => {
    const { kit } = niccolo
    const answer = await callBank(kit, { path: `/private/${'x'.repeat(20_000)}`, certificate: null })
    expect(refusalEnvelope.parse(answer.json())._links).toEqual({
      self: { href: '.', method: 'GET' },
      curies: [{ href: `${new URL(kit.baseUrl).origin}/{rel}`, name: 'psd2' }],
    })
  })
})

describe('the resource of the call', () => {
  test('is named once it is found', async () => {
    const { kit, token, customerId, payer } = niccolo
    const categories = [{ name: 'FUNDS_AVAILABILITY', products: [payer.productId] }]
    const asked = await resourceIdOf(kit, consentCall(token, customerId, categories))
    const ordered = await orderTransfer(kit, payer)
    await beginSca(kit, token, ordered)
    const refused: [outcome: string, resourceId: string, call: RawCall][] = [
      ['403 SCA_NOT_AUTHORIZED PENDING', asked, confirmCall(token, customerId, asked)],
      ['400 BODY_UNREADABLE', asked, { ...confirmCall(token, customerId, asked), body: '' }],
      ['417 HEADER_MISSING TPP-Redirect-URI', asked, { ...approachCall(kit, token, asked), headers: {} }],
      ['400 STEP_NOT_ALLOWED SCA_STARTED', ordered, approachCall(kit, token, ordered)],
      ['403 SCA_NOT_AUTHORIZED PENDING', ordered, executeCall(payer, ordered)],
      ['417 FIELD_INVALID body', ordered, { ...executeCall(payer, ordered), body: '{"data":{}}' }],
      ['403 SCA_NOT_AUTHORIZED PENDING', ordered, printerCall(payer, ordered)],
    ]
    for (const [outcome, resourceId, call] of refused) {
      const answer = await callBank(kit, call)
      expect([refusalOf(answer), resourceIn(answer)]).toEqual([outcome, resourceId])
    }
  })

  test('of another kind or another customer is not', async () => {
    const { kit, token, customerId, payer } = niccolo
    const categories = [{ name: 'FUNDS_AVAILABILITY', products: [payer.productId] }]
    const asked = await resourceIdOf(kit, consentCall(token, customerId, categories))
    const ordered = await orderTransfer(kit, payer)
    const giulia = await signedIn(kit, 'giulia')
    for (const call of [
      confirmCall(token, customerId, ordered),
      confirmCall(token, customerId, asked, 'revoke'),
      executeCall(payer, asked),
      printerCall(payer, asked),
      approachCall(kit, giulia.token, asked),
    ]) {
      const answer = await callBank(kit, call)
      expect(refusalOf(answer)).toBe('412 RESOURCE_UNKNOWN')
      expect(answer.json()).not.toHaveProperty('resources')
    }
  })
})
