import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { bankTimeOf } from '@/sandbox/calendar/bank-day'
import {
  type Banking,
  batchToken,
  inBatch,
  otherTpp,
  outcomeOf,
  refusalWithoutTrace,
  signedIn,
  startBanking,
  success,
} from './banking'
import {
  approachCall,
  beginSca,
  confirmCall,
  consentCall,
  customerOf,
  decideSca,
  grantConsent,
  resourceIdOf,
  returnUri,
  succeed,
} from './consent-journey'
import { callBank, type RawCall } from './raw-client'
import { authorizeOnce } from './sca'

let aisha: Banking
beforeAll(async () => {
  aisha = await startBanking('aisha', { furtherTpps: [otherTpp()] })
})
afterAll(() => aisha.bank.stop())

function askedFor({ kit, token, customerId, products }: Banking): Promise<string> {
  const categories = [{ name: 'ACCOUNT_INFO', products: [products[0] ?? ''] }]
  return resourceIdOf(kit, consentCall(token, customerId, categories))
}

const statusCall = (resourceId: string, token = aisha.token): RawCall => ({
  path: `/private/operations/${resourceId}/status`,
  token,
})

async function statusOf(resourceId: string, { kit, token }: Banking = aisha): Promise<unknown> {
  return (await succeed(kit, statusCall(resourceId, token))).json()
}

/** `result` has an id of its own in every answer. */
function withoutResult(envelope: unknown): unknown {
  return z.looseObject({ result: z.unknown().transform(() => null) }).parse(envelope)
}

const says = (authorizationStatus: string, executionStatus = 'PENDING') => ({
  data: { authorizationStatus, executionStatus },
})

describe('approach', () => {
  test('in full; the customer comes back exactly to the address that was given', async () => {
    const { bank, kit, token, customerId } = aisha
    const resourceId = await askedFor(aisha)
    const back = `${returnUri(kit)}?trace=1`
    const answer = await callBank(kit, {
      ...approachCall(kit, token, resourceId),
      headers: { 'TPP-Redirect-URI': back },
    })
    const scaRedirectURL = JSON.parse(answer.body.toString()).data.scaRedirectURL
    expect(scaRedirectURL).toMatch(new RegExp(`^${bank.pagesUrl}/sca\\?ticket=[A-Za-z0-9_-]{43}$`))
    expect(answer.json()).toEqual(
      success({
        data: { scaRedirectURL, chosenScaApproach: 'REDIRECT' },
        resources: { resourceId },
        _links: {
          self: { href: 'approach', method: 'GET' },
          curies: [{ href: `${kit.baseUrl}/private/auth/security/sca/${resourceId}/{rel}`, name: 'sca' }],
        },
      }),
    )
    expect((await authorizeOnce(scaRedirectURL, customerOf(kit, customerId))).href).toBe(back)
  })

  test('decoupled: nowhere to go, the customer approves in the bank', async () => {
    const decoupled = await startBanking('aisha', { settings: { scaApproach: 'DECOUPLED' } })
    const resourceId = await askedFor(decoupled)
    const { kit, token } = decoupled
    expect((await succeed(kit, approachCall(kit, token, resourceId))).json()).toMatchObject({
      data: { scaRedirectURL: '', chosenScaApproach: 'DECOUPLED' },
    })
    expect(await statusOf(resourceId, decoupled)).toMatchObject(says('PENDING'))
    await decoupled.bank.stop()
  })

  test('once for each resource, whatever became of the first', async () => {
    const { kit, token, customerId } = aisha
    for (const decision of ['none', 'approve', 'refuse', 'expire'] as const) {
      const resourceId = await askedFor(aisha)
      if (decision === 'none') await beginSca(kit, token, resourceId)
      else await decideSca(kit, token, customerId, resourceId, decision)
      const before = withoutResult(await statusOf(resourceId))
      expect(await outcomeOf(kit, approachCall(kit, token, resourceId))).toBe(
        '400 STEP_NOT_ALLOWED SCA_STARTED',
      )
      expect(withoutResult(await statusOf(resourceId))).toEqual(before)
    }
  })

  test('without an address to return to, or with one that is not registered, SCA does not begin', async () => {
    const { bank, kit, token } = aisha
    const resourceId = await askedFor(aisha)
    const call = approachCall(kit, token, resourceId)
    for (const header of [null, '']) {
      expect(await outcomeOf(kit, { ...call, headers: { 'TPP-Redirect-URI': header } })).toBe(
        '417 HEADER_MISSING TPP-Redirect-URI',
      )
    }
    const registered = returnUri(kit)
    for (const header of [
      'https://evil.example/api/sca/callback/1',
      `${registered}/../../../../elsewhere`,
      registered.replace('//', ''),
      registered.replace('//', '/'),
      registered.replace('http', 'HTTP'),
      `${registered}#part`,
      `${registered}?${'x'.repeat(2000)}`,
    ]) {
      const wrong = { ...call, headers: { 'TPP-Redirect-URI': header } }
      expect(await refusalWithoutTrace(bank, kit, wrong)).toBe('417 REDIRECT_URI_NOT_REGISTERED')
    }
    expect(await outcomeOf(kit, { ...call, headers: { 'TPP-Redirect-URI': [registered, registered] } })).toBe(
      '417 HEADER_REPEATED TPP-Redirect-URI',
    )
    expect(await outcomeOf(kit, call)).toBe('200')
  })

  test("of an unknown resource, one that is none, another customer's, another provider's", async () => {
    const { bank, kit, token } = aisha
    expect(await outcomeOf(kit, approachCall(kit, token, randomUUID()))).toBe('412 RESOURCE_UNKNOWN')
    expect(await outcomeOf(kit, approachCall(kit, token, 'one'))).toBe('417 FIELD_INVALID resourceId')
    const resourceId = await askedFor(aisha)
    const niccolo = await signedIn(kit, 'niccolo')
    expect(await outcomeOf(kit, approachCall(kit, niccolo.token, resourceId))).toBe('412 RESOURCE_UNKNOWN')
    const other = bank.kitOf(otherTpp().organizationIdentifier)
    const there = await signedIn(other, 'aisha')
    expect(await outcomeOf(other, approachCall(other, there.token, resourceId))).toBe('412 RESOURCE_UNKNOWN')
    expect(await outcomeOf(kit, approachCall(kit, token, resourceId))).toBe('200')
  })
})

describe('status', () => {
  test('in full, before SCA has begun', async () => {
    const { bank, kit } = aisha
    const [day, time] = bankTimeOf(bank.clock.now())
    const resourceId = await askedFor(aisha)
    const answer = await statusOf(resourceId)
    expect(answer).toEqual(
      success({
        data: {
          creationTimestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
          authorizationStatus: 'PENDING',
          executionStatus: 'PENDING',
        },
        resources: { resourceId },
        _links: {
          self: { href: 'status', method: 'GET' },
          curies: [{ href: `${kit.baseUrl}/private/operations/${resourceId}/{rel}`, name: 'operations' }],
        },
      }),
    )
    const [, created = ''] = /"creationTimestamp":"([^"]*)"/.exec(JSON.stringify(answer)) ?? []
    expect(created >= `${day}T${time}`).toBe(true)
    expect(created <= bankTimeOf(bank.clock.now()).join('T')).toBe(true)
  })

  test('follows the customer and the clock, until the resource is disposed of', async () => {
    const { bank, kit, token, customerId } = aisha
    const begun = await askedFor(aisha)
    await beginSca(kit, token, begun)
    expect(await statusOf(begun)).toMatchObject(says('PENDING'))
    const approved = await askedFor(aisha)
    await decideSca(kit, token, customerId, approved)
    expect(await statusOf(approved)).toMatchObject(says('AUTHORIZED'))
    const refused = await askedFor(aisha)
    await decideSca(kit, token, customerId, refused, 'refuse')
    expect(await statusOf(refused)).toMatchObject(says('NOT_AUTHORIZED'))

    bank.clock.move(5 * 60 * 1000)
    expect(await statusOf(begun)).toMatchObject(says('EXPIRED'))
    await succeed(kit, confirmCall(token, customerId, approved))
    expect(await statusOf(approved)).toMatchObject(says('AUTHORIZED'))
    bank.clock.move(10 * 60 * 1000)
    for (const gone of [begun, refused, approved]) {
      expect(await outcomeOf(kit, statusCall(gone))).toBe('412 RESOURCE_UNKNOWN')
    }
    bank.clock.reset()
  })

  test("of an unknown resource, one that is none, another customer's, another provider's", async () => {
    const { bank, kit } = aisha
    expect(await outcomeOf(kit, statusCall(randomUUID()))).toBe('412 RESOURCE_UNKNOWN')
    expect(await outcomeOf(kit, statusCall('..%2f'))).toBe('417 FIELD_INVALID resourceId')
    const resourceId = await askedFor(aisha)
    const niccolo = await signedIn(kit, 'niccolo')
    expect(await outcomeOf(kit, statusCall(resourceId, niccolo.token))).toBe('412 RESOURCE_UNKNOWN')
    const other = bank.kitOf(otherTpp().organizationIdentifier)
    const there = await signedIn(other, 'aisha')
    expect(await outcomeOf(other, statusCall(resourceId, there.token))).toBe('412 RESOURCE_UNKNOWN')
    expect(await outcomeOf(kit, statusCall(resourceId.toUpperCase()))).toBe('200')
  })

  test('in batch: of a customer who has consented to something', async () => {
    const alone = await startBanking('aisha')
    const { bank, kit, token, customerId, products } = alone
    const resourceId = await askedFor(alone)
    const batch = await batchToken(kit)
    const inBackground = inBatch(kit, batch, statusCall(resourceId))
    expect(await outcomeOf(kit, inBackground)).toBe('412 RESOURCE_UNKNOWN')
    await grantConsent(kit, token, customerId, [{ name: 'PAYMENTS', products: [products[0] ?? ''] }])
    expect(await outcomeOf(kit, inBackground)).toBe('200')
    await bank.stop()
  })

  test('a bank whose status endpoint does not know consents', async () => {
    const silent = await startBanking('aisha', { settings: { consentStatus: 'unknown' } })
    const { bank, kit, token, customerId } = silent
    const resourceId = await askedFor(silent)
    await decideSca(kit, token, customerId, resourceId)
    expect(await outcomeOf(kit, statusCall(resourceId, token))).toBe('412 RESOURCE_UNKNOWN')
    expect(await outcomeOf(kit, confirmCall(token, customerId, resourceId))).toBe('200')
    await bank.stop()
  })

  test('a bank that tells when it is done', async () => {
    const telling = await startBanking('aisha', { settings: { executionStatus: 'settled' } })
    const { bank, kit, token, customerId } = telling
    const resourceId = await askedFor(telling)
    await decideSca(kit, token, customerId, resourceId)
    expect(await statusOf(resourceId, telling)).toMatchObject(says('AUTHORIZED', 'PENDING'))
    await succeed(kit, confirmCall(token, customerId, resourceId))
    expect(await statusOf(resourceId, telling)).toMatchObject(says('AUTHORIZED', 'CONFIRMED'))
    await bank.stop()
  })
})
