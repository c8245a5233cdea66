import { found } from '../api/call'
import { jsonAnswer } from '../api/envelope'
import type { Route } from '../api/routes'
import type { Answer } from '../http/message'
import { readAuthorizationRequest, readClient } from './authorization-request'
import { queryOf, readParameters } from './parameters'
import { OAuthRefusal } from './refusal'

/**
 * Authorize over mutual TLS, signed: the provider's server calls it and sends the customer's browser to the Location
 * of the 302, the bank's login page. Errors are told to the caller, not to the browser.
 */
export const authorizeRoute: Route = {
  operation: 'authorize',
  method: 'GET',
  path: '/auth/oauth/v2/authorize',
  kind: 'oauth',
  run: ({ bank, request, application: signer }) => {
    const parameters = readParameters(queryOf(request.target))
    const { application, address } = readClient(parameters, bank.register)
    if (application !== found(signer, 'application')) {
      throw new OAuthRefusal('invalid_request', 400, 'client_id is not the application that signed')
    }
    const ticket = bank.tickets.open(readAuthorizationRequest(parameters, application, address))
    return redirectAnswer(`${bank.pagesUrl()}/login?ticket=${ticket}`)
  },
}

/** A 302 that carries a payload, as every answer does, and a Location. */
export function redirectAnswer(location: string, status: 302 | 307 = 302): Answer {
  const answer = jsonAnswer(status, {})
  return { ...answer, headers: [...answer.headers, ['Location', location]] }
}
