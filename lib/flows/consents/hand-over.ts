import type { Authorization } from '@/lib/store'
import { bankProblemOf } from '../bank-problem'
import type { Caller, FlowDeps, SignedInCustomer } from '../deps'
import { withConnection } from '../with-connection'

/** A run that has just begun: only now is the id of its return known. */
export type Begun = { authorization: Authorization; returnId: string }

/**
 * Begins the customer's approval at the bank (endpoint 4) and writes down where it happens.
 * @throws the bank's errors; the run is not ended by them
 */
export async function handOver(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  run: Begun,
  resourceId: string,
): Promise<void> {
  const { customerId } = customer
  const { authorizationId, transactionId } = run.authorization
  const sca = await withConnection(deps, customer, { ...caller, transactionId }, (context) =>
    deps.bank.startSca(context, { resourceId, redirectUri: `${deps.scaReturnUrl}/${run.returnId}` }),
  )
  if (sca.approach === 'unsupported') {
    await deps.store.authorizations.finish(customerId, authorizationId, {
      state: 'failed',
      reason: 'approach_unsupported',
    })
    return
  }
  const address = sca.approach === 'redirect' ? sca.browserUrl : null
  await deps.store.authorizations.handOver(customerId, authorizationId, address)
}

/** Whatever stops a preparation also ends its run: nothing was approved, so nothing is shared. */
export async function endOnError(
  deps: FlowDeps,
  { authorization: { customerId, authorizationId } }: Begun,
  prepare: () => Promise<void>,
): Promise<void> {
  try {
    await prepare()
  } catch (error) {
    const reason = bankProblemOf(error) ?? 'internal'
    await deps.store.authorizations.finish(customerId, authorizationId, { state: 'failed', reason })
    throw error
  }
}
