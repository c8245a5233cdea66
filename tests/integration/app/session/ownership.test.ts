import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { APP_URL, startTestApp, type TestApp } from '@/tests/support/app'
import { appRoutes } from '@/tests/support/app-routes'
import { bankCalls } from '@/tests/support/consent'
import { type OwnCall, type OwnIds, ownCalls, PUBLIC_ADDRESSES } from '@/tests/support/own-addresses'
import { throughHandlers } from '@/tests/support/through-handlers'
import { type Party, startParty } from '@/tests/support/two-customers'
import { createVisitor, type Visitor } from '@/tests/support/visitor'

const newVisitor = () => createVisitor(APP_URL, throughHandlers)

let app: TestApp
let his: Party
let hers: Party
beforeAll(async () => {
  app = await startTestApp()
  his = await startParty('matteo', newVisitor())
  hers = await startParty('aisha', newVisitor())
})
afterAll(() => app.stop())

/** Every address of ours that is about a customer but for pages, with the ids of this one. */
const callsFor = (ids: OwnIds) => ownCalls(ids).filter(({ kind }) => kind !== 'page')
const idsOf = ({ products: [productId = ''], authorizationId, transferId }: Party) => ({
  productId,
  authorizationId,
  transferId,
})

const send = (visitor: Visitor, { path, body }: OwnCall, headers?: Record<string, string>) =>
  body === undefined ? visitor.get(path, headers) : visitor.post(path, body, headers)

const runOfHers = async () => (await hers.visitor.get(`/api/authorizations/${hers.authorizationId}`)).json()

describe('OA-9: every route', () => {
  it('is covered by this test', () => {
    const asked = new Set(ownCalls(idsOf(his)).map(({ pattern }) => pattern))
    const patterns = appRoutes().map(({ pattern }) => pattern)
    expect(patterns.filter((pattern) => !asked.has(pattern) && !PUBLIC_ADDRESSES.has(pattern))).toEqual([])
    expect([...PUBLIC_ADDRESSES].filter((pattern) => !patterns.includes(pattern))).toEqual([])
  })

  it('without a session answers 401 and asks nothing of the bank', async () => {
    app.sandbox.journal.clear()
    const tricks: Record<string, string>[] = [{}, { 'x-middleware-subrequest': 'proxy' }]
    for (const headers of tricks) {
      for (const call of callsFor(idsOf(his))) {
        const response = await send(newVisitor(), call, headers)
        expect([call.path, response.status]).toEqual([call.path, 401])
      }
    }
    expect(bankCalls(app)).toEqual([])
  })

  it('with another customer’s id answers as for an unknown one, and changes nothing', async () => {
    const noId = '00000000-0000-4000-8000-000000000000'
    const unknown = { productId: 'AAAAAAAAAA', authorizationId: noId, transferId: noId }
    const before = await runOfHers()
    app.sandbox.journal.clear()
    for (const ids of [idsOf(hers), unknown]) {
      for (const call of callsFor(ids).filter(({ isById }) => isById)) {
        const response = await send(his.visitor, call)
        const { reference: _reference, ...problem } = await response.json()
        expect([call.path, problem]).toEqual([
          call.path,
          { type: 'about:blank', title: 'Not found', status: 404, code: 'not_found' },
        ])
      }
    }
    expect(bankCalls(app)).toEqual([])
    expect(await runOfHers()).toEqual(before)
  })

  it.each<Record<string, string>>([
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { 'content-type': 'text/plain' },
  ])('that writes refuses %o', async (headers) => {
    for (const call of callsFor(idsOf(his)).filter(({ kind }) => kind === 'write')) {
      const response = await send(his.visitor, call, headers)
      expect([call.path, response.status < 500 && response.status >= 400]).toEqual([call.path, true])
    }
    expect((await his.visitor.get('/api/accounts')).status).toBe(200)
  })
})

describe('OA-8: what looks ahead', () => {
  it('reads nothing and asks nothing of the bank', async () => {
    app.sandbox.journal.clear()
    for (const call of callsFor(idsOf(his)).filter(({ kind }) => kind === 'read')) {
      const response = await send(his.visitor, call, { 'sec-purpose': 'prefetch' })
      expect([call.path, response.status]).toEqual([call.path, 204])
    }
    expect(bankCalls(app)).toEqual([])
  })
})
