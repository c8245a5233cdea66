import type { z } from 'zod'
import { checkOutcome, type Envelope, parseEnvelope, parseJson, parseWith } from './envelope'
import { ProtocolFault } from './errors'
import type { Exchange } from './exchange'
import type { Embedded, Links } from './hal'
import type { BankSettings } from './settings'
import type { RawResponse } from './transport'
import type { CallContext } from './types'
import type { RunStep } from './verify-response'

export type ApiRequest<T> = {
  operation: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Request target, base path included: `underBase` or a resolved link. */
  path: string
  /** Sent as JSON; endpoints without a payload that are not GET send an empty object. */
  body?: unknown
  /** Of `data`; undefined stands for a 204, so a schema that refuses undefined refuses a 204. */
  data: z.ZodType<T>
}

export type ApiAnswer<T> = {
  data: T
  /** Id of the transaction resource, when the answer names one. */
  resourceId: string | undefined
  links: Links | undefined
  embedded: Embedded | undefined
}

/**
 * What an endpoint makes of an answer. It runs inside the observed exchange, so that what it refuses, a link for
 * example, is reported and thrown with the ids of the call.
 * @throws ProtocolFault
 */
export type ReadAnswer<T, R> = (answer: ApiAnswer<T>) => R

export type ApiCall = {
  /** @throws BankApiError, BankProtocolError, BankUnreachableError */
  <T, R>(context: CallContext, request: ApiRequest<T>, read: ReadAnswer<T, R>): Promise<R>
  base: BankSettings['base']
}

/** The one way endpoints talk to the bank: JSON in, verified envelope out. */
export function createApiCall(exchange: Exchange, settings: BankSettings): ApiCall {
  const call = async <T, R>(
    context: CallContext,
    request: ApiRequest<T>,
    read: ReadAnswer<T, R>,
  ): Promise<R> =>
    exchange(
      {
        operation: request.operation,
        method: request.method,
        origin: settings.base.origin,
        path: request.path,
        contentType: 'application/json',
        body: request.body === undefined ? undefined : Buffer.from(JSON.stringify(request.body)),
        application: applicationOf(settings, context),
        context,
        hidesQuery: false,
      },
      (response, step, noteBankRequestId) => {
        const envelope = successIn(response, step, noteBankRequestId)
        return step('schema', () =>
          read({
            data: parseWith(request.data, envelope?.data, 'schema'),
            resourceId: envelope?.resources?.resourceId,
            links: envelope?._links,
            embedded: envelope?._embedded,
          }),
        )
      },
    )
  return Object.assign(call, { base: settings.base })
}

function applicationOf(settings: BankSettings, context: CallContext) {
  if (context.application !== 'batch') return settings.customerApplication
  if (!settings.batchApplication) throw new TypeError('there is no batch application to call as')
  return settings.batchApplication
}

/** The envelope of a success; undefined for a 204, which has none. */
function successIn(
  { status, headers, body }: RawResponse,
  step: RunStep,
  noteBankRequestId: (id: string | undefined) => void,
): Envelope | undefined {
  if (status === 204) return undefined
  if (status >= 300 && status < 400) throw new ProtocolFault('redirect_refused')
  const envelope = step('envelope', () => parseEnvelope(parseJson(body, headers['content-encoding'])))
  noteBankRequestId(envelope.result.requestId)
  step('outcome', () => checkOutcome(envelope, status))
  return envelope
}
