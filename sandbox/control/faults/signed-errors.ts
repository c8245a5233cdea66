import type { Call } from '../../api/call'
import { type BankMessage, errorAnswer, noContentAnswer } from '../../api/envelope'
import { type RefusalCode, refusals, refusalText } from '../../api/refusal'
import { type Answer, hasNoBody } from '../../http/message'
import { redirectAnswer } from '../../oauth/authorize-route'
import { OAuthRefusal, oauthRefusalAnswer } from '../../oauth/refusal'
import type { FaultParameters } from '../scenarios'
import { type FaultEffect, type FaultRow, operationIs } from './effect'

/** What the bank itself says under each HTTP status, where it says something. */
const codeOfStatus: Readonly<Record<number, RefusalCode>> = {
  400: 'BODY_UNREADABLE',
  401: 'TOKEN_INVALID',
  403: 'CUSTOMER_NOT_ALLOWED',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  412: 'RESOURCE_UNKNOWN',
  413: 'BODY_TOO_LARGE',
  417: 'FIELD_INVALID',
  420: 'LIMIT_EXCEEDED',
  422: 'CHARACTER_NOT_ALLOWED',
  500: 'INTERNAL',
}

/** An error under any status; some have no body that could tell of it. */
function stagedError(call: Call, status: number, message: BankMessage): Answer {
  return hasNoBody(status) ? { ...noContentAnswer(), status } : errorAnswer(call, status, message)
}

/** A refusal as the bank would word it, with what the scenario says instead. */
function refusal(
  code: RefusalCode,
  detailOf: (parameters: FaultParameters) => string = () => '',
): FaultEffect {
  return {
    kind: 'instead',
    answer: (call, parameters) =>
      stagedError(call, parameters.status ?? refusals[code][0], {
        code: parameters.code ?? code,
        message: parameters.message ?? refusalText(code, call.language),
        type: 'ERROR',
        detail: parameters.detail ?? detailOf(parameters),
      }),
  }
}

/** A redirect leads to an address that does not exist. */
function anyStatus(call: Call, parameters: FaultParameters) {
  const { status = 500, code, message, detail = '' } = parameters
  if (status === 302 || status === 307) return redirectAnswer(`${call.bank.baseUrl()}/elsewhere`, status)
  const known = codeOfStatus[status]
  return stagedError(call, status, {
    code: code ?? known ?? 'STAGED',
    message: message ?? (known ? refusalText(known, call.language) : 'Staged error'),
    type: 'ERROR',
    detail,
  })
}

function specialCharacter({ field = 'description', character = 'Ю' }: FaultParameters): string {
  const point = character.codePointAt(0) ?? 0
  return `${field}: ${character} (U+${point.toString(16).toUpperCase().padStart(4, '0')})`
}

/** Answers in place of the endpoint's, which does not run. */
export const signedErrors = {
  status: {
    about:
      'any `status` from 200 on (500) with the `code` that this bank gives with it, or another; 204, 205 and 304 have no body',
    effect: { kind: 'instead', answer: anyStatus },
  },
  'token-expired': { about: '401 TOKEN_INVALID', effect: refusal('TOKEN_INVALID') },
  forbidden: {
    about: '403 FORBIDDEN, a code that nobody knows',
    effect: {
      kind: 'instead',
      answer: (call, parameters) =>
        anyStatus(call, {
          status: 403,
          code: 'FORBIDDEN',
          message: 'The client is not allowed to call the API',
          ...parameters,
        }),
    },
  },
  'sca-expired': { about: '403 CUSTOMER_SCA_EXPIRED', effect: refusal('CUSTOMER_SCA_EXPIRED') },
  'consent-missing': { about: '403 CONSENT_MISSING', effect: refusal('CONSENT_MISSING') },
  'not-found-backend': { about: '412 RESOURCE_UNKNOWN', effect: refusal('RESOURCE_UNKNOWN') },
  'sign-refused': { about: '412 TPP_SIGN_VFY', effect: refusal('TPP_SIGN_VFY') },
  'validation-error': {
    about: '417 FIELD_INVALID, naming `field` (moneyTransferAmount.amount)',
    effect: refusal('FIELD_INVALID', ({ field = 'moneyTransferAmount.amount' }) => field),
  },
  'limit-reached': { about: '420 LIMIT_EXCEEDED', effect: refusal('LIMIT_EXCEEDED') },
  'special-characters': {
    about: '422 CHARACTER_NOT_ALLOWED, naming `character` (Ю) in `field` (description)',
    effect: refusal('CHARACTER_NOT_ALLOWED', specialCharacter),
  },
  'server-error': { about: '500 INTERNAL', effect: refusal('INTERNAL') },
  'closed-account': {
    about: '500 ARC04 on calls about a product',
    at: ({ path }) => path.includes('{productId}'),
    effect: refusal('ARC04'),
  },
  'status-unavailable': {
    about: '500 INTERNAL on the status endpoint',
    at: operationIs('status'),
    effect: refusal('INTERNAL'),
  },
  'refresh-refused': {
    about: 'invalid_grant for a refresh_token',
    at: operationIs('token'),
    fits: ({ request }) => new URLSearchParams(request.body.toString()).get('grant_type') === 'refresh_token',
    effect: {
      kind: 'instead',
      answer: () => oauthRefusalAnswer(new OAuthRefusal('invalid_grant', 400, 'refresh_token not accepted')),
    },
  },
} as const satisfies Record<string, FaultRow>
