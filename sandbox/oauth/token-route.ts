import { type Call, found } from '../api/call'
import { jsonAnswer, successAnswer } from '../api/envelope'
import type { Route } from '../api/routes'
import { callSettings } from '../control/faults'
import { type Answer, singleHeader } from '../http/message'
import type { Application } from '../register/register'
import { isSameSecret } from '../secrets'
import type { TokenPair } from '../state/tokens'
import { redirectAnswer } from './authorize-route'
import { readParameters } from './parameters'
import { OAuthRefusal } from './refusal'

/** Token endpoint (RFC 6749, 3.2): form in, and out in the form that the bank is set to. */
export const tokenRoute: Route = {
  operation: 'token',
  method: 'POST',
  path: '/auth/oauth/v2/token',
  kind: 'oauth',
  requestType: 'application/x-www-form-urlencoded',
  run: async (call) => {
    const parameters = readParameters(call.request.body.toString('utf8'))
    const application = authenticateClient(call, parameters)
    requireRegistered(application, parameters.get('redirect_uri'))
    const grantType = parameters.get('grant_type') ?? ''
    const exchange = Object.hasOwn(grants, grantType) ? grants[grantType] : undefined
    if (!exchange) throw new OAuthRefusal('unsupported_grant_type', 400, 'grant_type is not one of ours')
    const tokens = await exchange(call, application, parameters)
    return tokenForms[callSettings(call).tokenForm](call, tokens, parameters)
  },
}

/** client_secret_basic or client_secret_post (RFC 6749, 2.3.1), not both; and only for the application that signed. */
function authenticateClient(call: Call, parameters: Map<string, string>): Application {
  const basic = singleHeader(call.request, 'Authorization')
  if (basic !== undefined && parameters.has('client_secret')) {
    throw new OAuthRefusal('invalid_request', 400, 'two ways of client authentication at once')
  }
  const [clientId, secret] =
    basic === undefined
      ? [parameters.get('client_id') ?? '', parameters.get('client_secret') ?? '']
      : readBasic(basic)
  const application = call.bank.register.applicationByClientId(clientId)
  const right = application && isSameSecret(secret, application.clientSecret)
  if (!right || application !== found(call.application, 'application')) {
    throw new OAuthRefusal('invalid_client', 401, 'client authentication failed')
  }
  return application
}

function readBasic(header: string): [clientId: string, secret: string] {
  const [, encoded = ''] = /^Basic ([A-Za-z0-9+/]+={0,2})$/i.exec(header) ?? []
  const pair = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = pair.indexOf(':')
  try {
    return [decodeURIComponent(pair.slice(0, Math.max(colon, 0))), decodeURIComponent(pair.slice(colon + 1))]
  } catch {
    return ['', '']
  }
}

/** Whatever the grant: the token answer may lead to the address that the request names. */
function requireRegistered({ redirectUris }: Application, redirectUri: string | undefined): void {
  if (redirectUri === undefined || redirectUris.includes(redirectUri)) return
  throw new OAuthRefusal('invalid_request', 400, 'redirect_uri is not registered for this client')
}

type Exchange = (call: Call, application: Application, parameters: Map<string, string>) => Promise<TokenPair>

const grants: Record<string, Exchange> = {
  authorization_code: async ({ bank }, application, parameters) => {
    requireType(application, 'authorization_code')
    const codeVerifier = required(parameters, 'code_verifier')
    if (!/^[A-Za-z0-9._~-]{43,128}$/.test(codeVerifier)) {
      throw new OAuthRefusal('invalid_grant', 400, 'code_verifier is not one')
    }
    const result = await bank.tokens.exchangeCode({
      code: required(parameters, 'code'),
      clientId: application.clientId,
      redirectUri: required(parameters, 'redirect_uri'),
      codeVerifier,
    })
    if ('problem' in result)
      throw new OAuthRefusal('invalid_grant', 400, `code not accepted: ${result.problem}`)
    return result.tokens
  },
  refresh_token: async ({ bank }, application, parameters) => {
    const refreshToken = required(parameters, 'refresh_token')
    const result = await bank.tokens.refresh({ refreshToken, clientId: application.clientId })
    if ('problem' in result) {
      throw new OAuthRefusal('invalid_grant', 400, `refresh_token not accepted: ${result.problem}`)
    }
    return result.tokens
  },
  client_credentials: ({ bank }, application) => {
    requireType(application, 'client_credentials')
    return bank.tokens.issueClientToken(application.clientId)
  },
}

function requireType(application: Application, type: Application['type']): void {
  if (application.type === type) return
  throw new OAuthRefusal('unauthorized_client', 400, `this application is not of type ${type}`)
}

function required(parameters: Map<string, string>, name: string): string {
  const value = parameters.get(name)
  if (value === undefined) throw new OAuthRefusal('invalid_request', 400, `${name} is missing`)
  return value
}

/** How the token endpoint answers: the spec says that some answer with a 302 and leaves the rest "not shown". */
export type TokenForm = 'json' | 'envelope' | 'redirect-302' | 'redirect-307'

type FormWriter = (call: Call, tokens: TokenPair, parameters: Map<string, string>) => Answer

const tokenForms: Record<TokenForm, FormWriter> = {
  json: (_call, tokens) => jsonAnswer(200, tokenFields(tokens)),
  envelope: (call, tokens) =>
    successAnswer(call.request, {
      data: tokenFields(tokens),
      links: {
        self: { href: 'token', method: 'POST' },
        curies: [{ href: `${call.bank.baseUrl()}/auth/oauth/v2/{rel}`, name: 'token' }],
      },
    }),
  // the result in the query of the client's registered address, or of the token address when it has none
  'redirect-302': (call, tokens, parameters) => {
    const url = new URL(
      parameters.get('redirect_uri') ?? `${call.bank.baseUrl()}${call.route.route?.path ?? ''}`,
    )
    for (const [name, value] of Object.entries(tokenFields(tokens))) url.searchParams.set(name, String(value))
    return redirectAnswer(url.href)
  },
  // asks the client to send its credentials somewhere else, which it must not do
  'redirect-307': (call) => redirectAnswer(`${call.bank.baseUrl()}/auth/oauth/v2/token/elsewhere`, 307),
}

/** RFC 6749, 5.1. */
function tokenFields(tokens: TokenPair): Record<string, string | number> {
  return {
    access_token: tokens.accessToken,
    token_type: 'Bearer',
    expires_in: tokens.expiresInSeconds,
    ...(tokens.refreshToken === null ? {} : { refresh_token: tokens.refreshToken }),
  }
}
