import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import {
  type ApplicationSession,
  BankApiError,
  type BankClient,
  type BankClientConfig,
  type BankExchange,
  BankProtocolError,
  BankUnreachableError,
  createBankClient,
} from '@/lib/bank'
import { prepareSettings } from '@/lib/bank/settings'
import { createSealTrust } from '@/lib/bank/trust/seal-trust'
import { type ApiCall, createApiCall } from '@/lib/bank/wire/api-call'
import { createExchange } from '@/lib/bank/wire/exchange'
import { createTransport } from '@/lib/bank/wire/transport'
import { type BankPki, bankPki } from './bank-pki'
import type { Minted } from './mint-certificate'
import { type Answer, type SealOptions, sealAnswer } from './sealed-answer'

/** A request as it came over the wire. */
export type SeenRequest = {
  method: string
  /** The raw request target. */
  target: string
  headers: [name: string, value: string][]
  header(name: string): string
  body: Buffer
  /** Serial number and chain length of the client certificate that TLS saw. */
  clientSerial: string
  clientChainLength: number
  socket: TLSSocket
}

/** Bytes to write as they are, `undefined` to write nothing and leave the connection to the test. */
export type Reply = Answer | Buffer | undefined

export type HostileBank = {
  pki: BankPki
  origin: string
  requests: SeenRequest[]
  /** How the next requests are answered. */
  answer(reply: (request: SeenRequest) => Reply | Promise<Reply>): void
  /** A well signed answer to a request. */
  seal(request: SeenRequest, options?: Partial<SealOptions>): Answer
  config(overrides?: Partial<BankClientConfig>): BankClientConfig
  client(overrides?: Partial<BankClientConfig>): { client: BankClient; exchanges: BankExchange[] }
  /** The way endpoints talk to the bank, for methods that no public function uses yet. */
  apiCall(overrides?: Partial<BankClientConfig>): ApiCall
  close(): Promise<void>
}

const BASE_PATH = '/psd2/v0'

/** Certificate chain in one PEM, leaf first. */
export const chainOf = (...certificates: Minted[]) => certificates.map(({ pem }) => pem).join('')

/**
 * A real TLS server that demands the client certificate, trusts only the root and does whatever a test says.
 * It writes its answers byte by byte, so that a test can break anything.
 * @param options.takesAnyClient trusts every client certificate
 */
export async function startHostileBank({ takesAnyClient = false } = {}): Promise<HostileBank> {
  const pki = bankPki()
  const requests: SeenRequest[] = []
  const clients: { close(): Promise<void> }[] = []
  const sockets = new Set<TLSSocket>()
  let respond: (request: SeenRequest) => Reply | Promise<Reply> = () => undefined

  const server = createServer({
    cert: pki.serverCertificate.pem,
    key: pki.serverCertificate.keyPem,
    ca: pki.root.pem,
    requestCert: true,
    rejectUnauthorized: !takesAnyClient,
    maxHeaderSize: 256 * 1024,
    keepAliveTimeout: 60_000,
  })
  server.on('secureConnection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
  })
  server.on('request', async (incoming, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const socket = incoming.socket as TLSSocket
    const request = seen(incoming, Buffer.concat(chunks), socket)
    requests.push(request)
    const reply = await respond(request)
    if (reply === undefined || socket.destroyed) return
    if (Buffer.isBuffer(reply)) socket.write(reply)
    else response.writeHead(reply.status, reply.headers.flat()).end(reply.body)
  })
  const origin = await listen(server)

  const config = (overrides: Partial<BankClientConfig> = {}) => bankConfig(origin, pki, overrides)
  return {
    pki,
    origin,
    requests,
    answer: (reply) => {
      respond = reply
    },
    seal: ({ method, target }, options) => sealAnswer({ method, target, seal: pki.seal, ...options }),
    config,
    client(overrides) {
      const exchanges: BankExchange[] = []
      const client = createBankClient(config(overrides), {
        now: () => new Date(),
        newId: randomUUID,
        observe: (exchange) => exchanges.push(exchange),
      })
      clients.push(client)
      return { client, exchanges }
    },
    apiCall(overrides) {
      const settings = prepareSettings(config(overrides), new Date())
      const transport = createTransport(settings)
      clients.push(transport)
      const sealTrust = createSealTrust(settings.sealAnchors, settings.sealSubject)
      const now = () => new Date()
      const deps = { settings, transport, sealTrust, now, newId: randomUUID, observe: undefined }
      return createApiCall(createExchange(deps), settings)
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await Promise.all(clients.map((client) => client.close()))
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export function bankConfig(
  origin: string,
  pki: BankPki,
  overrides: Partial<BankClientConfig> = {},
): BankClientConfig {
  return {
    baseUrl: `${origin}${BASE_PATH}`,
    authorizeUrl: `${origin}/auth/oauth/v2/authorize`,
    tokenUrl: `${origin}/auth/oauth/v2/token`,
    authorizeMode: 'signed',
    environment: 'sandbox',
    headerPrefix: 'SVC',
    requestTargetCase: 'lower',
    tlsCa: pki.root.pem,
    sealCa: pki.root.pem,
    sealSubject: pki.sealSubject,
    qwac: { certificate: chainOf(pki.qwac, pki.tppCa), key: pki.qwac.keyPem },
    qseal: { certificate: chainOf(pki.qseal, pki.tppCa), key: pki.qseal.keyPem },
    application: { name: 'prova-app', clientId: 'client-1', clientSecret: 'secret-1' },
    ...overrides,
  }
}

/** A context whose token and transaction are fresh. */
export function callContext() {
  return { accessToken: randomUUID(), transactionId: randomUUID() }
}

/** What a caller keeps of one application session: it changes only by what is reported to it. */
export function applicationSession() {
  const reported: string[] = []
  const session: ApplicationSession = {
    get apitrackId() {
      return reported.at(-1)
    },
    onApitrackId: (id) => void reported.push(id),
  }
  return { session, reported }
}

/** How the bank, or the client in view of its answer, refused. */
export async function refusalOf(call: Promise<unknown>): Promise<BankApiError | BankProtocolError> {
  const error = await thrownBy(call)
  if (error instanceof BankApiError || error instanceof BankProtocolError) return error
  throw error
}

/** How the call failed for want of an answer that makes sense. */
export async function failureOf(call: Promise<unknown>): Promise<BankUnreachableError | BankProtocolError> {
  const error = await thrownBy(call)
  if (error instanceof BankUnreachableError || error instanceof BankProtocolError) return error
  throw error
}

function thrownBy(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => new Error('the call succeeded'),
    (thrown: unknown) => thrown,
  )
}

/** An answer as bytes, for what node's own server would not write. */
export function bytesOf(answer: Answer, extra = ''): Buffer {
  const headers = answer.headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  const head = `HTTP/1.1 ${answer.status} OK\r\n${headers}${extra}Content-Length: ${answer.body.length}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), answer.body])
}

function seen(
  incoming: { method?: string; url?: string; rawHeaders: string[] },
  body: Buffer,
  socket: TLSSocket,
): SeenRequest {
  const headers: [string, string][] = []
  for (let index = 0; index < incoming.rawHeaders.length; index += 2) {
    headers.push([incoming.rawHeaders[index] ?? '', incoming.rawHeaders[index + 1] ?? ''])
  }
  const peer = socket.getPeerCertificate(true)
  return {
    method: incoming.method ?? '',
    target: incoming.url ?? '',
    headers,
    header: (name) => headers.find(([other]) => other.toLowerCase() === name.toLowerCase())?.[1] ?? '',
    body,
    clientSerial: peer.serialNumber,
    clientChainLength: chainLength(peer),
    socket,
  }
}

function chainLength(certificate: { issuerCertificate?: unknown; fingerprint256?: string }): number {
  const issuer = certificate.issuerCertificate
  if (typeof issuer !== 'object' || issuer === null || issuer === certificate) return 1
  return 1 + chainLength(issuer)
}

function listen(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      resolve(`https://localhost:${port}`)
    })
  })
}
