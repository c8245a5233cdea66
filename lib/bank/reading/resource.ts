import { ProtocolFault } from '../errors'

/**
 * Calls on a transaction resource echo its id (spec.md "Response envelope"); an answer about another one says nothing
 * about ours.
 * @throws ProtocolFault schema
 */
export function refuseAnotherResource(echoed: string | undefined, resourceId: string): void {
  if (echoed !== undefined && echoed.toLowerCase() !== resourceId.toLowerCase()) {
    throw new ProtocolFault('schema', 'another resource')
  }
}
