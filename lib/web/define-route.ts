import type { NextRequest } from 'next/server'
import type { z } from 'zod'
import { getServer, type Server } from '@/lib/server'
import { clientAddress } from './client-address'
import { isFromAnotherSite, isLookingAhead } from './fetch-metadata'
import { problemOf, problemResponse, RequestError } from './problem'
import { newReference } from './reference'
import { type SignedIn, sessionOf } from './session'

const BODY_MAX_BYTES = 16 * 1024

export type RouteContext<Body, Session> = {
  request: NextRequest
  body: Body
  session: Session
  server: Server
}

type Definition<Body, Session> = {
  /** The route's name in the log; never the address, which may carry a code. */
  name: string
  handle: (context: RouteContext<Body, Session>) => Promise<Response>
}

/**
 * A GET that needs a session. It reads; it changes nothing. It does ask the bank, so only our own pages
 * and the address bar may call it: not another site, not a browser that looks ahead (case OA-8).
 */
export function defineRead(definition: Definition<undefined, SignedIn>) {
  return (request: NextRequest) =>
    answer(definition.name, request, async (server) => {
      if (request.method !== 'GET') return new Response(null, { status: 405, headers: { allow: 'GET' } })
      if (isLookingAhead(request.headers)) return new Response(null, { status: 204 })
      if (isFromAnotherSite(request.headers)) throw new RequestError('cross_origin')
      const session = await signedIn(server, request)
      return definition.handle({ request, body: undefined, session, server })
    })
}

/** A write that needs a session: same origin, JSON, a body of the given shape. */
export function defineWrite<Schema extends z.ZodType>(
  definition: Definition<z.infer<Schema>, SignedIn> & { body: Schema },
) {
  return (request: NextRequest) =>
    answer(definition.name, request, async (server) => {
      const body = await checkedBody(server, request, definition.body)
      return definition.handle({ request, body, session: await signedIn(server, request), server })
    })
}

/** A write open to everyone; still same origin and JSON. `limit` counts it per client address. */
export function definePublicWrite<Schema extends z.ZodType>(
  definition: Definition<z.infer<Schema>, SignedIn | null> & { body: Schema; limit?: 'signIn' },
) {
  return (request: NextRequest) =>
    answer(definition.name, request, async (server) => {
      const body = await checkedBody(server, request, definition.body)
      if (definition.limit === 'signIn') await server.limitSignIn(addressOf(server, request))
      return definition.handle({
        request,
        body,
        session: await sessionOf(server, request.cookies),
        server,
      })
    })
}

export function addressOf(server: Server, request: NextRequest): string | null {
  return clientAddress(request.headers, server.config.TRUSTED_PROXIES)
}

async function signedIn(server: Server, request: NextRequest): Promise<SignedIn> {
  const session = await sessionOf(server, request.cookies)
  if (session === null) throw new RequestError('not_signed_in')
  return session
}

async function answer(
  name: string,
  request: NextRequest,
  handle: (server: Server) => Promise<Response>,
): Promise<Response> {
  const server = await getServer()
  const reference = newReference()
  const startedAt = performance.now()
  const facts = () => ({
    route: name,
    method: request.method,
    reference,
    durationMs: Math.round(performance.now() - startedAt),
  })
  try {
    const response = await server.withReference(reference, () => handle(server))
    server.log.info({ ...facts(), status: response.status }, 'request')
    return response
  } catch (error) {
    const problem = problemOf(error, reference)
    const level = problem.status >= 500 ? 'error' : 'info'
    server.log[level](
      { ...facts(), status: problem.status, problem: problem.code, err: error },
      'request refused',
    )
    return problemResponse(problem)
  }
}

/**
 * A write is taken only from our own pages: the browser says where it comes from, and a JSON body cannot
 * be sent across sites without being asked about first.
 */
async function checkedBody<Schema extends z.ZodType>(
  server: Server,
  request: NextRequest,
  schema: Schema,
): Promise<z.infer<Schema>> {
  if (request.headers.get('origin') !== server.config.APP_URL) throw new RequestError('cross_origin')
  if (isFromAnotherSite(request.headers)) throw new RequestError('cross_origin')
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') throw new RequestError('bad_request')
  const parsed = schema.safeParse(await boundedJson(request))
  if (!parsed.success) throw new RequestError('bad_request')
  return parsed.data
}

async function boundedJson(request: NextRequest): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > BODY_MAX_BYTES) throw new RequestError('bad_request')
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    throw new RequestError('bad_request')
  }
}
