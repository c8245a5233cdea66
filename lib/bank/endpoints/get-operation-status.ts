import type { OperationStatus } from '../reading/answers'
import { refuseAnotherResource } from '../reading/resource'
import { statusData } from '../reading/schemas/specified'
import type { CallContext } from '../types'
import type { ApiCall } from '../wire/api-call'
import { underBase } from '../wire/path'

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
