import type { z } from 'zod'
import { ProtocolFault } from '../errors'
import type { ScaStart } from '../reading/answers'
import { refuseAnotherResource } from '../reading/resource'
import { scaData } from '../reading/schemas/specified'
import type { CallContext } from '../types'
import type { ApiCall } from '../wire/api-call'
import { underBase } from '../wire/path'
import { type BrowserRules, browserUrl } from './browser-url'

const PATH = '/private/auth/security/sca/{resourceId}/approach'

/**
 * Row 4: begins the customer's approval of a resource, which a bank does once: it is a GET that is not tried again.
 * @param request.redirectUri where the bank sends the browser back to (TPP-Redirect-URI)
 * @throws BankProtocolError redirect_refused when the browser may not go where the bank says
 */
export async function startSca(
  call: ApiCall,
  context: CallContext,
  { resourceId, redirectUri }: { resourceId: string; redirectUri: string },
): Promise<ScaStart> {
  const path = underBase(call.base, PATH, { resourceId })
  return call(
    context,
    {
      operation: 'startSca',
      method: 'GET',
      path,
      data: scaData,
      redirectUri,
      customerOnly: true,
      isOnce: true,
    },
    (answer) => {
      refuseAnotherResource(answer.resourceId, resourceId)
      return readApproach(answer.data, call.browserRules)
    },
  )
}

function readApproach(data: z.infer<typeof scaData>, rules: BrowserRules): ScaStart {
  // Only REDIRECT is supported, so an answer that names no approach is one.
  const approach = data.chosenScaApproach?.toUpperCase() ?? 'REDIRECT'
  if (approach === 'DECOUPLED') return { approach: 'decoupled' }
  if (approach !== 'REDIRECT') return { approach: 'unsupported' }
  const address = data.scaRedirectURL ?? ''
  if (!URL.canParse(address)) throw new ProtocolFault('redirect_refused', 'no usable scaRedirectURL')
  return { approach: 'redirect', browserUrl: browserUrl(new URL(address), rules) }
}
