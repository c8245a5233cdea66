import { singleHeader } from '../../http/message'
import { type Call, found } from '../call'
import { successAnswer } from '../envelope'
import { ApiRefusal } from '../refusal'
import type { Route } from '../routes'
import { customerOnline, orRefusal, resourceOfCall } from './gate'
import { curie } from './links'
import { isRegisteredReturn } from './return-uri'

/** Endpoint 4: begins SCA, once per resource, and says where the customer's browser must go. */
export const scaApproachRoute: Route = {
  operation: 'sca-approach',
  method: 'GET',
  path: '/private/auth/security/sca/{resourceId}/approach',
  kind: 'common',
  run: async (call) => {
    customerOnline(call)
    const resource = resourceOfCall(call, (one) => one)
    const redirectUri = returnUriOfCall(call)
    const { bank, request } = call
    const ticket = await orRefusal('step', () => bank.resources.startApproach(resource, redirectUri))
    const { resourceId } = resource
    const chosenScaApproach = bank.settings.scaApproach
    return successAnswer(request, {
      data: {
        // decoupled, the customer finds the request in the bank's own page
        scaRedirectURL: chosenScaApproach === 'REDIRECT' ? `${bank.pagesUrl()}/sca?ticket=${ticket}` : '',
        chosenScaApproach,
      },
      resourceId,
      links: {
        self: { href: 'approach', method: 'GET' },
        curies: [curie(call, `auth/security/sca/${resourceId}/`, 'sca')],
      },
    })
  },
}

function returnUriOfCall({ request, application }: Call): string {
  const address = singleHeader(request, 'TPP-Redirect-URI')
  if (!address) throw new ApiRefusal('HEADER_MISSING', { detail: 'TPP-Redirect-URI' })
  if (!isRegisteredReturn(address, found(application, 'application').returnPrefixes)) {
    throw new ApiRefusal('REDIRECT_URI_NOT_REGISTERED')
  }
  return address
}
