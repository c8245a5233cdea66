import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Banking,
  batchToken,
  inBatch,
  otherTpp,
  outcomeOf,
  signedIn,
  startBanking,
  success,
} from './banking'
import {
  approachCall,
  confirmCall,
  consentCall,
  consentList,
  decideSca,
  grantConsent,
  resourceIdOf,
  revokeConsent,
  succeed,
} from './consent-journey'
import { callBank } from './raw-client'

let niccolo: Banking
beforeAll(async () => {
  niccolo = await startBanking('niccolo', { furtherTpps: [otherTpp()] })
})
afterAll(() => niccolo.bank.stop())

const links = ({ kit, customerId }: Banking) => ({
  curies: [{ href: `${kit.baseUrl}/private/customers/${customerId}/consent/{rel}`, name: 'consent' }],
})

test('from request to confirm and back: each answer in full, and nothing is granted before confirm', async () => {
  const { kit, token, customerId, products } = niccolo
  const [current = '', savings = ''] = products
  const categories = [
    { name: 'ACCOUNT_INFO', products: [savings, current] },
    { name: 'PAYMENTS', products: [current] },
  ]
  const requested = await callBank(kit, consentCall(token, customerId, categories))
  const resourceId = idIn(requested.json())
  expect(requested.status).toBe(200)
  expect(requested.json()).toEqual(
    success({
      data: {
        categoriesOutcome: [
          { name: 'ACCOUNT_INFO', outcome: true },
          { name: 'PAYMENTS', outcome: true },
        ],
      },
      resources: { resourceId },
      _links: {
        self: { href: 'request', method: 'POST' },
        next: { href: `request/${resourceId}/confirm`, method: 'PUT' },
        ...links(niccolo),
      },
    }),
  )
  await decideSca(kit, token, customerId, resourceId)
  expect(await consentList(kit, token, customerId)).toEqual([])

  const confirmed = await callBank(kit, confirmCall(token, customerId, resourceId))
  expect(confirmed.json()).toEqual(
    success(
      {
        data: {},
        resources: { resourceId },
        _links: { self: { href: `request/${resourceId}/confirm`, method: 'PUT' }, ...links(niccolo) },
      },
      { result: true },
    ),
  )
  const listed = await callBank(kit, { path: `/private/customers/${customerId}/consent/list`, token })
  expect(listed.json()).toEqual(
    success({
      data: {
        categories: [
          { name: 'ACCOUNT_INFO', products: [current, savings] },
          { name: 'PAYMENTS', products: [current] },
        ],
      },
      _links: { self: { href: 'list', method: 'GET' }, ...links(niccolo) },
    }),
  )

  await revokeConsent(kit, token, customerId, categories)
  expect(await consentList(kit, token, customerId)).toEqual([])
})

test('a revocation in full: what is not granted has no effect and is not asked for', async () => {
  const { kit, token, customerId, products } = niccolo
  const [current = '', savings = ''] = products
  await grantConsent(kit, token, customerId, [{ name: 'ACCOUNT_INFO', products: [current] }])
  const asked = [
    { name: 'PAYMENTS', products: [current] },
    { name: 'ACCOUNT_INFO', products: [savings, current] },
  ]
  const answer = await callBank(kit, consentCall(token, customerId, asked, 'revoke'))
  const resourceId = idIn(answer.json())
  expect(answer.json()).toEqual(
    success({
      data: {
        categoriesOutcome: [
          { name: 'PAYMENTS', outcome: false },
          { name: 'ACCOUNT_INFO', outcome: true },
        ],
      },
      resources: { resourceId },
      _links: {
        self: { href: 'revoke', method: 'POST' },
        next: { href: `revoke/${resourceId}/confirm`, method: 'PUT' },
        ...links(niccolo),
      },
    }),
  )
  await decideSca(kit, token, customerId, resourceId)
  expect(await consentList(kit, token, customerId)).toEqual([`ACCOUNT_INFO: ${current}`])
  const confirmed = await succeed(kit, confirmCall(token, customerId, resourceId, 'revoke'))
  expect(confirmed.json()).toMatchObject({
    _links: { self: { href: `revoke/${resourceId}/confirm`, method: 'PUT' } },
  })
  expect(await consentList(kit, token, customerId)).toEqual([])
})

test('consent is additive, and a revocation takes back only what it names', async () => {
  const { kit, token, customerId, products } = niccolo
  const [current = '', savings = '', card = ''] = products
  await grantConsent(kit, token, customerId, [{ name: 'ACCOUNT_INFO', products: [savings] }])
  await grantConsent(kit, token, customerId, [
    { name: 'ACCOUNT_INFO', products: [card, savings] },
    { name: 'FUNDS_AVAILABILITY', products: [current] },
  ])
  expect(await consentList(kit, token, customerId)).toEqual([
    `ACCOUNT_INFO: ${savings} ${card}`,
    `FUNDS_AVAILABILITY: ${current}`,
  ])
  await revokeConsent(kit, token, customerId, [{ name: 'ACCOUNT_INFO', products: [savings] }])
  expect(await consentList(kit, token, customerId)).toEqual([
    `ACCOUNT_INFO: ${card}`,
    `FUNDS_AVAILABILITY: ${current}`,
  ])
  await revokeConsent(kit, token, customerId, [
    { name: 'ACCOUNT_INFO', products: [card] },
    { name: 'FUNDS_AVAILABILITY', products: [current] },
  ])
})

test('a category that one of its products does not permit comes to nothing, the others to all', async () => {
  const { kit, token, customerId, products } = niccolo
  const [current = '', savings = ''] = products
  const categories = [
    { name: 'PAYMENTS', products: [current, savings] },
    { name: 'ACCOUNT_INFO', products: [savings] },
  ]
  const answer = await callBank(kit, consentCall(token, customerId, categories))
  expect(answer.json()).toMatchObject({
    data: {
      categoriesOutcome: [
        { name: 'PAYMENTS', outcome: false },
        { name: 'ACCOUNT_INFO', outcome: true },
      ],
    },
  })
  const resourceId = idIn(answer.json())
  await decideSca(kit, token, customerId, resourceId)
  await succeed(kit, confirmCall(token, customerId, resourceId))
  expect(await consentList(kit, token, customerId)).toEqual([`ACCOUNT_INFO: ${savings}`])
  await revokeConsent(kit, token, customerId, [{ name: 'ACCOUNT_INFO', products: [savings] }])
})

test("privileges reach the provider's batch application, and no other provider", async () => {
  const { bank, kit, token, customerId, products } = niccolo
  const [current = ''] = products
  const list = { path: `/private/customers/${customerId}/consent/list` }
  const balance = { path: `/private/customers/${customerId}/products/${current}/balance/retrieve` }
  const batch = await batchToken(kit)
  expect(await outcomeOf(kit, inBatch(kit, batch, list))).toBe('403 CUSTOMER_NOT_ALLOWED')
  await grantConsent(kit, token, customerId, [{ name: 'ACCOUNT_INFO', products: [current] }])
  expect((await succeed(kit, inBatch(kit, batch, list))).json()).toMatchObject({
    data: { categories: [{ name: 'ACCOUNT_INFO', products: [current] }] },
  })
  expect(await outcomeOf(kit, inBatch(kit, batch, balance))).toBe('200')

  const other = bank.kitOf(otherTpp().organizationIdentifier)
  const there = await signedIn(other, 'niccolo')
  expect(await consentList(other, there.token, customerId)).toEqual([])
  expect(await outcomeOf(other, { ...balance, token: there.token })).toBe('403 CONSENT_MISSING ACCOUNT_INFO')
  expect(await outcomeOf(other, inBatch(other, await batchToken(other), list))).toBe(
    '403 CUSTOMER_NOT_ALLOWED',
  )
  await revokeConsent(kit, token, customerId, [{ name: 'ACCOUNT_INFO', products: [current] }])
  expect(await outcomeOf(kit, inBatch(kit, batch, list))).toBe('403 CUSTOMER_NOT_ALLOWED')
})

test('a batch token asks for no consent, takes none back, confirms none and begins no SCA', async () => {
  const { kit, token, customerId, products } = niccolo
  const categories = [{ name: 'ACCOUNT_INFO', products: [products[0] ?? ''] }]
  const resourceId = await resourceIdOf(kit, consentCall(token, customerId, categories))
  const batch = await batchToken(kit)
  for (const call of [
    consentCall(token, customerId, categories),
    consentCall(token, customerId, categories, 'revoke'),
    confirmCall(token, customerId, resourceId),
    confirmCall(token, customerId, resourceId, 'revoke'),
    approachCall(kit, token, resourceId),
  ]) {
    expect(await outcomeOf(kit, inBatch(kit, batch, call))).toBe('403 CUSTOMER_ONLINE_ONLY')
  }
})

test('with an access control list, a category needs its role', async () => {
  const number = otherTpp().organizationIdentifier
  const strict = await startBanking('niccolo', {
    furtherTpps: [otherTpp(['PSP_PI'])],
    settings: { accessControl: true },
  })
  const kit = strict.bank.kitOf(number)
  const { token, customerId, products } = await signedIn(kit, 'niccolo')
  const ask = (...names: string[]) =>
    outcomeOf(
      kit,
      consentCall(
        token,
        customerId,
        names.map((name) => ({ name, products: [products[0] ?? ''] })),
      ),
    )
  expect(await ask('PAYMENTS')).toBe('200')
  expect(await ask('PAYMENTS', 'ACCOUNT_INFO')).toBe('403 TPP_ROLE_MISSING PSP_AI')
  expect(await ask('FUNDS_AVAILABILITY')).toBe('403 TPP_ROLE_MISSING PSP_IC')
  await strict.bank.stop()
})

function idIn(envelope: unknown): string {
  const [, id = ''] = /"resourceId":"([0-9a-f-]{36})"/.exec(JSON.stringify(envelope)) ?? []
  return id
}
