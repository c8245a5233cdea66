import { z } from 'zod'
import { ApiFault, BankConfigError, ProtocolFault } from '../errors'
import { checkOutcome, parseEnvelope, parseJson, parseWith } from '../reading/envelope'
import { isBlank, isRecord } from '../reading/fields'
import type { BankSettings } from '../settings'
import type { BankApplication, BankClient, OAuthContext, TokenSet } from '../types'
import type { Exchange, Note } from '../wire/exchange'
import { BEARER_TOKEN } from '../wire/headers'
import type { RawResponse } from '../wire/transport'
import { browserUrl } from './browser-url'

const MAX_EXPIRY_SECONDS = 10 * 365 * 24 * 3600

/** RFC 6749 §5.1. The rest of the answer is optional, and is read with `readTokenAnswer`. */
const tokenAnswer = z.object({
  access_token: z.string().regex(BEARER_TOKEN),
  token_type: z.unknown().optional(),
})
const tokenType = z.string().regex(/^bearer$/i)
const refreshToken = z.string().regex(/^[\x21-\x7e]{1,4096}$/)
/** Also as digits, as it comes in a Location's query. */
const expiry = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,10}$/)
      .transform(Number),
  ])
  .pipe(z.number().int().positive().max(MAX_EXPIRY_SECONDS))

/** RFC 6749 §5.2. The description stays behind: it is the bank's prose and nothing is decided on it. */
const errorAnswer = z.object({ error: z.string().regex(/^[A-Za-z0-9_.-]{1,64}$/) })

/** The OAuth 2.0 calls (design reading 7; RFC 6749, PKCE RFC 7636), signed like every other. */
export function createOAuth(exchange: Exchange, settings: BankSettings): BankClient['oauth'] {
  const requestToken = (
    operation: string,
    application: BankApplication,
    parameters: Record<string, string>,
    context: OAuthContext,
  ): Promise<TokenSet> => {
    const form = new URLSearchParams({
      ...parameters,
      client_id: application.clientId,
      client_secret: application.clientSecret,
    })
    return exchange(
      {
        operation,
        method: 'POST',
        origin: settings.token.origin,
        path: settings.token.pathname + settings.token.search,
        contentType: 'application/x-www-form-urlencoded',
        body: Buffer.from(form.toString()),
        application,
        context,
        hidesQuery: true,
      },
      (response, step, note) =>
        step('schema', () => readTokenAnswer(response, note, settings.token, parameters.redirect_uri)),
    )
  }

  return {
    startAuthorization: (request) => startAuthorization(exchange, settings, request),
    exchangeCode: ({ code, codeVerifier, redirectUri, context }) =>
      requestToken(
        'exchangeCode',
        settings.customerApplication,
        { grant_type: 'authorization_code', code, code_verifier: codeVerifier, redirect_uri: redirectUri },
        context,
      ),
    refreshToken: ({ refreshToken, context }) =>
      requestToken(
        'refreshToken',
        settings.customerApplication,
        { grant_type: 'refresh_token', refresh_token: refreshToken },
        context,
      ),
    clientCredentials: async ({ context }) => {
      const batch = settings.batchApplication
      if (!batch)
        throw new BankConfigError('TPP_BATCH_APP_NAME', 'is not set, so there is no batch application')
      return requestToken('clientCredentials', batch, { grant_type: 'client_credentials' }, context)
    },
  }
}

async function startAuthorization(
  exchange: Exchange,
  settings: BankSettings,
  request: Parameters<BankClient['oauth']['startAuthorization']>[0],
): Promise<{ browserUrl: string }> {
  const url = new URL(settings.authorize.url)
  const parameters = {
    response_type: 'code',
    client_id: settings.customerApplication.clientId,
    redirect_uri: request.redirectUri,
    state: request.state,
    code_challenge: request.codeChallenge,
    code_challenge_method: 'S256',
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  if (settings.authorize.mode === 'browser') return { browserUrl: browserUrl(url, settings) }
  return exchange(
    {
      operation: 'startAuthorization',
      method: 'GET',
      origin: url.origin,
      path: url.pathname + url.search,
      contentType: 'application/json',
      application: settings.customerApplication,
      context: request.context,
      hidesQuery: true,
    },
    (response, step) =>
      step('schema', () => {
        if (response.status !== 302) return refuse(response)
        const location = readLocation(response, url)
        // The bank may refuse by sending the customer straight back (RFC 6749 §4.1.2.1).
        if (isSameAddress(location, request.redirectUri)) throwIfError(resultOf(location), 302)
        return { browserUrl: browserUrl(location, settings) }
      }),
  )
}

/**
 * JSON, JSON inside the envelope, or a 302 whose Location carries the result; nothing is followed. What is blank is
 * absent. A refresh token or a time to live that is absent, or cannot be kept, costs a later renewal and not the sign-in.
 */
function readTokenAnswer(
  response: RawResponse,
  note: Note,
  tokenUrl: URL,
  redirectUri: string | undefined,
): TokenSet {
  const result = tokenResult(response, note, tokenUrl, redirectUri)
  const { access_token, token_type } = parseWith(tokenAnswer, result, 'schema')
  if (!isBlank(token_type)) parseWith(tokenType, token_type, 'schema')
  const given = isRecord(result) ? result : {}
  const optional = <T>(name: string, schema: z.ZodType<T>): T | undefined => {
    const read = schema.safeParse(given[name])
    if (!read.success && !isBlank(given[name])) note.odd([name])
    return read.data
  }
  return {
    accessToken: access_token,
    refreshToken: optional('refresh_token', refreshToken),
    expiresInSeconds: optional('expires_in', expiry),
  }
}

function tokenResult(
  response: RawResponse,
  note: Note,
  tokenUrl: URL,
  redirectUri: string | undefined,
): unknown {
  if (response.status === 302) {
    const location = readLocation(response, tokenUrl)
    const registered = redirectUri !== undefined && isSameAddress(location, redirectUri)
    if (location.origin !== tokenUrl.origin && !registered) {
      throw new ProtocolFault('redirect_refused', 'another origin')
    }
    const result = resultOf(location)
    throwIfError(result, 302)
    return result
  }
  if (response.status !== 200) return refuse(response)
  const json = parseJson(response.body, response.headers['content-encoding'])
  const result = isEnvelope(json) ? dataOf(json, 200, note) : json
  if (isRecord(result) && isBlank(result.access_token)) throwIfError(result, 200)
  return result
}

/** Any other answer: the bank's reason when it gives one, as an OAuth error or in the envelope, whatever the status. */
function refuse(response: RawResponse): never {
  const { status, headers, body } = response
  if (status >= 300 && status < 400) throw new ProtocolFault('redirect_refused', `${status}`)
  const json = parseJson(body, headers['content-encoding'])
  throwIfError(json, status)
  if (isEnvelope(json)) throwIfError(dataOf(json, status), status)
  if (status < 300) throw new ProtocolFault('status_unexpected', `${status}`)
  throw new ApiFault(`HTTP_${status}`, status, [])
}

function isEnvelope(json: unknown): boolean {
  return isRecord(json) && isRecord(json.result)
}

function dataOf(json: unknown, status: number, note?: Note): unknown {
  const envelope = parseEnvelope(json)
  note?.bankRequestId(envelope.result.requestId)
  checkOutcome(envelope, status)
  return envelope.data
}

function readLocation(response: RawResponse, requested: URL): URL {
  const { location } = response.headers
  if (typeof location !== 'string' || location.length > 8192 || !URL.canParse(location, requested)) {
    throw new ProtocolFault('redirect_refused', 'no usable Location')
  }
  return new URL(location, requested)
}

function throwIfError(result: unknown, status: number): void {
  const refused = errorAnswer.safeParse(result)
  if (refused.success) throw new ApiFault(refused.data.error, status, [])
}

/** Parameters of query and fragment; none may come twice (RFC 6749 §3.1). */
function resultOf(location: URL): Record<string, string> {
  const pairs = [...location.searchParams, ...new URLSearchParams(location.hash.slice(1))]
  const result = Object.fromEntries(pairs)
  if (Object.keys(result).length !== pairs.length)
    throw new ProtocolFault('schema', 'a parameter is given twice')
  return result
}

function isSameAddress(location: URL, address: string): boolean {
  if (!URL.canParse(address)) return false
  const expected = new URL(address)
  return location.origin === expected.origin && location.pathname === expected.pathname
}
