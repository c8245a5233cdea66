import { Agent, request as httpsRequest } from 'node:https'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRoutes, type Route } from '@/sandbox/api/routes'
import { operations } from '@/sandbox/operations'
import { type Banking, batchToken, inBatch, outcomeOf } from './banking'
import { authorizeQuery, pkce, refusalOf } from './journey'
import { basePathOf, callBank, type RawAnswer, type RawCall, signedHeaders, toAnswer } from './raw-client'
import { type DoneTransfer, type Payer, startPaying, transfer } from './transfer-journey'
import { look, slowBank, stateFile } from './wrong-state'

/** The API port: nothing of it without authority, nothing but its own addresses, nothing changed by looking. */

const routes = createRoutes(operations)
/** For titles. */
const namesOf = (some: readonly Route[]) =>
  some.map((route) => [`${route.method} ${route.path}`, route] as const)

let niccolo: Banking & { payer: Payer }
let done: DoneTransfer
let batch: string
beforeAll(async () => {
  niccolo = await startPaying('niccolo', undefined, { settings: slowBank })
  done = await transfer(niccolo.kit, niccolo.payer)
  batch = await batchToken(niccolo.kit)
})
afterAll(() => niccolo.bank.stop())

/** A call of an endpoint about things that are there. */
function callOf({ method, path, requestType }: Route): RawCall {
  const { customerId, productId, token } = niccolo.payer
  const values: Record<string, string> = { customerId, productId, resourceId: done.resourceId }
  return {
    method,
    path: path.replace(/\{(\w+)\}/g, (_part, field: string) => values[field] ?? ''),
    token,
    ...(method === 'GET' ? {} : { body: '{}' }),
    ...(requestType === undefined ? {} : { contentType: requestType }),
  }
}

async function unchanged(work: () => Promise<void>): Promise<void> {
  const before = await look(niccolo)
  await work()
  expect(await look(niccolo)).toEqual(before)
}

describe('every endpoint', () => {
  const beyondOAuth = routes.filter(({ kind }) => kind !== 'oauth')
  test.each(namesOf(routes))('%s: not without certificate or signature', async (_name, route) => {
    const { kit } = niccolo
    const call = callOf(route)
    await unchanged(async () => {
      expect(await outcomeOf(kit, { ...call, certificate: null })).toBe('403 TPP_CERT_MISSING')
      expect(await outcomeOf(kit, { ...call, certificate: kit.qseal })).toBe('403 TPP_CERT_NOT_QWAC')
      expect(await outcomeOf(kit, { ...call, headers: { Signature: null } })).toBe(
        '417 HEADER_MISSING Signature',
      )
      expect(await outcomeOf(kit, { ...call, signed: { key: kit.qwac.key } })).toBe('412 TPP_SIGN_VFY')
    })
  })

  test.each(namesOf(beyondOAuth))('%s: not without a token', async (_name, route) => {
    const { kit } = niccolo
    const { token, ...call } = callOf(route)
    await unchanged(async () => {
      expect(await outcomeOf(kit, call)).toBe('401 TOKEN_MISSING')
      expect(await outcomeOf(kit, { ...call, token: done.resourceId })).toBe('401 TOKEN_INVALID')
      expect(await outcomeOf(kit, { ...call, token: batch })).toBe('401 TOKEN_INVALID')
      expect(await outcomeOf(kit, { ...call, headers: { Authorization: `Basic ${token}` } })).toBe(
        '401 TOKEN_INVALID',
      )
      expect(await outcomeOf(kit, { ...call, path: `${call.path}?access_token=${token}` })).toBe(
        '401 TOKEN_MISSING',
      )
    })
  })

  test.each([...new Set(routes.map(({ path }) => path))])('%s: by its own methods alone', async (path) => {
    const { kit } = niccolo
    const there = routes.filter((route) => route.path === path)
    const [first] = there
    if (!first) throw new Error('no route')
    const { path: target, token } = callOf(first)
    // `customerid-info` has the form of a customer's address as well
    const own = routes
      .filter((route) => route.path === path || fits(route.path, path))
      .map(({ method }) => method)
    const others = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'PURGE']
    await unchanged(async () => {
      for (const method of others.filter((other) => !own.some((one) => one === other))) {
        const answer = await callBank(kit, { method, path: target, token })
        expect([method, answer.status]).toEqual([method, 405])
        expect(new Set(answer.header('allow')?.split(', '))).toEqual(new Set(own))
      }
    })
  })
})

/** Whether an address without blanks to fill is also one of a template. */
function fits(template: string, path: string): boolean {
  const pattern = template.replace(/\{\w+\}/g, '[^/{}]+')
  return new RegExp(`^${pattern}$`).test(path)
}

/** Sends exactly this target, signed as it is. */
function callTarget(method: string, target: string): Promise<RawAnswer> {
  const { kit, token } = niccolo
  const { hostname, port } = new URL(kit.baseUrl)
  const headers = signedHeaders(kit, {
    method,
    path: '',
    token,
    signed: { target: `${method} ${target}`.toLowerCase() },
  })
  return new Promise((resolve, reject) => {
    const agent = new Agent({ ca: kit.tlsCa, cert: kit.qwac.cert, key: kit.qwac.key })
    const request = httpsRequest({ hostname, port, path: target, method, headers, agent }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        agent.destroy()
        resolve(toAnswer(response.statusCode ?? 0, response.rawHeaders, Buffer.concat(chunks)))
      })
    })
    request.on('error', reject)
    request.end()
  })
}

describe('no other address', () => {
  const ofControl = ['/', '/journal', '/scenarios', '/settings', '/clock', '/ledger', '/style.css']
  const ofPages = ['/my', '/login', '/consent', '/sca', '/my/revoke', '/my/log-out']

  test.each([...ofControl, ...ofPages])('%s, beside the base path or under it', async (path) => {
    const base = basePathOf(niccolo.kit)
    await unchanged(async () => {
      for (const method of ['GET', 'POST', 'DELETE']) {
        for (const target of [path, `${base}${path}`, `${base}/..${path}`, `${base}/%2e%2e${path}`]) {
          expect(refusalOf(await callTarget(method, target))).toBe('404 NOT_FOUND')
        }
      }
    })
  })

  test('no second way to write an address', async () => {
    const { kit, customerId, products } = niccolo
    const base = basePathOf(kit)
    const own = `${base}/private/customers/${customerId}/accounts`
    const { origin } = new URL(kit.baseUrl)
    expect((await callTarget('GET', own)).status).toBe(200)
    await unchanged(async () => {
      for (const target of [
        `${origin}${own}`,
        `//localhost${own}`,
        `/${own}`,
        `${own}/`,
        `${own}//`,
        `${base}//private/customers/${customerId}/accounts`,
        `${base}/./private/customers/${customerId}/accounts`,
        `${base}/private/../private/customers/${customerId}/accounts`,
        `${base}/private/%2e%2e/private/customers/${customerId}/accounts`,
        `${base}/private%2fcustomers/${customerId}/accounts`,
        `${base}/private\\customers\\${customerId}\\accounts`,
        `${base}/PRIVATE/customers/${customerId}/accounts`,
        `${base}/%70rivate/customers/${customerId}/accounts`,
        `${base}/private/customers/${customerId}/accounts;x=1`,
        `${base}/private/customers/${customerId}/accounts%00`,
        `${base}/private/customers/${customerId}/accounts%3f`,
        `${base}X/private/customers/${customerId}/accounts`,
        base,
        `${base}/`,
        '/',
        '*',
      ]) {
        expect([target, refusalOf(await callTarget('GET', target))]).toEqual([target, '404 NOT_FOUND'])
      }
      // an address of the right form, with something else in a blank
      for (const [customer, product, refusal] of [
        ['..', products[0], '417 FIELD_INVALID customerId'],
        [`${customerId}%2f`, products[0], '417 FIELD_INVALID customerId'],
        ['', products[0], '417 FIELD_INVALID customerId'],
        [customerId, '..', '417 FIELD_INVALID productId'],
        [customerId, '%2e%2e', '417 FIELD_INVALID productId'],
        [customerId, '', '417 FIELD_INVALID productId'],
        [customerId, `${products[0]}%00`, '417 FIELD_INVALID productId'],
        [customerId, products[0]?.toLowerCase(), '500 ARC04'],
      ]) {
        const target = `${base}/private/customers/${customer}/products/${product}`
        expect([target, refusalOf(await callTarget('GET', target))]).toEqual([target, refusal])
      }
    })
  })
})

describe('looking', () => {
  const reads = routes.filter(({ method }) => method === 'GET')
  /** The interface begins SCA with a GET; every other one only looks. */
  const beginsSca = 'sca-approach'
  /** Accesses that a batch application has four of in a day. */
  const counted = ['accounts', 'customer', 'products', 'product', 'balance', 'transactions']

  const outcomes: Record<string, string> = {
    authorize: '302',
    [beginsSca]: '417 HEADER_MISSING TPP-Redirect-URI',
  }

  test.each(namesOf(reads))('%s changes nothing', async (_name, route) => {
    const { kit } = niccolo
    const call = callOf(route)
    const query = route.operation === 'authorize' ? `?${authorizeQuery(kit, pkce().challenge)}` : ''
    await unchanged(async () => {
      const answer = await callBank(kit, { ...call, path: `${call.path}${query}` })
      const outcome = answer.status < 400 ? String(answer.status) : refusalOf(answer)
      expect(outcome).toBe(outcomes[route.operation] ?? '200')
    })
  })

  const inBackground = reads.filter(({ kind }) => kind !== 'oauth')
  const isCounted = ({ operation }: Route) => counted.includes(operation)

  test.each(namesOf(inBackground.filter(isCounted)))(
    '%s in batch is counted, and no more',
    async (_name, route) => {
      const { bank, kit } = niccolo
      // four a day are too few for all of them
      const aside = 24 * 60 * 60_000 * (1 + counted.indexOf(route.operation))
      bank.clock.move(aside)
      const token = await batchToken(kit)
      const before = await stateFile(niccolo)
      expect(await outcomeOf(kit, inBatch(kit, token, callOf(route)))).toBe('200')
      const events = (await stateFile(niccolo)).slice(before.length).split('\n').slice(0, -1)
      expect(events.map((line) => JSON.parse(line).type)).toEqual(['batch-access'])
      bank.clock.move(-aside)
    },
  )

  test.each(namesOf(inBackground.filter((route) => !isCounted(route))))(
    '%s in batch changes nothing',
    async (_name, route) => {
      const { kit } = niccolo
      await unchanged(async () => {
        await callBank(kit, inBatch(kit, batch, callOf(route)))
      })
    },
  )
})
