import type { Application, Register } from '../register/register'
import { OAuthRefusal } from './refusal'

/** An authorization request that may go on to the login page. */
export type AuthorizationRequest = {
  application: Application
  redirectUri: string
  state: string | null
  codeChallenge: string
}

/** Where errors of this request may be sent: known once client and redirect_uri are. */
export type ReturnAddress = { redirectUri: string; state: string | null }

const maxStateLength = 512

/**
 * Client and redirect_uri, which decide where the customer may be sent back to (RFC 6749, 3.1.2.4: an error here is
 * never redirected). redirect_uri must be given and be exactly one of the registered ones.
 */
export function readClient(
  parameters: Map<string, string>,
  register: Register,
): { application: Application; address: ReturnAddress } {
  const application = register.applicationByClientId(parameters.get('client_id') ?? '')
  // no customer is led to an application whose provider the register does not have
  if (!application || !register.tppByNumber(application.tpp.organizationIdentifier)) {
    throw new OAuthRefusal('invalid_request', 400, 'client_id is not known')
  }
  const redirectUri = parameters.get('redirect_uri') ?? ''
  if (!application.redirectUris.includes(redirectUri)) {
    throw new OAuthRefusal('invalid_request', 400, 'redirect_uri is not registered for this client')
  }
  return { application, address: { redirectUri, state: parameters.get('state') ?? null } }
}

/** The rest of the request. PKCE with S256 is required of everyone (RFC 7636; RFC 9700, 2.1.1). */
export function readAuthorizationRequest(
  parameters: Map<string, string>,
  application: Application,
  address: ReturnAddress,
): AuthorizationRequest {
  if (parameters.get('response_type') !== 'code') {
    throw new OAuthRefusal('unsupported_response_type', 400, 'response_type is not code')
  }
  if (application.type !== 'authorization_code') {
    throw new OAuthRefusal('unauthorized_client', 400, 'this application has no customer login')
  }
  if ((address.state?.length ?? 0) > maxStateLength) {
    throw new OAuthRefusal('invalid_request', 400, 'state is too long')
  }
  const codeChallenge = parameters.get('code_challenge') ?? ''
  if (parameters.get('code_challenge_method') !== 'S256' || !/^[A-Za-z0-9_-]{43}$/.test(codeChallenge)) {
    throw new OAuthRefusal('invalid_request', 400, 'code_challenge with method S256 is required')
  }
  return { application, ...address, codeChallenge }
}

/** The registered address with the outcome added to its query. */
export function returnUrl(address: ReturnAddress, outcome: Record<string, string>): string {
  const url = new URL(address.redirectUri)
  for (const [name, value] of Object.entries(outcome)) url.searchParams.append(name, value)
  if (address.state !== null) url.searchParams.append('state', address.state)
  return url.href
}
