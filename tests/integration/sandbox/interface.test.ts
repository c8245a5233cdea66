import { randomUUID, verify, X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createRoutes } from '@/sandbox/api/routes'
import { operations } from '@/sandbox/operations'
import { createCustomers } from '@/sandbox/state/customers'
import { outcomeOf, signedIn, startBanking } from './banking'
import { consentList, grantConsent } from './consent-journey'
import { addressOf, endpoints, type Walked, walkInterface } from './interface-walk'
import { refusalOf, signIn } from './journey'
import { basePathOf, callBank, provenText, sealOf } from './raw-client'
import { payees, startPaying, verifyCall } from './transfer-journey'

let niccolo: Awaited<ReturnType<typeof startPaying>>
let walked: Walked[]
beforeAll(async () => {
  niccolo = await startPaying('niccolo')
  walked = await walkInterface(niccolo)
})
afterAll(() => niccolo.bank.stop())

const pathOf = ({ call }: Walked) => call.path.split('?', 1)[0] ?? ''
const json = () => walked.filter(({ row }) => row !== 18)
const link = z.strictObject({ href: z.string().min(1), method: z.enum(['GET', 'POST', 'PUT', 'DELETE']) })
const envelope = z.strictObject({
  result: z.strictObject({
    messages: z.array(
      z.strictObject({
        code: z.string().regex(/^[A-Z0-9_]+$/),
        message: z.string().min(1),
        type: z.enum(['SUCCESS', 'INFO', 'WARNING', 'ERROR']),
        detail: z.string(),
      }),
    ),
    flushMessages: z.boolean(),
    outcome: z.enum(['SUCCESS', 'ERROR']),
    requestId: z.uuid(),
    result: z.boolean().optional(),
  }),
  data: z.looseObject({}),
  resources: z.strictObject({ resourceId: z.uuid() }).optional(),
  _links: z.strictObject({
    self: link,
    next: link.optional(),
    curies: z.array(z.strictObject({ href: z.url(), name: z.string().min(1) })).length(1),
  }),
  _embedded: z.record(z.string(), link).optional(),
})
const read = ({ answer }: Walked) => envelope.parse(answer.json())

/** Where a relative link leads. */
function resolve({ _links }: z.infer<typeof envelope>, href: string): string {
  return (_links.curies[0]?.href ?? '').replace('{rel}', href)
}

describe('the table of endpoints', () => {
  test('each endpoint is there, under /private, and answers 200; beyond them there is only verify1', async () => {
    expect(walked.map(({ row, answer }) => [row, answer.status])).toEqual(
      endpoints.map(([row]) => [row, 200]),
    )
    const routes = createRoutes(operations).filter(({ kind }) => kind !== 'oauth')
    const [, , execute = ''] = endpoints[11] ?? []
    const wanted = [...endpoints.map(([, method, path]) => `${method} ${path}`)]
    wanted.push(`PUT ${execute.replace('/execute', '/verify1')}`)
    expect(routes.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(wanted.sort())
  })

  test.each(endpoints)('%i: %s is the one method of %s, and it needs a token', async (_row, method, path) => {
    const { kit, payer } = niccolo
    const address = addressOf(path, payer, randomUUID())
    const allowed = await Promise.all(
      ['GET', 'POST', 'PUT', 'DELETE'].map(async (other) => {
        // Node's client frames no body of these two
        const body = other === 'GET' || other === 'DELETE' ? {} : { body: '{}' }
        const answer = await callBank(kit, { method: other, path: address, ...body })
        return `${refusalOf(answer)} ${answer.header('allow') ?? ''}`.trim()
      }),
    )
    expect(allowed).toEqual(
      ['GET', 'POST', 'PUT', 'DELETE'].map((other) =>
        other === method ? '401 TOKEN_MISSING' : `405 METHOD_NOT_ALLOWED ${method}`,
      ),
    )
  })
})

describe('every answer', () => {
  test('is JSON, but for the document', () => {
    for (const { row, answer } of walked) {
      expect(answer.header('content-type')).toBe(row === 18 ? 'application/pdf' : 'application/json')
    }
  })

  test('has a payload and the headers of a signed answer, and is proven by the five steps', () => {
    const { kit } = niccolo
    for (const { call, answer } of walked) {
      expect(answer.body.length).toBeGreaterThan(0)
      const { text, signature } = provenText(kit, call, answer)
      const age = Date.now() - Date.parse(answer.header('date') ?? '')
      expect(Math.abs(age)).toBeLessThan(10 * 60_000)
      const seal = sealOf(answer)
      expect(seal.verify(new X509Certificate(kit.sealCa).publicKey)).toBe(true)
      expect(verify('sha256', text, seal.publicKey, signature)).toBe(true)
      expect(answer.header('signature')).toContain('algorithm="rsa-sha256"')
    }
    const ids = walked.map(({ answer }) => z.uuid().parse(answer.header('svc-response-id')))
    expect(new Set(ids).size).toBe(walked.length)
  })

  test('is the envelope and nothing beside it, with a request id of its own', () => {
    const answers = json().map(read)
    for (const { result } of answers) expect(result.outcome).toBe('SUCCESS')
    expect(new Set(answers.map(({ result }) => result.requestId)).size).toBe(answers.length)
  })

  test('names the resource that a POST made, and every later call on it does so too', () => {
    const named = json().map((one): [number, string | undefined] => [
      one.row,
      read(one).resources?.resourceId,
    ])
    const idOf = (row: number) => named.find(([number]) => number === row)?.[1]
    const [asked, revoked, ordered] = [idOf(3), idOf(7), idOf(11)]
    expect(new Set([asked, revoked, ordered]).size).toBe(3)
    expect(named.filter(([, id]) => id !== undefined)).toEqual([
      [3, asked],
      [4, asked],
      [5, asked],
      [7, revoked],
      [8, revoked],
      [9, revoked],
      [11, ordered],
      [12, ordered],
    ])
  })
})

describe('links', () => {
  test('self, put in the place of {rel}, is the address that was called, with its method', () => {
    for (const one of json()) {
      const answer = read(one)
      const { self } = answer._links
      expect(new URL(resolve(answer, self.href)).pathname).toBe(`${basePathOf(niccolo.kit)}${pathOf(one)}`)
      expect(self.method).toBe(one.call.method ?? 'GET')
    }
  })

  test('curies: the base path of the group, ending in {rel}', () => {
    for (const one of json()) {
      const [curie] = read(one)._links.curies
      expect(curie?.href.startsWith(`${niccolo.kit.baseUrl}/private/`)).toBe(true)
      expect(curie?.href.split('{rel}')).toEqual([expect.any(String), ''])
    }
  })

  test('next is there where a step is expected, and leads to it', () => {
    const nexts = json().flatMap((one) => {
      const answer = read(one)
      const { next } = answer._links
      return next ? [`${one.row}: ${next.method} ${resolve(answer, next.href)}`] : []
    })
    const { kit, payer } = niccolo
    const called = (row: number) => {
      const call = walked.find((one) => one.row === row)?.call
      return `${call?.method ?? 'GET'} ${kit.baseUrl}${call?.path}`
    }
    expect(nexts).toEqual([
      `3: ${called(5)}`,
      `7: ${called(8)}`,
      `10: ${called(11)}`,
      `11: ${called(12)}`,
      ...nexts.filter((line) => line.startsWith('17: ')),
    ])
    expect(called(11)).toContain(payer.productId)
  })

  test('what is embedded is absolute and has no links of its own', () => {
    const embedded = json().flatMap((one) => Object.entries(read(one)._embedded ?? {}))
    const printer = walked.find(({ row }) => row === 18)
    expect(embedded).toEqual([
      ['printer', { href: `${niccolo.kit.baseUrl}${printer?.call.path}`, method: 'GET' }],
    ])
  })
})

test('customer ids are digits, product ids ten letters and digits', () => {
  for (const { customerId, accounts } of createCustomers().all()) {
    expect(customerId).toMatch(/^\d+$/)
    for (const { productId } of accounts) expect(productId).toMatch(/^[A-Za-z0-9]{10}$/)
  }
})

test('ARC04 is worded as the interface has it', async () => {
  const { kit } = niccolo
  const { token, customerId, products } = await signedIn(kit, 'ludovica')
  // her second account is closed
  const path = `/private/customers/${customerId}/products/${products[1]}/balance/retrieve`
  const answer = await callBank(kit, { path, token })
  expect(answer.status).toBe(500)
  expect(answer.json()).toMatchObject({
    result: {
      messages: [{ code: 'ARC04', message: 'Invalid productId specified', type: 'ERROR' }],
      outcome: 'ERROR',
    },
  })
})

test('prepare may be left out: verify judges by itself', async () => {
  const { bank, kit, payer } = await startPaying('aisha')
  const data = {
    moneyTransferAmount: { currency: 'EUR', amount: '1.00' },
    flagUrgency: false,
    type: 'SEPA',
    moneyTransferExecutionDate: '04/06/2035',
    ibanBeneficiary: payees.otherBank,
    beneficiaryName: 'Bice Altrove',
    description: 'Senza prepare',
  }
  expect(await outcomeOf(kit, verifyCall(payer, data))).toBe('200')
  const holiday = { ...data, moneyTransferExecutionDate: '15/08/2035' }
  expect(await outcomeOf(kit, verifyCall(payer, holiday))).toBe(
    '417 FIELD_INVALID moneyTransferExecutionDate',
  )
  await bank.stop()
})

test('one transaction id serves every call of a transaction', async () => {
  const { kit, token } = niccolo
  const headers = { 'TPP-Transaction-ID': randomUUID() }
  for (const path of ['/private/customers/customerid-info', '/private/customers/70010001/accounts']) {
    expect(await outcomeOf(kit, { path, token, headers })).toBe('200')
  }
})

test('a consent belongs to no session and does not expire: it is there years later, for another token', async () => {
  const { bank, kit, token, customerId, products } = await startBanking('niccolo')
  const consent = [{ name: 'ACCOUNT_INFO', products: products.slice(0, 1) }]
  await grantConsent(kit, token, customerId, consent)
  bank.clock.move(5 * 365 * 24 * 60 * 60 * 1000)
  expect(await outcomeOf(kit, { path: '/private/customers/customerid-info', token })).toBe(
    '401 TOKEN_INVALID',
  )
  const again = (await signIn(kit, 'niccolo')).accessToken
  expect(await consentList(kit, again, customerId)).toEqual([`ACCOUNT_INFO: ${products[0]}`])
  const balance = `/private/customers/${customerId}/products/${products[0]}/balance/retrieve`
  expect(await outcomeOf(kit, { path: balance, token: again })).toBe('200')
  await bank.stop()
})
