import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BankClient, BankExchange, CallContext } from '@/lib/bank'
import { signIn } from '@/tests/integration/sandbox/journey'
import { authorizeOnce } from '@/tests/integration/sandbox/sca'
import { startTestSandbox, type TestSandbox } from '@/tests/support/sandbox'
import { clientOf } from './sandbox-client'

/*
 * Every endpoint once against the sandbox, which reads the spec independently: what the two read differently shows
 * here.
 */

let sandbox: TestSandbox
let client: BankClient
let exchanges: BankExchange[]
let context: CallContext
let customer: { username: string; oneTimeCode: string }
let customerId: string
let productId: string

beforeAll(async () => {
  sandbox = await startTestSandbox()
  const known = sandbox.kit.customers.find(({ username }) => username === 'giulia')
  if (!known) throw new Error('the sandbox has no giulia')
  customer = known
  ;({ client, exchanges } = clientOf(sandbox.kit))
  const { accessToken } = await signIn(sandbox.kit, 'giulia')
  context = { accessToken, transactionId: randomUUID() }
  customerId = (await client.getCustomerId(context)).customerId
  const { accounts } = await client.listAccounts(context, { customerId })
  productId = accounts.find(({ currency }) => currency === 'EUR')?.productId ?? ''
})
afterAll(async () => {
  await client.close()
  await sandbox.stop()
})

async function approve(resourceId: string): Promise<void> {
  // On the origin that the application is registered with.
  const registered = sandbox.kit.applications.authorization_code.redirectUris[0]
  const redirectUri = new URL('/api/sca/callback/an-id', registered).href
  const started = await client.startSca(context, { resourceId, redirectUri })
  if (started.approach !== 'redirect') throw new Error(started.approach)
  expect((await client.getOperationStatus(context, { resourceId })).authorizationStatus).toBe('PENDING')
  expect((await authorizeOnce(started.browserUrl, customer)).href).toContain(redirectUri)
  const status = await client.getOperationStatus(context, { resourceId })
  expect(status).toMatchObject({ authorizationStatus: 'AUTHORIZED', executionStatus: 'PENDING' })
  expect(status.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)
}

async function change(kind: 'request' | 'revoke', category: 'ACCOUNT_INFO' | 'PAYMENTS'): Promise<void> {
  const scopes = [{ category, productIds: [productId] }]
  const request = { customerId, scopes }
  const asked =
    kind === 'request'
      ? await client.requestConsent(context, request)
      : await client.revokeConsent(context, request)
  expect(asked).toMatchObject({ outcomes: [{ category, isAccepted: true }], odd: [] })
  const resourceId = asked.resourceId ?? ''
  await approve(resourceId)
  await client.confirmConsent(context, { customerId, resourceId, change: kind })
}

test('consent is given, listed, used for reading and taken back', async () => {
  await change('request', 'ACCOUNT_INFO')
  const grants = [{ category: 'ACCOUNT_INFO', productIds: [productId] }]
  expect(await client.listConsents(context, { customerId })).toEqual({
    kind: 'read',
    grants,
    oddRows: 0,
    isWhole: true,
  })

  const request = { customerId, productId }
  expect((await client.getCustomerDetails(context, { customerId })).fields.length).toBeGreaterThan(0)
  const { products, skippedRows } = await client.listProducts(context, { customerId })
  expect([products.map((product) => product.productId), skippedRows]).toEqual([[productId], 0])
  expect((await client.getProduct(context, request)).fields.length).toBeGreaterThan(0)
  const balance = await client.getBalance(context, request)
  expect(balance).toMatchObject({ accounting: { currency: 'EUR' }, available: { currency: 'EUR' }, odd: [] })
  expect(balance.date).toMatch(/^\d{4}-\d\d-\d\d$/)

  await change('revoke', 'ACCOUNT_INFO')
  expect(await client.listConsents(context, { customerId })).toEqual({
    kind: 'read',
    grants: [],
    oddRows: 0,
    isWhole: true,
  })
})

test('movements are read page by page, each row understood', async () => {
  await change('request', 'ACCOUNT_INFO')
  const seen = new Set<string>()
  let last: string | undefined
  for await (const page of client.listTransactions(context, {
    customerId,
    productId,
    dateFrom: '2020-01-01',
  })) {
    expect(page.odd).toEqual([])
    for (const movement of [...page.booked, ...page.pending]) {
      expect(movement.odd).toEqual([])
      expect(movement.amount).toMatch(/^-?\d+\.\d+$/)
      seen.add(JSON.stringify(movement))
    }
    last = page.more
  }
  expect(seen.size).toBeGreaterThan(0)
  expect(last).toBe('no')
})

test('a transfer goes from prepare to its document', async () => {
  await change('request', 'PAYMENTS')
  const request = { customerId, productId }
  const prepared = await client.prepareTransfer(context, request)
  expect(prepared).toMatchObject({ conflicts: [], odd: [], sepa: true })
  const verified = await client.verifyTransfer(context, {
    ...request,
    order: {
      amount: '12.50',
      currency: 'EUR',
      isUrgent: false,
      type: 'SEPA',
      executionDate: prepared.earliestDate ?? '',
      beneficiaryIban: 'DE89370400440532013000',
      beneficiaryName: 'Anna Bianchi',
      description: 'Affitto',
    },
  })
  expect(verified).toMatchObject({ total: { currency: 'EUR' }, next: { kind: 'execute' }, odd: [] })
  if (verified.next.kind !== 'execute') throw new Error(verified.next.kind)
  await approve(verified.resourceId)
  const executed = await client.executeTransfer(context, { step: verified.next })
  expect(executed).toMatchObject({ cro: expect.any(String), odd: [] })
  const document = await client.getDocument(context, { documentPath: executed.documentPath ?? '' })
  expect(document.contentType).toMatch(/^application\/pdf/)
  expect(document.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  const bySpec = await client.getDocument(context, { ...request, resourceId: verified.resourceId })
  expect(bySpec.bytes.subarray(0, 5).toString()).toBe('%PDF-')
})

test('every answer was verified in full', () => {
  const failed = exchanges.filter(
    ({ error, steps }) => error || steps.some(({ outcome }) => outcome !== 'passed'),
  )
  expect(failed).toEqual([])
})
