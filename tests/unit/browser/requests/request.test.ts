import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { ProblemError, pauseAfter } from '@/lib/browser/requests/problem-error'
import { getJson, postJson } from '@/lib/browser/requests/request'
import { readBrowserUrl } from '@/lib/browser/session/connect'
import { readBeginAnswer, readRunState } from '@/lib/browser/watch/authorizations'
import { readOverviewNews } from '@/lib/browser/watch/overview'

let server: Server | undefined

afterEach(async () => {
  server?.closeAllConnections()
  await new Promise((closed) => (server ? server.close(closed) : closed(undefined)))
  server = undefined
})

/** A server of our own that answers as told; the address to ask. */
async function serverThat(answers: RequestListener): Promise<string> {
  const listening = createServer(answers)
  server = listening
  await new Promise<void>((ready) => listening.listen(0, '127.0.0.1', ready))
  const { port } = listening.address() as AddressInfo
  return `http://127.0.0.1:${port}/api`
}

const readText = (body: unknown) => (typeof body === 'string' ? body : undefined)

async function problemOf(promise: Promise<unknown>): Promise<ProblemError> {
  const error = await promise.catch((caught: unknown) => caught)
  if (!(error instanceof ProblemError)) throw new Error(`not a problem: ${error}`)
  return error
}

describe('a request to our own server', () => {
  it('gives the answer when it is what it should be', async () => {
    const url = await serverThat((_, response) => response.end('"hello"'))
    expect(await getJson(url, readText)).toBe('hello')
  })

  it('posts JSON and says so', async () => {
    const url = await serverThat(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      response.end(JSON.stringify(`${request.method} ${request.headers['content-type']} ${body}`))
    })
    expect(await postJson(url, { everywhere: true }, readText)).toBe(
      'POST application/json {"everywhere":true}',
    )
  })

  it('carries code, reference and wait of a problem', async () => {
    const url = await serverThat((_, response) => {
      response.writeHead(429, { 'content-type': 'application/problem+json' })
      response.end('{"code":"rate_limited","reference":"K7P2-9XQ4","retryAfterSeconds":42}')
    })
    expect(await problemOf(getJson(url, readText))).toMatchObject({
      code: 'rate_limited',
      reference: 'K7P2-9XQ4',
      retryAfterSeconds: 42,
    })
  })

  it('is asked again by itself after its wait, and never sooner than without one', () => {
    const limited = (retryAfterSeconds?: number) => new ProblemError('rate_limited', { retryAfterSeconds })
    expect([limited(42), limited(1), limited()].map((problem) => pauseAfter(problem, 2_000))).toEqual([
      42_000, 2_000, 2_000,
    ])
  })

  it.each([
    ['an error page of a proxy', 502, '<html>502 Bad Gateway</html>'],
    ['a code that we do not know', 500, '{"code":"surprise"}'],
    ['an answer of the wrong shape', 200, '{"unexpected":true}'],
    ['an answer that is no JSON', 200, 'hello'],
    ['an empty answer', 200, ''],
  ])('is an internal problem for %s', async (_, status, body) => {
    const url = await serverThat((_request, response) => response.writeHead(status).end(body))
    expect((await problemOf(getJson(url, readText))).code).toBe('internal')
  })

  it('is offline when no answer comes', async () => {
    const url = await serverThat((request) => request.socket.destroy())
    expect((await problemOf(getJson(url, readText))).code).toBe('offline')
  })

  it('ends without a problem of ours when the caller gives up', async () => {
    const caller = new AbortController()
    const url = await serverThat(() => caller.abort())
    const error = await getJson(url, readText, caller.signal).catch((caught: unknown) => caught)
    expect(error).not.toBeInstanceOf(ProblemError)
    expect(error).toMatchObject({ name: 'AbortError' })
  })
})

describe('an overview', () => {
  const overview = {
    customer: '5f0f8a9e-3d0c-4a53-9d68-0f6f2f2a1f11',
    accounts: [{ productId: 'a', balance: { readAt: '1' }, reading: { kind: 'fresh' } }],
    connection: 'live',
    listProblem: null,
    reference: 'K7P2-9XQ4',
  }

  it('is taken as our server sends it; its age and how it was read are no news', () => {
    const again = { ...overview, accounts: [{ productId: 'a', balance: { readAt: '2' }, reading: {} }] }
    expect(readOverviewNews(overview)?.figures).toBe(readOverviewNews(again)?.figures)
    const other = { ...overview, accounts: [] }
    expect(readOverviewNews(overview)?.figures).not.toBe(readOverviewNews(other)?.figures)
  })

  it.each([
    [null, []],
    [null, ['fresh', 'not_shared']],
    ['someClosed', ['fresh', 'closed', 'not_shared']],
    ['some', ['fresh', 'kept', 'closed']],
    ['approval', ['fresh', 'sca_required', 'kept']],
    ['some', ['fresh', 'kept']],
    ['closed', ['closed', 'not_shared', 'closed']],
    [null, ['not_shared']],
  ])('says what the bank did not tell: %s of %j', (missing, kinds) => {
    const accounts = kinds.map((kind) => ({
      productId: 'a',
      reading: { kind, ...(kind === 'kept' ? { problem: 'bank_error' } : {}) },
    }))
    expect(readOverviewNews({ ...overview, accounts })?.missing).toBe(missing)
  })

  it('keeps a problem that this page does not know yet as a problem', () => {
    expect(readOverviewNews({ ...overview, listProblem: 'bank_new' })?.listProblem).toBe('bank_error')
  })

  it.each([
    ['no object', null],
    ['no list', { ...overview, accounts: {} }],
    ['nobody it belongs to', { ...overview, customer: undefined }],
    ['a connection that we do not know', { ...overview, connection: 'maybe' }],
  ])('is refused with %s', (_, body) => {
    expect(readOverviewNews(body)).toBeUndefined()
  })
})

describe('the answer to a consent form', () => {
  const run = { authorizationId: '5f0f8a9e-3d0c-4a53-9d68-0f6f2f2a1f11', state: 'at_bank' }

  it('is the run that began, or the one in its way', () => {
    for (const kind of ['authorization', 'under_way', 'conflict']) {
      const expected = { kind, authorizationId: run.authorizationId }
      expect(readBeginAnswer({ kind, authorization: run })).toEqual(expected)
    }
    expect(readBeginAnswer({ kind: 'nothing_shared' })).toEqual({ kind: 'nothing_shared' })
  })

  it.each([
    ['no object', null],
    ['a kind that we do not know', { kind: 'maybe', authorization: run }],
    ['no run', { kind: 'authorization' }],
    ['an id that is a path', { kind: 'authorization', authorization: { ...run, authorizationId: '../x' } }],
  ])('is refused with %s', (_, body) => {
    expect(readBeginAnswer(body)).toBeUndefined()
  })

  it('has a state that we know', () => {
    expect(readRunState({ ...run, state: 'flying' })).toBeUndefined()
  })
})

describe('the address of the bank', () => {
  it('is followed when it is a web address', () => {
    expect(readBrowserUrl({ browserUrl: 'https://bank.example/login?x=1' })).toBe(
      'https://bank.example/login?x=1',
    )
  })

  it.each(['javascript:alert(1)', 'data:text/html,x', '//bank.example', '/login', ''])(
    'is not followed when it is %s',
    (browserUrl) => {
      expect(readBrowserUrl({ browserUrl })).toBeUndefined()
    },
  )
})
