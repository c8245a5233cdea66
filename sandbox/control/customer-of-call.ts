import type { Call } from '../api/call'

/**
 * Whose call it is: by its token, by its address, by the resource that it is about, or at the token endpoint by the code
 * or refresh token that it brings. Undefined when nobody's.
 */
export function customerIdOf({ bank, request, route, token, tpp }: Call): string | undefined {
  if (token?.customerId) return token.customerId
  const { customerId, resourceId } = route.parameters
  if (customerId !== undefined) return customerId
  if (resourceId !== undefined) {
    return bank.resources.find(resourceId.toLowerCase(), tpp?.organizationIdentifier ?? '')?.customerId
  }
  if (route.route?.operation !== 'token') return undefined
  const form = new URLSearchParams(request.body.toString())
  return bank.tokens.customerOf(form.get('code') ?? form.get('refresh_token') ?? '')
}
