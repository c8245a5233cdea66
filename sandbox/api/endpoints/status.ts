import type { BankSettings } from '../../bank'
import { localTimestamp } from '../../calendar/bank-day'
import type { Resource } from '../../state/resources'
import { successAnswer } from '../envelope'
import type { Route } from '../routes'
import { resourceOfCall } from './gate'
import { curie } from './links'

/** Endpoint 9: what has become of a resource (spec, "Operation status response"). */
export const statusRoute: Route = {
  operation: 'status',
  method: 'GET',
  path: '/private/operations/{resourceId}/status',
  kind: 'common',
  run: (call) => {
    const { bank, request } = call
    const consentsKnown = bank.settings.consentStatus === 'known'
    const resource = resourceOfCall(call, (one) => (consentsKnown || !isConsent(one) ? one : null))
    const { resourceId, createdAt } = resource
    return successAnswer(request, {
      data: {
        creationTimestamp: localTimestamp(new Date(createdAt)),
        authorizationStatus: bank.resources.statusOf(resource),
        executionStatus: executionStatus(resource, bank.settings),
      },
      resourceId,
      links: {
        self: { href: 'status', method: 'GET' },
        curies: [curie(call, `operations/${resourceId}/`, 'operations')],
      },
    })
  },
}

function isConsent({ subject }: Resource): boolean {
  return subject.kind === 'consent-request' || subject.kind === 'consent-revoke'
}

/** The spec shows PENDING alone, which says nothing about execution; the other reading tells. */
function executionStatus(resource: Resource, settings: BankSettings): 'PENDING' | 'EXECUTED' | 'CONFIRMED' {
  if (settings.executionStatus === 'pending' || !resource.finished) return 'PENDING'
  return isConsent(resource) ? 'CONFIRMED' : 'EXECUTED'
}
