import { z } from 'zod'
import { bankLimits } from '@/lib/domain/bank-limits'
import { ProtocolFault } from '../errors'
import type { TransferExecution } from '../reading/answers'
import { resolveEmbedded } from '../reading/hal'
import { readExecution } from '../reading/schemas/transfer'
import { type ExecuteStep, stepPath } from '../reading/transfer-step'
import type { CallContext } from '../types'
import type { ApiAnswer, ApiCall } from '../wire/api-call'

/**
 * Row 12: executes an approved transfer. Sent once and never repeated, whatever happens. A BankApiError is the bank's
 * refusal; a BankProtocolError, and a BankUnreachableError with `sent`, leave the outcome unknown.
 *
 * A verified success is a success, however odd its data: throwing for a field would make a payment that was accepted
 * look doubtful. Only a 204 is not believed, because it may be unsigned.
 * @param request.step the `next` of kind `execute` that verify gave
 * @throws TypeError when the step does not lead to the execution of that resource
 */
export async function executeTransfer(
  call: ApiCall,
  context: CallContext,
  { step }: { step: ExecuteStep },
): Promise<TransferExecution> {
  const path = stepPath(step, call.base)
  return call(
    context,
    {
      operation: 'executeTransfer',
      method: 'PUT',
      path,
      body: {},
      data: z.unknown(),
      customerOnly: true,
      isOnce: true,
    },
    (answer) => {
      if (answer.isEmpty) throw new ProtocolFault('schema', 'no content')
      const execution = readExecution(answer.data)
      const documentPath = printerPath(answer, call)
      const odd = documentPath === 'refused' ? [...execution.odd, '_embedded.printer'] : [...execution.odd]
      if (
        answer.resourceId !== undefined &&
        answer.resourceId.toLowerCase() !== step.resourceId.toLowerCase()
      ) {
        odd.push('resources.resourceId')
      }
      return {
        ...execution,
        documentPath: documentPath === 'refused' ? undefined : documentPath,
        messages: answer.messages,
        odd,
      }
    },
  )
}

function printerPath({ embedded }: ApiAnswer<unknown>, { base }: ApiCall): string | 'refused' | undefined {
  try {
    const target = resolveEmbedded(embedded, 'printer', base)
    if (target === undefined) return undefined
    return target.method === 'GET' && target.path.length <= bankLimits.path ? target.path : 'refused'
  } catch (error) {
    if (error instanceof ProtocolFault) return 'refused'
    throw error
  }
}
