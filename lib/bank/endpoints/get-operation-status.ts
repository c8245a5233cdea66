import type { OperationStatus } from '../answers'
import type { ApiCall } from '../api-call'
import { underBase } from '../path'
import { refuseAnotherResource } from '../resource'
import { statusData } from '../schemas/specified'
import type { CallContext } from '../types'

const PATH = '/private/operations/{resourceId}/status'

/** Row 9: how far approval and execution of a resource are. Only after the customer came back from the bank. */
export async function getOperationStatus(
  call: ApiCall,
  context: CallContext,
  { resourceId }: { resourceId: string },
): Promise<OperationStatus> {
  const path = underBase(call.base, PATH, { resourceId })
  return call(
    context,
    { operation: 'getOperationStatus', method: 'GET', path, data: statusData },
    (answer) => {
      refuseAnotherResource(answer.resourceId, resourceId)
      const { authorizationStatus, executionStatus, creationTimestamp } = answer.data
      return { authorizationStatus, executionStatus, createdAt: creationTimestamp }
    },
  )
}
