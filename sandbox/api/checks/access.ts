import { headerValues, singleHeader } from '../../http/message'
import { isUuid } from '../../http/uuid'
import type { Psd2Role } from '../../pki/oids'
import { type Check, found } from '../call'
import { ApiRefusal } from '../refusal'
import type { RouteKind } from '../routes'

/** TPP-Request-ID is unique per call: a signed request that is played again is refused. */
export const freshRequestId: Check = {
  name: 'fresh request id',
  run: ({ request, bank, tpp }) => {
    const id = singleHeader(request, 'TPP-Request-ID') ?? ''
    const key = `${found(tpp, 'provider').organizationIdentifier} ${id.toLowerCase()}`
    if (!bank.requestIds.take(key)) throw new ApiRefusal('REQUEST_ID_REUSED', { detail: 'TPP-Request-ID' })
  },
}

/** The address exists and is called with its one method. Asked after the signature: strangers learn no addresses. */
export const knownEndpoint: Check = {
  name: 'known endpoint',
  run: ({ route }) => {
    if (route.route) return
    if (route.allowed.length === 0) throw new ApiRefusal('NOT_FOUND')
    throw new ApiRefusal('METHOD_NOT_ALLOWED', { headers: [['Allow', route.allowed.join(', ')]] })
  },
}

/** A live access token of the application that signs. Not asked for where tokens are made. */
export const accessToken: Check = {
  name: 'access token',
  run: (call) => {
    if (call.route.route?.kind === 'oauth') return
    if (headerValues(call.request, 'Authorization').length === 0) throw new ApiRefusal('TOKEN_MISSING')
    const [, value] =
      /^Bearer ([0-9a-f-]{36})$/i.exec(singleHeader(call.request, 'Authorization') ?? '') ?? []
    const token = value ? call.bank.tokens.findAccessToken(value) : undefined
    if (!token) throw new ApiRefusal('TOKEN_INVALID', {}, 'unknown, expired or revoked')
    const owner = call.bank.register.applicationByClientId(token.clientId)
    if (owner !== found(call.application, 'application')) {
      throw new ApiRefusal('TOKEN_INVALID', {}, 'issued to another application')
    }
    call.token = token
  },
}

/** By a setting, a call for a customer who is online tells the customer's IP address. A batch call has none. */
export const endUserAddress: Check = {
  name: 'address of the end user',
  run: ({ bank, request, token }) => {
    const online = token !== undefined && token.customerId !== null
    if (bank.settings.psuIpAddress === 'optional' || !online) return
    if (!singleHeader(request, 'PSU-IP-Address')) {
      throw new ApiRefusal('HEADER_MISSING', { detail: 'PSU-IP-Address' })
    }
  },
}

/**
 * Roles of which one is needed. `common` are the first steps of every provider: who the customer is, which accounts there
 * are, consent and SCA.
 */
const rolesFor: Record<RouteKind, readonly Psd2Role[]> = {
  oauth: [],
  common: ['PSP_AI', 'PSP_PI', 'PSP_IC'],
  inquiry: ['PSP_AI'],
  payment: ['PSP_PI'],
}

/** Access control list (spec, "Access control"): off for sandbox applications unless the bank runs with it. */
export const accessControl: Check = {
  name: 'access control list',
  run: ({ bank, route, tpp }) => {
    const roles = route.route ? rolesFor[route.route.kind] : []
    if (!bank.settings.accessControl || roles.length === 0) return
    const held = found(tpp, 'provider').roles
    if (!roles.some((role) => held.has(role))) {
      throw new ApiRefusal('TPP_ROLE_MISSING', { detail: roles.join(' ') })
    }
  },
}

const idForms: Readonly<Record<string, (id: string) => boolean>> = {
  customerId: (id) => /^\d{1,12}$/.test(id),
  productId: (id) => /^[A-Za-z0-9]{10}$/.test(id),
  resourceId: isUuid,
}

/** Each id in the address has the form of its kind (spec, "Identifiers"), whether or not there is such a thing. */
export const idsOfAddress: Check = {
  name: 'ids of the address',
  run: ({ route }) => {
    for (const [name, id] of Object.entries(route.parameters)) {
      if (!idForms[name]?.(id)) throw new ApiRefusal('FIELD_INVALID', { detail: name })
    }
  },
}
