import { jsonAnswer } from '../api/envelope'
import type { Answer, HeaderLine } from '../http/message'

export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'access_denied'

/** An OAuth request is refused in the words of RFC 6749, 5.2. `description` names the parameter, never its value. */
export class OAuthRefusal extends Error {
  constructor(
    readonly code: OAuthErrorCode,
    readonly status: 400 | 401,
    readonly description: string,
  ) {
    super(code)
  }
}

export function oauthRefusalAnswer(refusal: OAuthRefusal): Answer {
  const answer = jsonAnswer(refusal.status, {
    error: refusal.code,
    error_description: refusal.description,
  })
  const challenge: HeaderLine[] = refusal.status === 401 ? [['WWW-Authenticate', 'Basic realm="token"']] : []
  return { ...answer, headers: [...answer.headers, ...challenge] }
}
