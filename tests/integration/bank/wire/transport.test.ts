import { createServer } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { BankClient } from '@/lib/bank'
import {
  bytesOf,
  callContext,
  chainOf,
  failureOf,
  type HostileBank,
  type SeenRequest,
  startHostileBank,
} from '@/tests/support/hostile-bank'
import { der, derExtension, mintCertificate, rsaKey } from '@/tests/support/mint-certificate'
import { type Answer, envelope } from '@/tests/support/sealed-answer'

let bank: HostileBank
beforeAll(async () => {
  bank = await startHostileBank()
})
afterAll(() => bank.close())
beforeEach(() => {
  bank.requests.length = 0
})

const CUSTOMER = envelope({ customerid: '10023456' })
const good = (request: SeenRequest) => bank.seal(request, { body: CUSTOMER })

describe('mutual TLS', () => {
  test('TLS-2: the whole chain is sent, so that a server that trusts only the root accepts us', async () => {
    bank.answer(good)
    await bank.client().client.getCustomerId(callContext())
    expect(bank.requests[0]?.clientChainLength).toBe(3)
  })

  test('TLS-3: the bank sees our QWAC on the connection', async () => {
    bank.answer(good)
    const { client } = bank.client()
    await client.getCustomerId(callContext())
    expect(bank.requests[0]?.clientSerial).toBe(client.describe().qwac.serialNumber)
  })

  test('a server that the configured CA did not issue gets nothing from us', async () => {
    const { client } = bank.client({ tlsCa: bank.pki.strangerCa.pem })
    const error = await failureOf(client.getCustomerId(callContext()))
    expect(error).toMatchObject({ name: 'BankUnreachableError', reason: 'tls', sent: false })
    expect(bank.requests).toEqual([])
  })

  test('a server of another name gets nothing from us', async () => {
    const { client } = bank.client({ baseUrl: bank.origin.replace('localhost', '127.0.0.1') })
    expect(await failureOf(client.getCustomerId(callContext()))).toMatchObject({ reason: 'tls', sent: false })
    expect(bank.requests).toEqual([])
  })

  test.each([
    ['of another CA', () => ({ tlsCa: bank.pki.strangerCa.pem })],
    ['of another name', () => ({ baseUrl: bank.origin.replace('localhost', '127.0.0.1') })],
  ])('a server %s gets nothing even where the environment switches verification off', async (_, given) => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    try {
      const { client } = bank.client(given())
      const error = await failureOf(client.getCustomerId(callContext()))
      expect(error).toMatchObject({ name: 'BankUnreachableError', reason: 'tls', sent: false })
      expect(bank.requests).toEqual([])
    } finally {
      vi.unstubAllEnvs()
    }
  })

  test('nobody listening: surely nothing was sent', async () => {
    const port = await freePort()
    const { client } = bank.client({ baseUrl: `https://localhost:${port}` })
    const error = await failureOf(client.getCustomerId(callContext()))
    expect(error).toMatchObject({ reason: 'connect', sent: false, systemCode: 'ECONNREFUSED' })
  })
})

describe('TLS-4: the bank closes the socket right after reading the request', () => {
  const close = (request: SeenRequest) => {
    request.socket.destroy()
    return undefined
  }
  const put = (call: ReturnType<HostileBank['apiCall']>) =>
    call(
      callContext(),
      { operation: 'execute', method: 'PUT', path: '/psd2/v0/execute', body: {}, data: z.unknown() },
      ({ data }) => data,
    )

  test.each(['a new', 'a kept-alive'])(
    'a PUT on %s connection arrives exactly once and is never sent again',
    async (kind) => {
      const call = bank.apiCall()
      if (kind === 'a kept-alive') {
        bank.answer((request) => bank.seal(request, { body: envelope({}) }))
        await put(call)
        bank.requests.length = 0
      }
      bank.answer(close)
      expect(await failureOf(put(call))).toMatchObject({ reason: 'closed', sent: true })
      expect(bank.requests.map(({ method }) => method)).toEqual(['PUT'])
    },
  )

  test('a POST for a token arrives exactly once', async () => {
    bank.answer(close)
    const call = bank.client().client.oauth.refreshToken({ refreshToken: 'r', context: callContext() })
    expect(await failureOf(call)).toMatchObject({ sent: true })
    expect(bank.requests).toHaveLength(1)
  })

  test('a GET is tried once more, with a new id and signature in the same transaction', async () => {
    bank.answer((request) => (bank.requests.length === 1 ? close(request) : good(request)))
    const { client, exchanges } = bank.client()
    await client.getCustomerId(callContext())
    const [first, second] = bank.requests
    if (!first || !second) throw new Error('two requests were expected')
    expect(second.header('TPP-Request-ID')).not.toBe(first.header('TPP-Request-ID'))
    expect(second.header('Signature')).not.toBe(first.header('Signature'))
    expect(second.header('TPP-Transaction-ID')).toBe(first.header('TPP-Transaction-ID'))
    expect(exchanges.map(({ attempt, error }) => [attempt, error?.reason])).toEqual([
      [1, 'closed'],
      [2, undefined],
    ])
  })

  test('a GET is tried no third time', async () => {
    bank.answer(close)
    expect(await failureOf(bank.client().client.getCustomerId(callContext()))).toMatchObject({ sent: true })
    expect(bank.requests).toHaveLength(2)
  })

  const resourceId = '0b6e7c1e-4f7a-4c0e-8f55-1d2e3f4a5b6c'
  const step = {
    kind: 'execute' as const,
    path: `/psd2/v0/private/customers/10023456/products/Ab12Cd34Ef/moneyTransfer/${resourceId}/execute`,
    resourceId,
  }

  test.each<[string, (client: BankClient) => Promise<unknown>]>([
    ['execute', (client) => client.executeTransfer(callContext(), { step })],
    [
      'the beginning of an approval, a GET',
      (client) => client.startSca(callContext(), { resourceId, redirectUri: 'https://app.example/back/1' }),
    ],
  ])('%s goes once, on a connection that never stood idle', async (_, call) => {
    const { client } = bank.client()
    bank.answer(good)
    await client.getCustomerId(callContext())
    const kept = bank.requests[0]?.socket
    bank.answer(close)
    expect(await failureOf(call(client))).toMatchObject({ reason: 'closed', sent: true })
    expect(bank.requests).toHaveLength(2)
    expect(bank.requests[1]?.socket).not.toBe(kept)
  })
})

describe('sizes', () => {
  const LIMIT = 64 * 1024

  /** An answer whose header names and values come to exactly so many bytes. */
  function withHeaderBytes(request: SeenRequest, total: number): Buffer {
    const answer = good(request)
    const headers: Answer['headers'] = [...answer.headers, ['X-Filler', '']]
    const length = ['Content-Length', String(answer.body.length)]
    const known = [...headers.flat(), ...length].reduce((sum, text) => sum + text.length, 0)
    headers[headers.length - 1] = ['X-Filler', 'f'.repeat(total - known)]
    return bytesOf({ ...answer, headers })
  }

  test.each([LIMIT - 1, LIMIT])('KEY-4: %d bytes of headers are read', async (total) => {
    bank.answer((request) => withHeaderBytes(request, total))
    expect(await bank.client().client.getCustomerId(callContext())).toEqual({ customerId: '10023456' })
  })

  test('KEY-4: one byte of headers above 64 KiB is a typed refusal', async () => {
    bank.answer((request) => withHeaderBytes(request, LIMIT + 1))
    const error = await failureOf(bank.client().client.getCustomerId(callContext()))
    expect(error).toMatchObject({ name: 'BankProtocolError', reason: 'headers_too_large' })
  })

  test('KEY-4: a chain of four large certificates, percent-encoded, fits', async () => {
    const bulk = derExtension('1.2.3.4', der(0x04, Buffer.alloc(3000)))
    const ca = (name: string, issuer: typeof bank.pki.root) =>
      mintCertificate({ subject: [['CN', name]], key: rsaKey(), issuer, ca: true, extensions: [bulk] })
    const [first, second] = [ca('A', bank.pki.root), ca('B', bank.pki.root)]
    const issuing = ca('C', first)
    const seal = mintCertificate({
      subject: [
        ['O', 'Banca di Prova'],
        ['CN', 'Sigillo'],
      ],
      key: rsaKey(),
      issuer: issuing,
      qcTypes: ['eseal'],
    })
    const certificateHeader = encodeURIComponent(chainOf(seal, issuing, second, first))
    expect(certificateHeader.length).toBeGreaterThan(16 * 1024)
    bank.answer((request) => bank.seal(request, { body: CUSTOMER, seal, certificateHeader }))
    expect(await bank.client().client.getCustomerId(callContext())).toEqual({ customerId: '10023456' })
  })

  test.each([
    ['announced', true],
    ['in chunks', false],
  ])('a body over the limit, %s, is a typed refusal', async (_, announced) => {
    bank.answer((request) => {
      const answer = bank.seal(request, { body: CUSTOMER + ' '.repeat(2000) })
      if (announced) return bytesOf(answer)
      const headers = answer.headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
      const chunk = `${answer.body.length.toString(16)}\r\n${answer.body}\r\n0\r\n\r\n`
      return Buffer.from(`HTTP/1.1 200 OK\r\n${headers}Transfer-Encoding: chunked\r\n\r\n${chunk}`)
    })
    const { client, exchanges } = bank.client({ limits: { responseBodyBytes: 2000 } })
    const error = await failureOf(client.getCustomerId(callContext()))
    expect(error).toMatchObject({ name: 'BankProtocolError', reason: 'body_too_large' })
    expect(exchanges[0]?.steps).toEqual([{ name: 'size', outcome: 'failed' }])
  })
})

describe('what HTTP allows and this client does not', () => {
  test('compressed bodies are refused: none was asked for', async () => {
    const extraHeaders: [string, string][] = [['Content-Encoding', 'gzip']]
    bank.answer((request) => bank.seal(request, { body: gzipSync(CUSTOMER), extraHeaders }))
    const error = await failureOf(bank.client().client.getCustomerId(callContext()))
    expect(error.reason).toBe('content_encoding')
    expect(bank.requests[0]?.header('Accept-Encoding')).toBe('identity')
  })

  test.each([301, 302, 303, 307, 308])('a %d is not followed', async (status) => {
    const extraHeaders: [string, string][] = [['Location', `${bank.origin}/psd2/v0/elsewhere`]]
    bank.answer((request) => bank.seal(request, { status, extraHeaders }))
    const error = await failureOf(bank.client().client.getCustomerId(callContext()))
    expect(error).toMatchObject({ name: 'BankProtocolError', reason: 'redirect_refused', status })
    expect(bank.requests).toHaveLength(1)
  })

  test('an answer that is not HTTP is a typed refusal', async () => {
    bank.answer(() => Buffer.from('SSH-2.0-OpenSSH_9.2\r\n'))
    const error = await failureOf(bank.client().client.getCustomerId(callContext()))
    expect(error).toMatchObject({ name: 'BankProtocolError', reason: 'http_malformed' })
  })

  test('a 103 before the answer is passed over', async () => {
    bank.answer((request) => {
      request.socket.write('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n')
      return bytesOf(good(request))
    })
    expect(await bank.client().client.getCustomerId(callContext())).toEqual({ customerId: '10023456' })
  })

  test('KEY-3: a certificate folded over two header lines is read', async () => {
    bank.answer((request) => {
      const answer = good(request)
      const headers = answer.headers.flatMap(([name, value]): [string, string][] =>
        name === 'SVC-Certificate'
          ? [
              [name, value.slice(0, 700)],
              [name, value.slice(700)],
            ]
          : [[name, value]],
      )
      return bytesOf({ ...answer, headers })
    })
    expect(await bank.client().client.getCustomerId(callContext())).toEqual({ customerId: '10023456' })
  })

  test('a header line continued the obsolete way (RFC 7230 §3.2.4) is a typed refusal, tried once', async () => {
    bank.answer((request) => bytesOf({ ...good(request), headers: [['X-Long', 'one\r\n two']] }))
    const error = await failureOf(bank.client().client.getCustomerId(callContext()))
    expect(error).toMatchObject({ name: 'BankProtocolError', reason: 'http_malformed' })
    expect(bank.requests).toHaveLength(1)
  })
})

/** A port that nobody listens on: it was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (typeof address !== 'object' || !address) throw new Error('no port')
  return address.port
}
