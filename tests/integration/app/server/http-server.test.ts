import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { STALLED_LOOK_MS } from '@/lib/http/connections'
import { type AppHttpServer, createHttpServer } from '@/lib/http/server'
import { REQUEST_HEADERS_MAX_BYTES, URL_MAX_LENGTH } from '@/lib/http/too-large'
import { messagesOf } from '@/lib/i18n/messages'
import { createLog } from '@/lib/log'
import { apiAddresses, apiMethodsAt } from '@/lib/web/api-methods'
import { noteFailedPage, REQUEST_MARK_HEADER } from '@/lib/web/unavailable-page'
import { appRoutes } from '@/tests/support/app-routes'

let lines: string[]
let app: AppHttpServer
let clients: Client[]
/** What came through the border to where Next stands. */
let seen: IncomingMessage[]

beforeEach(() => {
  lines = []
  clients = []
  seen = []
})
afterEach(() => {
  vi.useRealTimers()
  for (const { socket } of clients) socket.destroy()
  app.httpServer.close()
  app.httpServer.closeAllConnections()
})

type Answer = (request: IncomingMessage, response: ServerResponse) => void

async function start(
  answer: Answer = (_request, response) => response.end('page'),
  keepAliveSeconds = 75,
  development = false,
) {
  const log = createLog('trace', { write: (line: string) => void lines.push(line) })
  app = createHttpServer({ appUrl: 'http://app.example', keepAliveSeconds, secure: false, development, log })
  app.httpServer.listen(0, '127.0.0.1')
  await once(app.httpServer, 'listening')
  app.serve(async (request, response) => {
    seen.push(request)
    answer(request, response)
  })
}

type Client = { socket: Socket; serverSide: Socket; text: () => string; isClosed: () => boolean }

/** A connection that has sent these bytes, which the server has read. */
async function client(sent = '', { reads = true } = {}): Promise<Client> {
  const address = app.httpServer.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const [[serverSide], socket] = await Promise.all([
    once(app.httpServer, 'connection') as Promise<[Socket]>,
    Promise.resolve(connect(address.port, '127.0.0.1')),
  ])
  let text = ''
  let isClosed = false
  socket.on('error', () => undefined)
  socket.once('close', () => {
    isClosed = true
  })
  if (reads) {
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8')
    })
  }
  if (sent !== '') socket.write(sent, 'latin1')
  await until(() => serverSide.destroyed || serverSide.bytesRead === sent.length)
  const made = { socket, serverSide, text: () => text, isClosed: () => isClosed }
  clients.push(made)
  return made
}

/** Looks after each turn of the event loop; a test that waits in vain ends by its own time limit. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve))
}

const get = (target: string, headers = '') => `GET ${target} HTTP/1.1\r\nHost: app.example\r\n${headers}\r\n`

async function answerTo(sent: string): Promise<{ status: number; head: string; body: string }> {
  const { socket, text } = await client(sent)
  if (!socket.closed) await once(socket, 'close')
  const [head = '', ...body] = text().split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), body: body.join('\r\n\r\n') }
}

const closing = 'Connection: close\r\n'

describe('an address with a stray percent sign', () => {
  beforeEach(() => start())

  it.each([
    '/%',
    '/accounts/100%',
    '/accounts/100%?_rsc=abc',
    '/accounts/%zz',
    '/accounts/%C3',
    '/accounts/%C3%28/movements',
    '/accounts/%00',
    '/transfers/a%0',
    '/consents/%E0%A4%A',
    '/icon.svg%',
    '/_next/static/%ff.js',
  ])('%s is the page for what is not there, with a log line', async (target) => {
    expect((await answerTo(get(target, closing))).body).toContain('page')
    expect(seen.map(({ url }) => url?.split('?'))).toEqual([['/no-such-page', ...target.split('?').slice(1)]])
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('the address of a request cannot be read')
    expect(lines[0]).not.toContain(target)
  })

  it.each(['/api/accounts/100%', '/api/%zz', '/api/transfers/%C3/receipt', '/api/sca/callback/%00?code=x'])(
    '%s is problem+json, with the reference of its log line',
    async (target) => {
      const { status, head, body } = await answerTo(get(target))
      expect(seen).toEqual([])
      expect(status).toBe(404)
      expect(head).toContain('content-type: application/problem+json')
      expect(head).toContain('x-content-type-options: nosniff')
      const { code, reference } = JSON.parse(body)
      expect(code).toBe('not_found')
      expect(lines.map((line) => JSON.parse(line).reference)).toEqual([reference])
    },
  )

  it.each([
    '/accounts/100%25',
    '/accounts/%C3%A8',
    '/accounts?text=100%',
    '/api/bank/callback?error_description=100%&state=%zz',
    '/?a=?%C3',
  ])('%s goes through as it is', async (target) => {
    await answerTo(get(target, closing))
    expect(seen.map(({ url }) => url)).toEqual([target])
    expect(lines).toEqual([])
  })
})

describe('an address of the framework itself', () => {
  it.each([
    '/_global-error',
    '/_global-error?x=1',
    '/%5Fglobal-error',
    '//_global-error/',
    '/_not-found',
    '/_not-found.rsc',
    '/_error',
    '/_app',
    '/_document',
    '/404',
    '/500',
    '/500/',
    '/_next',
    '/_next/',
    '/_next/image?url=%2Ficon.svg&w=64&q=75',
    '/_next/data/x/accounts.json',
    '/_next/hmr?id=1',
    '/__nextjs_original-stack-frames',
  ])('%s is the page for what is not there', async (target) => {
    await start()
    await answerTo(get(target, closing))
    await answerTo(get(target, `rsc: 1\r\n${closing}`))
    const url = ['/no-such-page', ...target.split('?').slice(1)].join('?')
    expect(seen.map((request) => request.url)).toEqual([url, url])
  })

  it.each(['/_next/static/chunks/a.js', '/4040', '/500/accounts', '/a/_global-error'])(
    '%s is not one, and goes through',
    async (target) => {
      await start()
      await answerTo(get(target, closing))
      expect(seen.map((request) => request.url)).toEqual([target])
    },
  )

  it('is there for the development server', async () => {
    await start(undefined, 75, true)
    const target = '/__nextjs_original-stack-frames'
    await answerTo(get(target, closing))
    expect(seen.map((request) => request.url)).toEqual([target])
  })
})

describe('OPTIONS', () => {
  beforeEach(() => start())

  it.each(['/', '/accounts', '/transfers/new?from=1', '*', 'http://app.example/accounts'])(
    'of %s says what may be asked',
    async (target) => {
      const { status, head } = await answerTo(get(target, closing).replace('GET', 'OPTIONS'))
      expect([status, head.includes('allow: get, head, post, options\r\n')]).toEqual([204, true])
      expect(seen).toEqual([])
    },
  )

  it('alone may be asked of the server as a whole', async () => {
    expect((await answerTo(get('*', closing))).status).toBe(400)
  })
})

describe('a target with a host in it', () => {
  beforeEach(() => start())

  it.each([
    ['http://app.example', '/'],
    ['http://app.example/', '/'],
    ['HTTPS://APP.example/accounts?text=a', '/accounts?text=a'],
    ['http://app.example?a=b', '/?a=b'],
    ['http://localhost:3600/api/bank/callback/?code=x', '/api/bank/callback?code=x'],
    ['http://app.example/%zz', '/no-such-page'],
  ])('%s goes through as what follows the host, whatever host the header names', async (target, url) => {
    for (const host of ['app.example', 'evil.example']) {
      const sent = get(target, closing).replace('Host: app.example', `Host: ${host}`)
      expect((await answerTo(sent)).status).toBe(200)
    }
    expect(seen.map((request) => request.url)).toEqual([url, url])
    const named = target.split('/')[2]?.split('?')[0]
    expect(seen.map(({ headers }) => headers.host)).toEqual([named, named])
  })

  it.each([
    'http://evil.example/',
    'http://evil.example/app.example',
    'http://app.example@evil.example/',
    'http://app.example:443/',
    'http:///accounts',
    'https://localhost.evil.example/api/health',
  ])('%s is refused like another host', async (target) => {
    const { status, body } = await answerTo(get(target))
    expect(status).toBe(421)
    expect(body + lines.join('')).not.toContain('evil')
    expect(seen).toEqual([])
  })

  it.each(['ftp://app.example/', 'app.example:80', 'accounts'])('%s is no target', async (target) => {
    expect((await answerTo(get(target))).status).toBe(400)
    expect(seen).toEqual([])
  })
})

describe('a header that only the framework may set', () => {
  const sentAndSeen = async (name: string) => {
    expect((await answerTo(get('/accounts', `${name}: 1\r\n${closing}`))).status).toBe(200)
    return seen[0]?.headers[name]
  }

  it.each([
    'x-middleware-prefetch',
    'x-middleware-subrequest',
    'x-middleware-request-x-nonce',
    'x-nextjs-data',
    'x-nextjs-request-id',
    'x-next-resume-state-length',
    'x-invoke-path',
    'x-matched-path',
    'x-now-route-matches',
    'x-vercel-protection-bypass',
    'next-action',
    'next-resume',
    'next-hmr-refresh',
  ])('%s is taken away', async (name) => {
    await start()
    expect(await sentAndSeen(name)).toBeUndefined()
  })

  it.each(['rsc', 'next-router-prefetch', 'next-router-segment-prefetch', 'next-url'])(
    '%s goes through, because the router in the browser sends it',
    async (name) => {
      await start()
      expect(await sentAndSeen(name)).toBe('1')
    },
  )

  it.each(['next-hmr-refresh', 'x-nextjs-request-id'])('%s goes through in development', async (name) => {
    await start(undefined, 75, true)
    expect(await sentAndSeen(name)).toBe('1')
  })
})

describe('a page that could not be made', () => {
  it.each([
    ['for want of the database is 503 and says when to try again', 'unavailable-1a2b3c4d', 503, '5'],
    ['for another reason stays 500', '1234567890', 500, undefined],
    ['for no known reason stays 500', undefined, 500, undefined],
  ])('%s', async (_name, digest, status, retryAfter) => {
    await start((request, response) => {
      noteFailedPage(request.headers, digest)
      response.statusCode = 500
      response.end('page')
    })
    const answer = await answerTo(get('/', `X-Request-Mark: of-the-browser\r\n${closing}`))
    expect([answer.status, /^retry-after: (.*)\r$/m.exec(answer.head)?.[1]]).toEqual([status, retryAfter])
    expect(seen[0]?.headers[REQUEST_MARK_HEADER]).not.toBe('of-the-browser')
  })

  it('leaves one that could be made as it is', async () => {
    await start((request, response) => {
      noteFailedPage(request.headers, 'unavailable-1a2b3c4d')
      response.end('page')
    })
    expect(await answerTo(get('/', closing))).toMatchObject({ status: 200, body: 'page' })
  })
})

describe('an address under /api', () => {
  beforeEach(() => start())
  const ask = (method: string, target: string) =>
    answerTo(`${method} ${target} HTTP/1.1\r\nHost: app.example\r\n${closing}\r\n`)

  it('is known to the border as the app folder has it, with its methods', async () => {
    const api = appRoutes().filter(({ kind }) => kind === 'api')
    expect([...apiAddresses].sort()).toEqual(api.map(({ pattern }) => pattern).sort())
    for (const { pattern, file } of api) {
      const handlers = Object.keys(await import(file))
      expect([pattern, [...(apiMethodsAt(pattern) ?? [])].sort()]).toEqual([pattern, handlers.sort()])
    }
  })

  it.each([
    '/api',
    '/api/',
    '/api/nothing',
    '/api/nothing?code=hunter2',
    '/api/accounts/1/nothing',
    '/api/accounts//refresh/x',
    '/api/transfers/1/check/2',
    '/api/sca/callback',
    '/api/sca/callback/',
    '/api/constructor',
    '/api/__proto__',
    '/%61pi/bank/callback?code=hunter2',
    '/api/bank%2Fcallback?code=hunter2',
  ])('%s, where there is nothing, is problem+json for every method', async (target) => {
    for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS']) {
      const { status, head, body } = await ask(method, target)
      expect([method, status]).toEqual([method, 404])
      expect(head).toContain('content-type: application/problem+json')
      expect(head).toContain('cache-control: private, no-store')
      expect(JSON.parse(body)).toMatchObject({ code: 'not_found', status: 404 })
      expect(lines.at(-1)).toContain(JSON.parse(body).reference)
      expect(head + body + lines.join('')).not.toContain('hunter2')
    }
    expect((await ask('HEAD', target)).status).toBe(404)
    expect(seen).toEqual([])
  })

  it.each([
    ['POST', '/api/accounts', 'GET'],
    ['HEAD', '/api/accounts', 'GET'],
    ['DELETE', '/api/accounts/1', 'GET'],
    ['GET', '/api/bank/connect', 'POST'],
    ['HEAD', '/api/session/sign-out', 'POST'],
    ['GET', '/api/transfers/1/approve', 'POST'],
    ['PUT', '/api/transfers/1/approve', 'POST'],
    ['PATCH', '/api/transfers', 'GET, POST'],
    ['POST', '/api/transfers/payees', 'GET'],
    ['POST', '/api/health', 'GET, HEAD'],
    ['DELETE', '/api/bank/callback?code=hunter2', 'GET, HEAD, POST'],
  ])('%s %s is 405 and says what may be asked', async (method, target, allow) => {
    const { status, head, body } = await ask(method, target)
    expect(status).toBe(405)
    expect(head).toContain(`allow: ${allow.toLowerCase()}\r\n`)
    expect(head).toContain('content-type: application/problem+json')
    expect(head).toContain('cache-control: private, no-store')
    if (method === 'HEAD') expect(body).toBe('')
    else expect(JSON.parse(body)).toMatchObject({ code: 'method_not_allowed', status: 405 })
    expect(head + body + lines.join('')).not.toContain('hunter2')
    expect(seen).toEqual([])
  })

  it('says what may be asked of it', async () => {
    const { status, head } = await ask('OPTIONS', '/api/transfers')
    expect([status, head.includes('allow: get, post\r\n')]).toEqual([204, true])
    expect(seen).toEqual([])
  })

  it.each([
    ['/api/bank/callback/?code=hunter2&state=s', '/api/bank/callback?code=hunter2&state=s'],
    ['//api/bank/callback?code=hunter2', '/api/bank/callback?code=hunter2'],
    ['/api//bank\\callback//?code=hunter2', '/api/bank/callback?code=hunter2'],
    ['/api/sca/callback/9f/?code=hunter2', '/api/sca/callback/9f?code=hunter2'],
    ['/api/accounts/?', '/api/accounts?'],
    ['/api/ready/', '/api/ready'],
  ])('%s is answered where it stands, not by a redirect that repeats its query', async (target, url) => {
    expect((await ask('GET', target)).status).toBe(200)
    expect(seen.map((request) => request.url)).toEqual([url])
  })

  it.each(['/api/bank/callback?code=a//b/', '/apis/x/', '/accounts/', '//accounts?code=x/'])(
    '%s goes through as it is',
    async (target) => {
      await ask('GET', target)
      expect(seen.map((request) => request.url)).toEqual([target])
    },
  )
})

describe('a redirect that is not ours', () => {
  it('is never cached, because it may repeat a query', async () => {
    await start((_request, response) => response.writeHead(308, { location: '/accounts' }).end())
    expect((await answerTo(get('/accounts/', closing))).head).toContain('cache-control: private, no-store')
  })
})

describe('headers of a request', () => {
  beforeEach(() => start())

  /** A request whose headers take so many bytes. */
  const ofSize = (bytes: number, target = '/', more = '') => {
    const rest = `Host: app.example\r\n${closing}${more}Cookie: \r\n`
    return `GET ${target} HTTP/1.1\r\n${rest.replace('Cookie: ', `Cookie: ${'c'.repeat(bytes - rest.length)}`)}\r\n`
  }
  const { problem: english } = messagesOf('en')
  const { problem: italian } = messagesOf('it')

  it.each([17 * 1024, REQUEST_HEADERS_MAX_BYTES])('of %i bytes are taken', async (bytes) => {
    expect((await answerTo(ofSize(bytes))).status).toBe(200)
    expect(seen).toHaveLength(1)
  })

  it.each([
    ['en', '', english, italian],
    ['it', 'Accept-Language: it\r\n', italian, english],
    ['it', 'Cookie: a=b; locale=it\r\n', italian, english],
  ])('of more are answered by a page in %s that says what to do', async (locale, more, words, others) => {
    const { status, head, body } = await answerTo(ofSize(REQUEST_HEADERS_MAX_BYTES + 1, '/accounts', more))
    expect(status).toBe(431)
    expect(head).toContain("content-security-policy: default-src 'none'")
    expect(head).toContain('x-frame-options: deny')
    expect(body).toContain(`<html lang="${locale}">`)
    expect(body).toContain(words.too_many_cookies.meaning)
    expect(body).not.toContain(others.too_many_cookies.meaning)
    expect(lines).toHaveLength(1)
    expect(body).toContain(words.reference.replace('{reference}', JSON.parse(lines[0] ?? '').reference))
    expect(seen).toEqual([])
  })

  it('of more are answered to our own scripts by problem+json', async () => {
    const { status, head, body } = await answerTo(ofSize(REQUEST_HEADERS_MAX_BYTES + 1, '/api/accounts'))
    expect(status).toBe(431)
    expect(head).toContain('content-type: application/problem+json')
    expect(JSON.parse(body)).toMatchObject({ code: 'too_many_cookies', status: 431 })
    expect(lines[0]).toContain(JSON.parse(body).reference)
  })

  it.each(['/accounts', '/api/accounts'])(
    'name the other headers where these are too large: %s',
    async (target) => {
      const { status, body } = await answerTo(
        get(target, `${closing}Cookie: a=${'b'.repeat(5000)}\r\nX-Of-A-Proxy: ${'x'.repeat(30_000)}\r\n`),
      )
      expect(status).toBe(431)
      expect(body).toContain(
        target === '/accounts' ? english.headers_too_large.meaning : '"headers_too_large"',
      )
      expect(body).not.toContain(english.too_many_cookies.meaning)
      expect(seen).toEqual([])
    },
  )

  it.each(['/accounts?text=', '/api/accounts?text=', '/', '//api/'])(
    'are not blamed where the address is too long: %s',
    async (begin) => {
      const fits = begin + 'a'.repeat(URL_MAX_LENGTH - begin.length)
      const cookies = `${closing}Cookie: a=${'b'.repeat(31_000)}\r\n`
      expect((await answerTo(get(fits, closing))).status).not.toBe(414)
      for (const headers of [closing, cookies]) {
        const { status, body } = await answerTo(get(`${fits}a`, headers))
        expect(status).toBe(414)
        expect(body).toContain(
          begin.includes('/api/') ? '"address_too_long"' : english.address_too_long.meaning,
        )
        expect(body).not.toContain(english.too_many_cookies.meaning)
        expect(lines.at(-1)).not.toContain('aaaa')
      }
    },
  )

  it.each([70, 200, 1000])(
    'of %i kB, which nobody reads to the end, by a page in both languages that names every cause',
    async (kilobytes) => {
      const { socket, text } = await client()
      socket.write(ofSize(kilobytes * 1024, '/accounts'))
      await once(socket, 'end')
      expect(text()).toMatch(/^HTTP\/1\.1 431 /)
      expect(text()).toContain(english.request_too_large.meaning)
      expect(text()).toContain(italian.request_too_large.meaning)
      expect(lines).toHaveLength(1)
    },
  )

  it.each([
    ['GET / HTTP/9\r\n\r\n', 400],
    ['hello\r\n\r\n', 400],
    [get('/', 'Bad Header: x\r\n'), 400],
    [get('/', 'Host: app.example\r\n'), 400],
    [get('/', 'hOST: evil.example\r\n'), 400],
    [get('/api/health', 'Host: localhost\r\n'), 400],
    [get('/').replace('GET', 'DELETE'), 405],
  ])('%j is refused with %i and the fixed headers', async (sent, status) => {
    const answered = await answerTo(sent)
    expect(answered.status).toBe(status)
    expect(answered.head).toContain('x-content-type-options: nosniff')
    expect(seen).toEqual([])
  })
})

describe('a request to change the protocol', () => {
  const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\n'
  /** Listens for such requests as Next does, on the server that it is given. */
  const nextListens = () => {
    const upgraded: (string | undefined)[] = []
    app.upgrades.on('upgrade', (request, socket) => {
      upgraded.push(request.url)
      socket.end('upgraded')
    })
    return upgraded
  }

  it.each([
    upgrade,
    'Connection: Upgrade\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n',
    'Connection: keep-alive, Upgrade\r\nUpgrade: nothing-known\r\n',
    'Upgrade: websocket\r\n',
  ])('is answered as any other in production, and its connection ends: %j', async (headers) => {
    await start()
    const upgraded = nextListens()
    for (const target of ['/', '/_next/hmr?id=1', '/api/health']) {
      const { status, body } = await answerTo(get(target, headers))
      expect([status, body]).toEqual([200, expect.stringContaining('page')])
    }
    expect(upgraded).toEqual([])
    expect(seen.map((request) => [request.headers.upgrade, request.headers['http2-settings']])).toEqual(
      Array.from({ length: 3 }, () => [undefined, undefined]),
    )
  })

  it('leaves no connection open, also of a hundred at once', async () => {
    await start()
    nextListens()
    const made: Client[] = []
    for (let count = 0; count < 100; count += 1) made.push(await client(get('/', upgrade)))
    await until(() => made.every(({ isClosed }) => isClosed()))
    expect(made.filter(({ text }) => !text().startsWith('HTTP/1.1 200 '))).toEqual([])
  })

  it('reaches the development server for fast refresh, and its connection ends for everything else', async () => {
    await start(undefined, 75, true)
    const upgraded = nextListens()
    await client(get('/_next/hmr?id=1', upgrade))
    await until(() => upgraded.length === 1)
    const other = await client(get('/accounts', upgrade))
    await until(other.isClosed)
    expect([upgraded, seen]).toEqual([['/_next/hmr?id=1'], []])
  })

  it('CONNECT ends without an answer', async () => {
    await start()
    const { isClosed } = await client('CONNECT bank.example:443 HTTP/1.1\r\nHost: bank.example\r\n\r\n')
    await until(isClosed)
    expect(seen).toEqual([])
  })
})

describe('requests sent one behind the other on one connection', () => {
  it('are worked on one at a time, and answered in their order', async () => {
    const waiting: ServerResponse[] = []
    await start((_request, response) => void waiting.push(response))
    const { text } = await client(get('/1') + get('/2') + get('/3', closing))
    for (const place of [1, 2, 3]) {
      await until(() => waiting.length === place)
      expect(seen.map(({ url }) => url)).toEqual(['/1', '/2', '/3'].slice(0, place))
      waiting[place - 1]?.end(`answer ${place}`)
    }
    await until(() => text().includes('answer 3'))
    expect(text().match(/answer \d/g)).toEqual(['answer 1', 'answer 2', 'answer 3'])
  })

  it('are forgotten with their connection', async () => {
    const waiting: ServerResponse[] = []
    await start((_request, response) => void waiting.push(response))
    const { socket, serverSide } = await client(get('/1') + get('/2'))
    socket.destroy()
    await until(() => serverSide.closed)
    waiting[0]?.end('late')
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    expect(seen.map(({ url }) => url)).toEqual(['/1'])
  })
})

describe('an idle connection', () => {
  it('is kept for as long as the setting says, and the answer says so', async () => {
    await start(undefined, 75)
    const { text } = await client(get('/'))
    await until(() => text().includes('page'))
    expect(text()).toContain('Keep-Alive: timeout=75\r\n')
  })

  it.each([1, 5, 75, 300, 3600])('no other time limit ends one of %i s earlier', async (keepAliveSeconds) => {
    await start(undefined, keepAliveSeconds)
    const { keepAliveTimeout, headersTimeout, requestTimeout, timeout } = app.httpServer
    expect(keepAliveTimeout).toBe(keepAliveSeconds * 1000)
    expect(headersTimeout).toBeGreaterThan(keepAliveTimeout)
    expect(requestTimeout).toBeGreaterThanOrEqual(headersTimeout)
    expect(timeout).toBe(0)
  })
})

describe('stopping', () => {
  const GRACE_MS = 25_000

  /** Nothing that waits for a timer happens before the test moves it. */
  const stopInHand = () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    let isStopped = false
    const stopped = app.stop(GRACE_MS).then(() => {
      isStopped = true
    })
    return { stopped, isStopped: () => isStopped }
  }
  const idleFor = async (milliseconds: number) => {
    await vi.advanceTimersByTimeAsync(milliseconds)
    // What has been ended in that time gets around to saying so.
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  }

  it.each([
    ['that never sent a byte', ''],
    ['with half a request line', 'GET /acc'],
    ['with a request line alone', 'GET / HTTP/1.1\r\n'],
    ['with half a header', 'GET / HTTP/1.1\r\nHost: app.exa'],
    ['with all headers but the last line', 'GET / HTTP/1.1\r\nHost: app.example\r\n'],
  ])('ends a connection %s at once', async (_what, sent) => {
    await start()
    const { isClosed } = await client(sent)
    await stopInHand().stopped
    await until(isClosed)
  })

  it('ends an answered connection that is kept for the next request at once', async () => {
    await start()
    const { text, isClosed } = await client(get('/'))
    await until(() => text().includes('page'))
    await stopInHand().stopped
    await until(isClosed)
  })

  it('ends an upgraded connection at once', async () => {
    await start()
    app.httpServer.on('upgrade', () => undefined)
    const { isClosed } = await client(get('/', 'Connection: Upgrade\r\nUpgrade: websocket\r\n'))
    await stopInHand().stopped
    await until(isClosed)
  })

  it('waits for a request under way, and for nothing beside it', async () => {
    const waiting: ServerResponse[] = []
    await start((_request, response) => void waiting.push(response))
    const busy = await client(get('/'))
    const idle = await client('GET')
    const { stopped, isStopped } = stopInHand()
    await until(idle.isClosed)
    await idleFor(GRACE_MS - 1)
    expect([busy.isClosed(), isStopped()]).toEqual([false, false])
    waiting[0]?.end('done')
    await stopped
    await until(busy.isClosed)
    expect(busy.text()).toMatch(/connection: close\r\n[\s\S]*done$/i)
  })

  it('waits for it no longer than the grace', async () => {
    await start(() => undefined)
    const { isClosed } = await client(get('/'))
    const { stopped } = stopInHand()
    await idleFor(GRACE_MS)
    await stopped
    await until(isClosed)
  })

  it('takes no request that comes after, on a connection with one under way either', async () => {
    const waiting: ServerResponse[] = []
    await start((_request, response) => void waiting.push(response))
    const { socket, serverSide, text, isClosed } = await client(get('/'))
    const { stopped } = stopInHand()
    socket.write(get('/second'))
    await until(() => serverSide.bytesRead === get('/').length + get('/second').length)
    waiting[0]?.end('done')
    await stopped
    await until(isClosed)
    expect(text()).toContain('done')
    expect(seen).toHaveLength(1)
  })

  const half = 'POST / HTTP/1.1\r\nHost: app.example\r\nContent-Length: 10\r\n\r\n{"a":'

  it('waits only a moment for the rest of a body', async () => {
    await start((request) => request.resume())
    const { isClosed } = await client(half)
    const { stopped } = stopInHand()
    await idleFor(2 * STALLED_LOOK_MS - 1)
    expect(isClosed()).toBe(false)
    await idleFor(1)
    await stopped
    await until(isClosed)
  })

  it('a body that comes whole in that moment is work under way', async () => {
    const waiting: ServerResponse[] = []
    await start((request, response) => {
      request.resume()
      waiting.push(response)
    })
    const { socket, text, isClosed } = await client(half)
    const { stopped } = stopInHand()
    socket.write('1234}')
    await until(() => seen[0]?.complete === true)
    await idleFor(4 * STALLED_LOOK_MS)
    expect(isClosed()).toBe(false)
    waiting[0]?.end('done')
    await stopped
    await until(isClosed)
    expect(text()).toContain('done')
  })

  const large = Buffer.alloc(32 * 1024 * 1024)

  it.each<[string, Answer]>([
    ['an answer made whole', (_request, response) => response.end(large)],
    ['a part of an answer', (_request, response) => response.write(large)],
  ])('does not wait for a reader who does not take %s', async (_what, answer) => {
    await start(answer)
    const { serverSide, isClosed, socket } = await client(get('/'), { reads: false })
    await until(() => serverSide.writableLength > 0)
    const { stopped } = stopInHand()
    await idleFor(2 * STALLED_LOOK_MS - 1)
    expect(serverSide.destroyed).toBe(false)
    await idleFor(1)
    await stopped
    socket.resume()
    await until(isClosed)
  })

  it('does not work on two hundred requests whose answers are never read', async () => {
    await start((_request, response) => response.end(large))
    const { serverSide, isClosed, socket } = await client(get('/').repeat(200), { reads: false })
    await until(() => serverSide.writableLength > 0)
    const { stopped } = stopInHand()
    await idleFor(2 * STALLED_LOOK_MS)
    await stopped
    expect(seen).toHaveLength(1)
    socket.resume()
    await until(isClosed)
  })

  it('waits for the one of them that is under way, however many come behind it', async () => {
    const waiting: ServerResponse[] = []
    await start((_request, response) => void waiting.push(response))
    const busy = await client(get('/') + half)
    const { stopped } = stopInHand()
    await idleFor(4 * STALLED_LOOK_MS)
    expect(busy.isClosed()).toBe(false)
    waiting[0]?.end('done')
    await stopped
    await until(busy.isClosed)
    expect([busy.text().includes('done'), seen.length]).toEqual([true, 1])
  })

  it('lets a reader go on who takes the answer piece by piece', async () => {
    const waiting: ServerResponse[] = []
    await start((_request, response) => {
      response.write(large)
      waiting.push(response)
    })
    const { socket, isClosed, serverSide } = await client(get('/'), { reads: false })
    const { stopped } = stopInHand()
    for (let piece = 0; piece < 3; piece += 1) {
      await idleFor(STALLED_LOOK_MS)
      expect(serverSide.destroyed).toBe(false)
      socket.resume()
      await until(() => serverSide.writableLength === 0)
      socket.pause()
      waiting[0]?.write(large)
    }
    socket.resume()
    waiting[0]?.end()
    await stopped
    await until(isClosed)
  })
})

describe('the host that a request names', () => {
  beforeEach(() => start())
  const askFor = (host: string, target = '/') =>
    answerTo(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\n${closing}\r\n`)

  it.each([
    'app.example',
    'APP.example',
    'app.example:80',
    'localhost',
    'localhost:3000',
    '127.0.0.1:8080',
    '[::1]',
    '[::1]:3000',
  ])('%s is known', async (host) => {
    expect((await askFor(host)).status).toBe(200)
  })

  it.each([
    'evil.example',
    'app.example.evil.example',
    'evil.app.example',
    'app.example:443',
    'app.example@evil.example',
    'app.example/x',
    'app.example, evil.example',
    'localhost.evil.example',
    'localhost:3000@evil.example',
    '127.0.0.1.evil.example',
    '10.0.0.7',
    '[::2]',
    '',
  ])('%j is refused, for a page and for /api, with a plain page', async (host) => {
    for (const target of ['/', '/api/health', '/icon.svg', '/_next/static/x.js']) {
      const { status, head, body } = await askFor(host, target)
      expect(status).toBe(421)
      expect(head).toContain('content-type: text/plain')
      expect(head).toContain('cache-control: private, no-store')
      expect(body).not.toContain('evil')
    }
    expect(lines.join('')).not.toContain('evil')
    expect(seen).toEqual([])
  })
})

describe('a header that is longer than anything it can say', () => {
  beforeEach(() => start())
  const headerSeen = async (line: string) => {
    expect((await answerTo(get('/', `${line}\r\n${closing}`))).status).toBe(200)
    return String(seen[0]?.headers[line.split(':')[0]?.toLowerCase() ?? ''])
  }

  it.each([
    'User-Agent',
    'Accept',
    'Accept-Language',
    'Accept-Encoding',
    'Content-Type',
    'If-None-Match',
    'Origin',
    'Range',
    'Referer',
    'RSC',
    'Next-Url',
    'Sec-Fetch-Site',
    'Sec-Purpose',
    'X-Path',
    'X-Of-A-Proxy',
  ])('%s is cut before anything reads it', async (name) => {
    const value = await headerSeen(`${name}: abc${'a'.repeat(14_500)}`)
    expect(value.length).toBeLessThanOrEqual(2048)
    expect(value).toMatch(/^abca*$/)
  })

  it.each(['X-Forwarded-For', 'Forwarded'])('%s keeps its end, which the proxies wrote', async (name) => {
    const value = await headerSeen(`${name}: ${'for=192.0.2.1, '.repeat(900)}for=203.0.113.7`)
    expect(value.length).toBeLessThanOrEqual(2048)
    expect(value).toMatch(/for=192\.0\.2\.1, for=203\.0\.113\.7$/)
  })

  it('several lines of one header count together', async () => {
    const line = `X-Forwarded-For: ${'192.0.2.1, '.repeat(90)}203.0.113.7`
    const value = await headerSeen([line, line, line].join('\r\n'))
    expect(value.length).toBeLessThanOrEqual(2048)
    expect(value).toMatch(/203\.0\.113\.7$/)
  })

  it.each([
    ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0', 'User-Agent'],
    ['it-IT,it;q=0.9,en-US;q=0.8,en;q=0.7', 'Accept-Language'],
    [`a=${'b'.repeat(14_000)}`, 'Cookie'],
  ])('%.20s… of %s is not', async (text, name) => {
    expect(await headerSeen(`${name}: ${text}`)).toBe(text)
  })
})

describe('what a browser says it has of a page already', () => {
  beforeEach(() => start())
  const stateHeader = (state: string) => `RSC: 1\r\nNext-Router-State-Tree: ${state}\r\n${closing}`
  const whole = encodeURIComponent(JSON.stringify(['', { children: ['__PAGE__', {}] }, null, null, 16]))

  it.each([
    ['that can be read goes through', whole, whole],
    ['that was cut short is taken away, and the page is made whole', whole.slice(0, 40), undefined],
    ['that cannot be decoded is taken away, too', '%E0%A4%A', undefined],
  ])('%s', async (_, sent, kept) => {
    expect((await answerTo(get('/accounts?_rsc=abc', stateHeader(sent)))).status).toBe(200)
    expect(seen.map(({ headers }) => [headers.rsc, headers['next-router-state-tree']])).toEqual([['1', kept]])
  })
})
