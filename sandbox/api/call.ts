import type { Bank } from '../bank'
import type { Fault } from '../control/faults'
import type { ApitrackNote } from '../http/apitrack-ids'
import type { ApiRequest } from '../http/message'
import type { SignatureParameters } from '../http/signature-header'
import type { CertificateFacts } from '../pki/read-certificate'
import type { Application, Tpp } from '../register/register'
import type { LiveToken } from '../state/tokens'
import type { Language } from './language'
import type { MatchedRoute } from './routes'

/** The client's end of the TLS connection. `trusted` is the verdict of the chain check; `problem` says why not. */
export type Peer = { certificate: CertificateFacts | null; trusted: boolean; problem: string | null }

/** One call on its way through the checks. Each check that passes fills in what it found. */
export type Call = {
  bank: Bank
  request: ApiRequest
  peer: Peer
  language: Language
  route: MatchedRoute
  tpp?: Tpp
  application?: Application
  signature?: SignatureParameters
  token?: LiveToken
  /** The transaction resource of the address, once it is known to be there for this caller: a refusal names it from then on. */
  resourceId?: string
  /** A staged fault, once one applies to this call. */
  fault?: Fault
  /** What the answer does about svc-apitrack-id, once there is one. */
  apitrack?: ApitrackNote
}

/** What a check has filled in; its absence means that the checks run in the wrong order. */
export function found<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`${what} was asked for before the check that finds it`)
  return value
}

/** A named check: returns when the call passes, throws an ApiRefusal when it does not. */
export type Check = { name: string; run(call: Call): void | Promise<void> }
