import type { NextRequest } from 'next/server'
import { z } from 'zod'
import type { Problem } from '@/lib/contracts/problem'
import { getServer, type Server } from '@/lib/server'
import { clientAddress } from './client-address'
import type { RouteName } from './customer-limits'
import { isFromAnotherSite, isLookingAhead, isOpenedAsPage } from './fetch-metadata'
import { problemOf, problemResponse, RequestError } from './problem'
import { newReference } from './reference'
import {
  eventOfRefusal,
  logSecurityEvent,
  pseudonymsOf,
  SECURITY_EVENTS,
  type SecurityEvent,
} from './security-events'
import { type SignedIn, sessionOf } from './session'

const BODY_MAX_BYTES = 16 * 1024

export type RouteContext<Body, Session, Params = undefined> = {
  request: NextRequest
  body: Body
  /** The ids in the address. */
  params: Params
  session: Session
  server: Server
  /** Under which the log has this request, for an answer that tells of a problem by itself. */
  reference: string
}

type Definition<Body, Session, Params = undefined> = {
  /** The route's name in the log, and of its limit; never the address, which may carry a code. */
  name: RouteName
  /** The security event that a success is. */
  event?: SecurityEvent
  handle: (context: RouteContext<Body, Session, Params>) => Promise<Response>
  /** Where a browser is sent that opens this address as a page and meets a problem: it would show the JSON. */
  leaveTo?: (request: NextRequest, problem: Problem) => string
}

/** The session of a request, as soon as it is known: the log names it, also where the request is refused later. */
type Known = { session: SignedIn | null }

/** What Next gives a route whose address has ids in it. */
type Address = { params: Promise<unknown> }

const noParams = z.unknown().transform(() => undefined)
const nowhere: Address = { params: Promise.resolve({}) }

/**
 * A GET that needs a session. It reads; it changes nothing. It does ask the bank, so only our own pages
 * and the address bar may call it: not another site, not a browser that looks ahead (case OA-8).
 */
export function defineRead(definition: Definition<undefined, SignedIn>) {
  return defineReadAt(noParams, definition)
}

/** The same for an address with ids in it. */
export function defineReadAt<Params extends z.ZodType>(
  paramsSchema: Params,
  definition: Definition<undefined, SignedIn, z.infer<Params>>,
) {
  return (request: NextRequest, address: Address = nowhere) =>
    answer(definition, request, async (server, reference, known) => {
      if (request.method !== 'GET') return new Response(null, { status: 405, headers: { allow: 'GET' } })
      if (isLookingAhead(request.headers)) return new Response(null, { status: 204 })
      if (isFromAnotherSite(request.headers)) throw new RequestError('cross_origin')
      const session = await signedIn(server, request, definition.name, known)
      const params = await checkedParams(address, paramsSchema)
      return definition.handle({ request, body: undefined, params, session, server, reference })
    })
}

/** A write that needs a session: same origin, JSON, a body of the given shape. */
export function defineWrite<Schema extends z.ZodType>(
  definition: Definition<z.infer<Schema>, SignedIn> & { body: Schema },
) {
  return defineWriteAt(noParams, definition)
}

/** The same for an address with ids in it. */
export function defineWriteAt<Schema extends z.ZodType, Params extends z.ZodType>(
  paramsSchema: Params,
  definition: Definition<z.infer<Schema>, SignedIn, z.infer<Params>> & { body: Schema },
) {
  return (request: NextRequest, address: Address = nowhere) =>
    answer(definition, request, async (server, reference, known) => {
      const body = await checkedBody(server, request, definition.body)
      const session = await signedIn(server, request, definition.name, known)
      const params = await checkedParams(address, paramsSchema)
      return definition.handle({ request, body, params, session, server, reference })
    })
}

/** A write open to everyone; still same origin and JSON. `limit` counts it per client address. */
export function definePublicWrite<Schema extends z.ZodType>(
  definition: Definition<z.infer<Schema>, SignedIn | null> & { body: Schema; limit?: 'signIn' },
) {
  return (request: NextRequest) =>
    answer(definition, request, async (server, reference, known) => {
      const body = await checkedBody(server, request, definition.body)
      if (definition.limit === 'signIn') await server.limits.signIn(addressOf(server, request))
      known.session = await sessionOf(server, request.cookies)
      return definition.handle({
        request,
        body,
        params: undefined,
        session: known.session,
        server,
        reference,
      })
    })
}

export function addressOf(server: Server, request: NextRequest): string | null {
  return clientAddress(request.headers, server.config)
}

/** Whose request it is; from here on it counts towards their limit. */
async function signedIn(
  server: Server,
  request: NextRequest,
  name: RouteName,
  known: Known,
): Promise<SignedIn> {
  const session = await sessionOf(server, request.cookies)
  if (session === null) throw new RequestError('not_signed_in')
  known.session = session
  await server.limits.customer(name, session.customerId)
  return session
}

async function answer(
  { name, event, leaveTo }: Pick<Definition<unknown, unknown>, 'name' | 'event' | 'leaveTo'>,
  request: NextRequest,
  handle: (server: Server, reference: string, known: Known) => Promise<Response>,
): Promise<Response> {
  const server = await getServer()
  const reference = newReference()
  const startedAt = performance.now()
  const known: Known = { session: null }
  const facts = () => ({
    route: name,
    method: request.method,
    reference,
    durationMs: Math.round(performance.now() - startedAt),
  })
  try {
    const response = await server.withReference(reference, () => handle(server, reference, known))
    server.log.info({ ...facts(), status: response.status }, 'request')
    if (event && response.ok) logSecurityEvent(server, event, known.session, { route: name, reference })
    return response
  } catch (error) {
    const problem = problemOf(error, reference)
    const refused = { ...facts(), status: problem.status, problem: problem.code }
    if (problem.status >= 500) server.log.error({ ...refused, err: error }, 'request failed')
    else server.log.info({ ...refused, ...eventFacts(server, problem.status, known) }, 'request refused')
    if (leaveTo === undefined || !isOpenedAsPage(request.headers)) return problemResponse(problem)
    const location = new URL(leaveTo(request, problem), server.config.APP_URL).href
    return new Response(null, { status: 303, headers: { location, 'cache-control': 'private, no-store' } })
  }
}

/** A refusal is the sender's doing, so its line says who and what, and has no stack: many of them must not fill a disk. */
function eventFacts(server: Server, status: number, { session }: Known) {
  const event = eventOfRefusal(status)
  return event && { event: SECURITY_EVENTS[event], ...pseudonymsOf(server, session) }
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

/** An id that cannot be one is as unknown as any other. */
async function checkedParams<Params extends z.ZodType>(
  address: Address,
  schema: Params,
): Promise<z.infer<Params>> {
  const parsed = schema.safeParse(await address.params)
  if (!parsed.success) throw new RequestError('not_found')
  return parsed.data
}

/**
 * The query of an address, each parameter once.
 * @throws RequestError bad_request
 */
export function checkedQuery<Schema extends z.ZodType>(
  request: NextRequest,
  schema: Schema,
): z.infer<Schema> {
  const entries = [...request.nextUrl.searchParams]
  const query = Object.fromEntries(entries)
  const parsed = schema.safeParse(query)
  if (!parsed.success || Object.keys(query).length < entries.length) throw new RequestError('bad_request')
  return parsed.data
}

/** A body that breaks off is the sender's doing, as one that is no JSON. @throws RequestError bad_request */
async function boundedJson(request: NextRequest): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength
      if (size > BODY_MAX_BYTES) throw new RequestError('bad_request')
      chunks.push(chunk)
    }
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    throw new RequestError('bad_request')
  }
}
