import type { ServerResponse } from 'node:http'
import type { Call } from '../../api/call'
import type { Route } from '../../api/routes'
import type { CallSettings } from '../../bank'
import type { Answer } from '../../http/message'
import type { FaultParameters } from '../scenarios'

/**
 * Where a staged fault steps in. `settings`: the call runs under other settings. `drop`: the request is read and
 * nothing is done or said. `instead`: a signed answer in place of the endpoint's, which does not run. `behaviour`: the
 * endpoint runs, asks for it ({@link stagedBehaviour}) and does otherwise. `unsealed`: the answer changes, then is
 * signed. `sealing`: it is signed in a wrong way. `sealed`: it changes after signing. `wire`: it is right, and is
 * delivered badly. `page`: it acts on no call, but on a page of the customer's side that asks for it.
 */
export type FaultEffect =
  | { kind: 'settings'; settings: Partial<CallSettings> }
  | { kind: 'drop' }
  | { kind: 'instead'; answer(call: Call, parameters: FaultParameters): Answer }
  | { kind: 'behaviour' }
  | { kind: 'unsealed'; change(answer: Answer, parameters: FaultParameters, call: Call): Answer }
  | { kind: 'sealing'; sealing(parameters: FaultParameters): Sealing }
  | { kind: 'sealed'; change(answer: Answer, parameters: FaultParameters): Answer }
  | {
      kind: 'wire'
      write(response: ServerResponse, answer: Answer, parameters: FaultParameters): Promise<void>
    }
  | { kind: 'page'; page: PageName }

/** Pages of the customer's side that a fault can act on. */
export type PageName = 'sca'

/** What is wrong about a signature: the time it claims, who signs, whose certificate is sent. */
export type Sealing = { shiftMs?: number; signer?: 'other'; certificate?: 'other' }

export type FaultRow = {
  /** One line; names of parameters in backticks, their defaults in brackets. */
  about: string
  effect: FaultEffect
  /** Endpoints that it can act on; all when absent. */
  at?(route: Route): boolean
  /** Calls of these that it can act on; all when absent. */
  fits?(call: Call): boolean
}

/** The endpoint with this name. */
export const operationIs =
  (operation: string) =>
  (route: Route): boolean =>
    route.operation === operation
