import { randomUUID, type X509Certificate } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import { TLSSocket } from 'node:tls'
import type { Bank } from '../bank'
import { callSettings } from '../control/faults'
import type { FaultEffect, Sealing } from '../control/faults/effect'
import { type CheckVerdict, journalEntry } from '../control/journal'
import type { Answer, ApiRequest, HeaderLine } from '../http/message'
import { headerValues } from '../http/message'
import { sealAnswer } from '../http/seal'
import { writeAnswer } from '../http/write'
import { OAuthRefusal, oauthRefusalAnswer } from '../oauth/refusal'
import type { KeyedCertificate } from '../pki/mint'
import { readCertificateFacts } from '../pki/read-certificate'
import type { Call, Peer } from './call'
import { refusalAnswer } from './envelope'
import { chooseLanguage } from './language'
import { runChecks } from './pipeline'
import { ApiRefusal } from './refusal'
import { createRoutes, matchRoute, type Route } from './routes'

const maxHeaderBytes = 64 * 1024

/**
 * The API port. It asks for a client certificate and judges it in the checks rather than in the handshake, so that a
 * client that gets it wrong reads a signed answer that says why. Node's own server, because every byte of a request
 * counts here: the target stays raw, repeated headers stay apart, and an answer is written as it was signed.
 */
export function createApiServer(bank: Bank, tls: KeyedCertificate, clientRoot: string): Server {
  const peers = new WeakMap<TLSSocket, Peer>()
  const routes = createRoutes(bank.operations)
  const answer = (incoming: IncomingMessage, response: ServerResponse) => {
    handle(bank, routes, peerOf(incoming, peers), incoming, response).catch((error: unknown) => {
      report(error)
      response.destroy()
    })
  }
  const server = createServer(
    {
      key: tls.key,
      cert: tls.cert,
      ca: clientRoot,
      requestCert: true,
      rejectUnauthorized: false,
      minVersion: 'TLSv1.2',
      maxHeaderSize: maxHeaderBytes,
      headersTimeout: 20_000,
      requestTimeout: 60_000,
      keepAliveTimeout: 30_000,
    },
    answer,
  )
  // an expectation that Node does not know it would refuse itself, unsigned
  server.on('checkExpectation', answer)
  return server
}

function peerOf({ socket }: IncomingMessage, known: WeakMap<TLSSocket, Peer>): Peer {
  if (!(socket instanceof TLSSocket)) return { certificate: null, trusted: false, problem: 'not TLS' }
  let peer = known.get(socket)
  if (!peer) {
    const certificate: X509Certificate | undefined = socket.getPeerX509Certificate()
    peer = {
      certificate: certificate ? readCertificateFacts(certificate) : null,
      trusted: socket.authorized,
      problem: socket.authorized ? null : String(socket.authorizationError),
    }
    known.set(socket, peer)
  }
  return peer
}

async function handle(
  bank: Bank,
  routes: readonly Route[],
  peer: Peer,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const startedAt = process.hrtime.bigint()
  const request = await readRequest(bank, incoming)
  if (!request) return
  const call: Call = {
    bank,
    request,
    peer,
    language: chooseLanguage(headerValues(request, 'Accept-Language').join(',')),
    route: matchRoute(routes, request.method, request.path, bank.settings.basePath),
  }
  const verdicts: CheckVerdict[] = []
  const answer = await whenSettled(call, await answerCall(call, verdicts))
  const sealed = answer && (await sealCall(call, answer))
  const durationMs = Number(process.hrtime.bigint() - startedAt) / 1e6
  const effect = call.fault?.effect
  const isPlain = sealed !== null && effect?.kind !== 'wire'
  // sent and written down in one tick: whoever has the answer finds it in the journal
  if (isPlain) writeAnswer(response, sealed)
  bank.journal.add(journalEntry(call, sealed ?? noAnswer, { checks: verdicts, durationMs }))
  if (!sealed) response.destroy()
  else if (call.fault && effect?.kind === 'wire') await effect.write(response, sealed, call.fault.parameters)
}

const noAnswer: Answer = { status: 0, headers: [], body: Buffer.alloc(0) }

/** Reads the request with its raw bytes; null when the client went away meanwhile. */
async function readRequest(bank: Bank, incoming: IncomingMessage): Promise<ApiRequest | null> {
  const body = hasBody(incoming) ? await readBody(incoming, bank.settings.maxBodyBytes) : noBody
  if (!body) return null
  // what is left is not looked at; the answer closes the connection
  if (body === noBody || body === tooLarge) incoming.resume()
  const target = incoming.url ?? '/'
  const headers: HeaderLine[] = []
  for (let index = 0; index + 1 < incoming.rawHeaders.length; index += 2) {
    headers.push([incoming.rawHeaders[index] ?? '', incoming.rawHeaders[index + 1] ?? ''])
  }
  return {
    id: randomUUID(),
    receivedAt: bank.clock.wall(),
    method: incoming.method ?? '',
    target,
    path: target.split('?', 1)[0] ?? '',
    headers,
    body,
    bodyTooLarge: body === tooLarge,
  }
}

const noBody = Buffer.alloc(0)
const tooLarge = Buffer.alloc(0)

/** RFC 9112, 6.3: a request with neither has no body, and nothing to wait for. */
function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
}

async function readBody(incoming: IncomingMessage, maxBytes: number): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
      if (!(chunk instanceof Buffer)) throw new Error('body is not read as bytes')
      size += chunk.length
      if (size > maxBytes) return tooLarge
      chunks.push(chunk)
    }
  } catch (error) {
    if (incoming.destroyed) return null
    throw error
  }
  return Buffer.concat(chunks)
}

/** The answer to sign, whatever happens; null when a staged fault drops the call. */
async function answerCall(call: Call, verdicts: CheckVerdict[]): Promise<Answer | null> {
  try {
    await runChecks(call, verdicts)
    call.fault = call.bank.scenarios.take(call)
    const effect = call.fault?.effect
    if (effect?.kind === 'drop') return null
    if (call.fault && effect?.kind === 'instead') return effect.answer(call, call.fault.parameters)
    const route = call.route.route
    if (!route) throw new Error('a call without an endpoint has passed the checks')
    return await route.run(call)
  } catch (error) {
    if (error instanceof OAuthRefusal) return oauthRefusalAnswer(error)
    if (error instanceof ApiRefusal) return refusalAnswer(call, error)
    report(error)
    return refusalAnswer(call, new ApiRefusal('INTERNAL'))
  }
}

/** No answer tells of something that the disk does not have: a kill must not take back what somebody has read. */
async function whenSettled(call: Call, answer: Answer | null): Promise<Answer | null> {
  try {
    await call.bank.settled()
    return answer
  } catch (error) {
    report(error)
    return refusalAnswer(call, new ApiRefusal('INTERNAL'))
  }
}

async function sealCall(call: Call, plain: Answer): Promise<Answer> {
  const { bank, request, fault } = call
  const effect: FaultEffect | undefined = fault?.effect
  const parameters = fault?.parameters ?? {}
  const answer = withCommonHeaders(
    call,
    effect?.kind === 'unsealed' ? effect.change(plain, parameters, call) : plain,
  )
  const sealing: Sealing = effect?.kind === 'sealing' ? effect.sealing(parameters) : {}
  const at = new Date(bank.clock.wall().getTime() + (sealing.shiftMs ?? 0))
  const rules = { ...bank.settings, ...callSettings(call) }
  const signer = sealing.signer ? bank.otherSeal : bank.seal
  const shown = sealing.certificate ? bank.otherSeal : bank.seal
  const sealed = await sealAnswer(answer, request, at, rules, signer, shown)
  return effect?.kind === 'sealed' ? effect.change(sealed, parameters) : sealed
}

/** `svc-apitrack-id` is given to a caller that has none of this bank's yet, and not again. */
function withCommonHeaders(call: Call, answer: Answer): Answer {
  const { bank, request } = call
  const trackName = `${bank.settings.headerPrefix.toLowerCase()}-apitrack-id`
  const { note, fresh } = bank.apitrackIds.follow(headerValues(request, trackName))
  call.apitrack = note
  const headers: HeaderLine[] = [...answer.headers, ['Cache-Control', 'no-store']]
  if (fresh !== null) headers.push([trackName, fresh])
  return { ...answer, headers }
}

/** For the person who runs the sandbox: an error of its own, which no call should be able to cause. */
function report(error: unknown): void {
  console.error('sandbox: internal error', error instanceof Error ? error.stack : 'of unknown kind')
}
