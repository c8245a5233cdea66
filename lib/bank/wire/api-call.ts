import type { z } from 'zod'
import type { BrowserRules } from '../endpoints/browser-url'
import { type BankMessage, ProtocolFault } from '../errors'
import { type BankDocument, documentIn } from '../reading/document'
import { checkOutcome, type Envelope, parseEnvelope, parseJson, parseWith } from '../reading/envelope'
import { isRecord } from '../reading/fields'
import type { Embedded, Links } from '../reading/hal'
import type { BankSettings } from '../settings'
import type { RunStep } from '../trust/verify-response'
import type { BankLimits, CallContext } from '../types'
import type { Exchange, ExchangeRequest, Note } from './exchange'
import type { RawResponse } from './transport'

export type ApiRequest<T> = {
  operation: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Request target, base path included: `underBase` or a resolved link. */
  path: string
  /** Sent as JSON; endpoints without a payload that are not GET send an empty object. */
  body?: unknown
  /** Of `data`; undefined stands for a 204, so a schema that refuses undefined refuses a 204. */
  data: z.ZodType<T>
  /** Needs the customer at hand (spec.md "Consent" 3, SCA, payments): refused as the batch application. */
  customerOnly?: boolean
  /** TPP-Redirect-URI, for endpoint 4. */
  redirectUri?: string
  /** For an endpoint whose answers are larger than `limits.responseBodyBytes`. */
  maxBodyBytes?: number
  /** For a path that the bank gave: what its query holds is the bank's. */
  hidesQuery?: boolean
  /** What it does is done once at the bank, a GET too (`ExchangeRequest.isOnce`). */
  isOnce?: boolean
}

export type ApiAnswer<T> = {
  data: T
  /** Id of the transaction resource, when the answer names one. */
  resourceId: string | undefined
  links: Links | undefined
  embedded: Embedded | undefined
  /** The bank's words for the customer. */
  messages: readonly BankMessage[]
  /** A 204, which may be unsigned. */
  isEmpty: boolean
}

/**
 * What an endpoint makes of an answer. It runs inside the observed exchange, so that what it refuses, a link for
 * example, is reported and thrown with the ids of the call.
 * @throws ProtocolFault
 */
export type ReadAnswer<T, R> = (answer: ApiAnswer<T>, note: Note) => R

export type ApiCall = {
  /** @throws BankApiError, BankProtocolError, BankUnreachableError */
  <T, R>(context: CallContext, request: ApiRequest<T>, read: ReadAnswer<T, R>): Promise<R>
  /** A GET that answers with bytes. @throws as the call itself */
  document(context: CallContext, request: { operation: string; path: string }): Promise<BankDocument>
  base: BankSettings['base']
  limits: BankLimits
  browserRules: BrowserRules
}

/** The one way endpoints talk to the bank: JSON in, verified envelope (or, for a document, bytes) out. */
export function createApiCall(exchange: Exchange, settings: BankSettings): ApiCall {
  const call = async <T, R>(
    context: CallContext,
    request: ApiRequest<T>,
    read: ReadAnswer<T, R>,
  ): Promise<R> =>
    exchange(exchangeRequest(settings, context, request), (response, step, note) => {
      const envelope = successIn(response, step, note)
      const answer = step('schema', () =>
        read(
          {
            data: parseWith(request.data, envelope?.data, 'schema'),
            resourceId: envelope?.resourceId,
            links: envelope?._links,
            embedded: envelope?._embedded,
            messages: envelope?.result.messages ?? [],
            isEmpty: envelope === undefined,
          },
          note,
        ),
      )
      note.odd(namesOfOdd(answer))
      return answer
    })
  const document = async (context: CallContext, { operation, path }: { operation: string; path: string }) =>
    exchange(
      exchangeRequest(settings, context, {
        operation,
        method: 'GET',
        path,
        hidesQuery: true,
        maxBodyBytes: settings.limits.documentBytes,
      }),
      (response, step, note) => documentIn(response, step, () => successIn(response, step, note)),
    )
  return Object.assign(call, {
    document,
    base: settings.base,
    limits: settings.limits,
    browserRules: settings,
  })
}

function exchangeRequest(
  settings: BankSettings,
  context: CallContext,
  request: Omit<ApiRequest<unknown>, 'data'>,
): ExchangeRequest {
  return {
    operation: request.operation,
    method: request.method,
    origin: settings.base.origin,
    path: request.path,
    contentType: 'application/json',
    body: request.body === undefined ? undefined : Buffer.from(JSON.stringify(request.body)),
    application: applicationOf(settings, context, request),
    context,
    redirectUri: request.redirectUri,
    maxBodyBytes: request.maxBodyBytes,
    hidesQuery: request.hidesQuery ?? false,
    isOnce: request.isOnce ?? false,
  }
}

function applicationOf(
  settings: BankSettings,
  context: CallContext,
  { operation, customerOnly }: { operation: string; customerOnly?: boolean },
) {
  if (context.application !== 'batch') return settings.customerApplication
  if (customerOnly) throw new TypeError(`${operation} is not a call of the batch application`)
  if (!settings.batchApplication) throw new TypeError('there is no batch application to call as')
  return settings.batchApplication
}

/** What an answer (`answers.ts`) says of itself: names of fields that were dropped, or whose two spellings disagree. */
function namesOfOdd(answer: unknown): string[] {
  if (!isRecord(answer)) return []
  return [answer.odd, answer.conflicts].flatMap((names: unknown) =>
    Array.isArray(names) ? names.filter((name): name is string => typeof name === 'string') : [],
  )
}

/** The envelope of a success; undefined for a 204, which has none. */
function successIn({ status, headers, body }: RawResponse, step: RunStep, note: Note): Envelope | undefined {
  if (status === 204) return undefined
  if (status >= 300 && status < 400) throw new ProtocolFault('redirect_refused')
  const envelope = step('envelope', () => parseEnvelope(parseJson(body, headers['content-encoding'])))
  note.bankRequestId(envelope.result.requestId)
  note.odd(envelope.odd)
  step('outcome', () => checkOutcome(envelope, status))
  return envelope
}
