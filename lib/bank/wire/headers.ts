import { isIP } from 'node:net'
import { type BankSettings, isPageUrl } from '../settings'
import type { BankApplication, CallContext } from '../types'
import { digestOf } from './digest'
import { formatHttpDate } from './http-date'
import { formatSignatureHeader, REQUEST_TARGET, requestTarget, signingString } from './signature'

export type RequestContext = Omit<CallContext, 'accessToken'> & { accessToken?: string }

/** Names and values in turn, as undici takes them. */
export type HeaderList = string[]

/** Everything of a request that is signed or derived before the signature exists. */
export type UnsignedRequest = {
  headers: HeaderList
  signedNames: string[]
  signingString: string
  /** Value of `(request-target)`; the answer's signature covers the same. */
  target: string
}

export type HeaderInputs = {
  method: string
  path: string
  body?: Buffer
  contentType: string
  context: RequestContext
  redirectUri?: string
  tppRequestId: string
  at: Date
}

/**
 * The headers of spec.md "Request headers" but the Signature, and the string to sign. No Digest on GET; any
 * other method signs the digest of the exact bytes sent, none included.
 * @throws TypeError naming a context value that cannot stand in a header
 */
export function prepareHeaders(inputs: HeaderInputs, settings: BankSettings): UnsignedRequest {
  const { method, context, tppRequestId } = inputs
  const date = formatHttpDate(inputs.at)
  const target = requestTarget(method, inputs.path, settings.requestTargetCase)
  const digest = method === 'GET' ? undefined : digestOf(inputs.body)

  const lines: [string, string][] = [[REQUEST_TARGET, target]]
  if (digest) lines.push(['digest', digest])
  lines.push(['tpp-request-id', tppRequestId], ['date', date])

  const headers: HeaderList = []
  if (context.accessToken !== undefined) headers.push('Authorization', bearer(context.accessToken))
  headers.push('TPP-Transaction-ID', uuid(context.transactionId, 'transactionId'))
  headers.push('TPP-Request-ID', uuid(tppRequestId, 'tppRequestId'))
  headers.push('TPP-Certificate', settings.tppCertificate)
  headers.push('Date', date)
  headers.push('Content-Type', inputs.contentType)
  headers.push('Accept', 'application/json')
  headers.push('Accept-Encoding', 'identity')
  if (digest) headers.push('Digest', digest)
  if (inputs.redirectUri !== undefined)
    headers.push('TPP-Redirect-URI', pageAddress(inputs.redirectUri, settings))
  addOptionalHeaders(headers, context, settings)
  return {
    headers,
    signedNames: lines.map(([name]) => name),
    signingString: signingString(lines),
    target,
  }
}

/** Adds the Signature. */
export function signedHeaders(
  unsigned: UnsignedRequest,
  application: BankApplication,
  signature: string,
): HeaderList {
  const header = formatSignatureHeader(application.name, unsigned.signedNames, signature)
  return [...unsigned.headers, 'Signature', header]
}

function addOptionalHeaders(headers: HeaderList, context: RequestContext, settings: BankSettings): void {
  if (context.acceptLanguage !== undefined) {
    const language = matching(context.acceptLanguage, /^[A-Za-z0-9*,;=.\- ]{1,200}$/, 'acceptLanguage')
    headers.push('Accept-Language', language)
  }
  if (context.viewId !== undefined) {
    const viewId = matching(context.viewId, /^[A-Za-z0-9_.-]{1,64}$/, 'viewId')
    headers.push(settings.headerNames.traceId, `viewId=${viewId}`)
  }
  const apitrackId = context.session?.apitrackId
  if (apitrackId !== undefined) {
    headers.push(settings.headerNames.apitrackId, matching(apitrackId, APITRACK_ID, 'apitrackId'))
  }
  if (context.psuIpAddress !== undefined) {
    // `isIP` takes `fe80::1%eth0`, whose zone means nothing outside our machine.
    if (isIP(context.psuIpAddress) === 0 || context.psuIpAddress.includes('%'))
      throw new TypeError('psuIpAddress is not an IP address')
    headers.push('PSU-IP-Address', context.psuIpAddress)
  }
}

/** What may be stored and sent back as svc-apitrack-id. */
export const APITRACK_ID = /^[\x21-\x7e]{1,256}$/

export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** What may stand in an Authorization header (RFC 6750 §2.1). */
export const BEARER_TOKEN = /^[A-Za-z0-9\-._~+/]{1,4096}={0,8}$/

function bearer(token: string): string {
  return `Bearer ${matching(token, BEARER_TOKEN, 'accessToken')}`
}

/** Where the bank sends the customer's browser back to: a page of ours. */
function pageAddress(value: string, settings: BankSettings): string {
  const address = matching(value, /^[\x21-\x7e]{1,2048}$/, 'redirectUri')
  if (!URL.canParse(address) || !isPageUrl(new URL(address), settings.loopbackPagesAllowed)) {
    throw new TypeError('redirectUri is not an address that a browser may be sent to')
  }
  return address
}

function uuid(value: string, name: string): string {
  return matching(value, UUID, name)
}

function matching(value: string, form: RegExp, name: string): string {
  if (!form.test(value)) throw new TypeError(`${name} cannot be sent as a header`)
  return value
}
