import { isErrorNamed } from '@/lib/domain/named-error'

/** Ids that join one exchange in our logs, in the bank's logs and in what the customer quotes to support. */
export type ExchangeIds = {
  tppRequestId: string
  transactionId: string
  /** `SVC-Response-ID` of the answer, when there was one. */
  bankResponseId?: string
  /** `result.requestId` of a verified answer. */
  bankRequestId?: string
}

export type BankMessage = {
  code: string
  message: string
  type: 'SUCCESS' | 'INFO' | 'WARNING' | 'ERROR'
  detail: string
}

/** Why an answer is not believed. `unsigned`: not one signing header, so a gateway spoke instead of the bank. */
export type ProtocolReason =
  | 'unsigned'
  | 'headers_too_large'
  | 'body_too_large'
  | 'http_malformed'
  | 'header_repeated'
  | 'date_missing'
  | 'date_malformed'
  | 'date_out_of_range'
  | 'digest_missing'
  | 'digest_malformed'
  | 'digest_mismatch'
  | 'certificate_missing'
  | 'certificate_unreadable'
  | 'certificate_untrusted'
  | 'signature_missing'
  | 'signature_malformed'
  | 'signature_algorithm'
  | 'signature_names'
  | 'signature_mismatch'
  | 'response_id_missing'
  | 'content_encoding'
  | 'empty_body'
  | 'not_json'
  | 'envelope'
  | 'schema'
  | 'status_unexpected'
  | 'redirect_refused'
  | 'link_refused'

/**
 * What came failed the checks of who wrote it and when. Every other reason is about an answer that the bank did sign, or
 * that was too large or too broken to be checked: it was not understood, and nothing says that it is forged.
 */
const FAILED_VERIFICATION: ReadonlySet<ProtocolReason> = new Set([
  'header_repeated',
  'date_missing',
  'date_malformed',
  'date_out_of_range',
  'digest_missing',
  'digest_malformed',
  'digest_mismatch',
  'certificate_missing',
  'certificate_unreadable',
  'certificate_untrusted',
  'signature_missing',
  'signature_malformed',
  'signature_algorithm',
  'signature_names',
  'signature_mismatch',
  'response_id_missing',
])

export type UnreachableReason = 'connect' | 'tls' | 'closed' | 'deadline' | 'aborted' | 'busy'

abstract class BankExchangeError extends Error {
  readonly operation: string
  readonly ids: ExchangeIds

  constructor(message: string, operation: string, ids: ExchangeIds) {
    super(message)
    this.operation = operation
    this.ids = ids
  }

  get tppRequestId(): string {
    return this.ids.tppRequestId
  }

  get transactionId(): string {
    return this.ids.transactionId
  }

  get bankRequestId(): string | undefined {
    return this.ids.bankRequestId
  }
}

/**
 * The bank refused, in a verified answer (spec.md "Errors"). `code` is the first ERROR message's code, the
 * OAuth `error` of a token answer, or `HTTP_<status>`. Branch on `code` before `status`: ARC04 comes as 500.
 */
export class BankApiError extends BankExchangeError {
  static override [Symbol.hasInstance](value: unknown): value is BankApiError {
    return isErrorNamed(value, 'BankApiError')
  }

  override readonly name = 'BankApiError'
  readonly code: string
  readonly status: number
  readonly messages: readonly BankMessage[]
  /** The resource to run SCA on, when the bank asks for one first (design reading 11). */
  readonly resourceId: string | undefined
  /** How far our clock is ahead of the Date that the bank signed in this answer. */
  readonly clockAheadSeconds: number | undefined

  constructor(
    operation: string,
    ids: ExchangeIds,
    answer: {
      code: string
      status: number
      messages: readonly BankMessage[]
      resourceId: string | undefined
    },
    clockAheadSeconds?: number,
  ) {
    super(`${operation}: the bank answered ${answer.status} ${answer.code}`, operation, ids)
    this.clockAheadSeconds = clockAheadSeconds
    this.code = answer.code
    this.status = answer.status
    this.messages = answer.messages
    this.resourceId = answer.resourceId
  }

  /** What the messages say in `detail`, where a 417 or 422 names the field; the bank's words, so not for logs. */
  get details(): readonly string[] {
    return this.messages.map(({ detail }) => detail).filter((detail) => detail !== '')
  }

  get requestId(): string | undefined {
    return this.ids.bankRequestId
  }
}

/** The answer could not be verified or understood; nothing of it is kept. The request did reach somebody. */
export class BankProtocolError extends BankExchangeError {
  static override [Symbol.hasInstance](value: unknown): value is BankProtocolError {
    return isErrorNamed(value, 'BankProtocolError')
  }

  override readonly name = 'BankProtocolError'
  readonly reason: ProtocolReason
  /** Ours, never the bank's words: for example which check of the certificate failed, or a field's path. */
  readonly detail: string
  readonly status: number | undefined

  constructor(operation: string, ids: ExchangeIds, fault: ProtocolFault, status: number | undefined) {
    super(
      `${operation}: the bank's answer was refused: ${fault.reason}${fault.detail && ` (${fault.detail})`}`,
      operation,
      ids,
    )
    this.reason = fault.reason
    this.detail = fault.detail
    this.status = status
  }

  /** Not the bank's, as far as can be told; false for an answer that was only not understood. */
  get failedVerification(): boolean {
    return FAILED_VERIFICATION.has(this.reason)
  }
}

/** No answer. `sent` is false only when surely no byte of the request left; anything else may have happened. */
export class BankUnreachableError extends BankExchangeError {
  static override [Symbol.hasInstance](value: unknown): value is BankUnreachableError {
    return isErrorNamed(value, 'BankUnreachableError')
  }

  override readonly name = 'BankUnreachableError'
  readonly sent: boolean
  readonly reason: UnreachableReason
  /** The system's code, for example `ECONNREFUSED`. */
  readonly systemCode: string

  constructor(operation: string, ids: ExchangeIds, fault: UnreachableFault) {
    super(
      `${operation}: the bank could not be reached: ${fault.reason} (${fault.systemCode}), ` +
        (fault.sent ? 'the request may have arrived' : 'nothing was sent'),
      operation,
      ids,
    )
    this.sent = fault.sent
    this.reason = fault.reason
    this.systemCode = fault.systemCode
  }
}

/** A setting that cannot be used. Names the setting, never its value. */
export class BankConfigError extends Error {
  static override [Symbol.hasInstance](value: unknown): value is BankConfigError {
    return isErrorNamed(value, 'BankConfigError')
  }

  override readonly name = 'BankConfigError'
  readonly setting: string

  constructor(setting: string, problem: string) {
    super(`${setting}: ${problem}`)
    this.setting = setting
  }
}

/** Thrown by the leaves, which know no ids; the exchange turns it into a `BankProtocolError`. */
export class ProtocolFault extends Error {
  override readonly name = 'ProtocolFault'
  readonly reason: ProtocolReason
  readonly detail: string

  constructor(reason: ProtocolReason, detail = '') {
    super(detail ? `${reason} (${detail})` : reason)
    this.reason = reason
    this.detail = detail
  }
}

/** Thrown by the transport; the exchange turns it into a `BankUnreachableError`. */
export class UnreachableFault extends Error {
  override readonly name = 'UnreachableFault'
  readonly reason: UnreachableReason
  readonly sent: boolean
  readonly systemCode: string

  constructor(reason: UnreachableReason, sent: boolean, systemCode: string) {
    super(`${reason} (${systemCode})`)
    this.reason = reason
    this.sent = sent
    this.systemCode = systemCode
  }
}

/** The bank's refusal as the leaves see it; the exchange turns it into a `BankApiError`. */
export class ApiFault extends Error {
  override readonly name = 'ApiFault'
  readonly code: string
  readonly status: number
  readonly messages: readonly BankMessage[]
  readonly resourceId: string | undefined

  constructor(code: string, status: number, messages: readonly BankMessage[], resourceId?: string) {
    super(code)
    this.code = code
    this.status = status
    this.messages = messages
    this.resourceId = resourceId
  }
}
