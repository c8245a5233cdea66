import type { Answer, ApiRequest } from '../http/message'
import type { Call } from './call'
import { type ApiRefusal, refusalText } from './refusal'
import { refusalLinks } from './refusal-links'

export type BankMessage = {
  code: string
  message: string
  type: 'SUCCESS' | 'INFO' | 'WARNING' | 'ERROR'
  detail: string
}

export type Link = { href: string; method: string }

/** `_links` by the HAL rules: relative `self` and `next` take the place of `{rel}` in the one curie. */
export type Links = { self: Link; next?: Link; curies: [{ href: string; name: string }] }

/** What an endpoint answers, before it becomes bytes. */
export type EndpointResult = {
  data: object
  links: Links
  resourceId?: string
  messages?: BankMessage[]
  /** `_embedded`: parallel flows by symbolic name, with absolute addresses. */
  embedded?: Readonly<Record<string, Link>>
  /** `result.result`, which some answers carry. */
  result?: boolean
}

export function successAnswer(request: ApiRequest, result: EndpointResult): Answer {
  return jsonAnswer(200, {
    result: {
      messages: result.messages ?? [],
      flushMessages: true,
      outcome: 'SUCCESS',
      requestId: request.id,
      ...(result.result === undefined ? {} : { result: result.result }),
    },
    data: result.data,
    ...resourcesOf(result.resourceId),
    _links: result.links,
    ...(result.embedded ? { _embedded: result.embedded } : {}),
  })
}

function resourcesOf(resourceId: string | undefined): object {
  return resourceId === undefined ? {} : { resources: { resourceId } }
}

export function refusalAnswer(call: Call, refusal: ApiRefusal): Answer {
  const message: BankMessage = {
    code: refusal.code,
    message: refusalText(refusal.code, call.language),
    type: 'ERROR',
    detail: refusal.told.detail ?? '',
  }
  const answer = errorAnswer(call, refusal.status, message, refusal.told.resourceId)
  return { ...answer, headers: [...answer.headers, ...(refusal.told.headers ?? [])] }
}

/** The envelope with `outcome` ERROR (spec, "Errors"). */
export function errorAnswer(
  { bank, request, resourceId: found }: Call,
  status: number,
  message: BankMessage,
  resourceId = found,
): Answer {
  return jsonAnswer(status, {
    result: { messages: [message], flushMessages: true, outcome: 'ERROR', requestId: request.id },
    data: {},
    ...resourcesOf(resourceId),
    _links: refusalLinks(request.method, request.path, new URL(bank.baseUrl()).origin),
  })
}

/** Serialised once; these bytes are hashed, signed and sent. */
export function jsonAnswer(status: number, content: object): Answer {
  return {
    status,
    headers: [['Content-Type', 'application/json']],
    body: Buffer.from(JSON.stringify(content), 'utf8'),
  }
}

/** Content that is not JSON (spec, general rule 3). */
export function binaryAnswer(type: string, bytes: Buffer): Answer {
  return { status: 200, headers: [['Content-Type', type]], body: bytes }
}

/** Nothing to tell; signed like any answer. */
export function noContentAnswer(): Answer {
  return { status: 204, headers: [], body: Buffer.alloc(0) }
}
