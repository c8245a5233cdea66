import type { ConsentChange, ConsentScope } from '../reading/answers'
import { categoryOutcome, consentChangeData } from '../reading/schemas/specified'
import type { CallContext } from '../types'
import type { ApiCall } from '../wire/api-call'
import { underBase } from '../wire/path'

export type ConsentChangeRequest = { customerId: string; scopes: readonly ConsentScope[] }

/** Row 3: asks for consent to products, per category. Nothing counts before SCA and `confirmConsent`. */
export async function requestConsent(
  call: ApiCall,
  context: CallContext,
  request: ConsentChangeRequest,
): Promise<ConsentChange> {
  return changeConsent(call, context, { operation: 'requestConsent', change: 'request', ...request })
}

/** Row 7: takes consent back. Its payloads are not shown; they are read as those of row 3 (design reading 9). */
export async function revokeConsent(
  call: ApiCall,
  context: CallContext,
  request: ConsentChangeRequest,
): Promise<ConsentChange> {
  return changeConsent(call, context, { operation: 'revokeConsent', change: 'revoke', ...request })
}

async function changeConsent(
  call: ApiCall,
  context: CallContext,
  { operation, change, customerId, scopes }: ConsentChangeRequest & { operation: string; change: string },
): Promise<ConsentChange> {
  const path = underBase(call.base, `/private/customers/{customerId}/consent/${change}`, { customerId })
  const categories = scopes.map(({ category, productIds }) => ({ name: category, products: productIds }))
  return call(
    context,
    {
      operation,
      method: 'POST',
      path,
      body: { data: { categories } },
      data: consentChangeData,
      customerOnly: true,
    },
    ({ data, resourceId }) => {
      const outcomes = data.rows.flatMap((row) => categoryOutcome.safeParse(row).data ?? [])
      return {
        resourceId,
        outcomes: outcomes.map(({ name, outcome }) => ({ category: name, isAccepted: outcome })),
        odd: data.isOdd || outcomes.length < data.rows.length ? ['categoriesOutcome'] : [],
      }
    },
  )
}
