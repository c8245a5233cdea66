import type { BankDocument } from '../reading/document'
import { checkedPath } from '../reading/transfer-step'
import type { CallContext } from '../types'
import type { ApiCall } from '../wire/api-call'
import { underBase } from '../wire/path'

const PATH = '/private/customers/{customerId}/products/{productId}/common/printer/{resourceId}/retrieve'

export type DocumentRequest =
  | { documentPath: string }
  /** Where the spec puts it, for when no answer of execute was seen. */
  | { customerId: string; productId: string; resourceId: string }

/**
 * Row 18: the printable document of an operation, as bytes that were verified and nothing more.
 * @param request.documentPath as `executeTransfer` gave it; checked again
 * @throws BankProtocolError body_too_large, empty_body; TypeError for a path that is not under the base address
 */
export async function getDocument(
  call: ApiCall,
  context: CallContext,
  request: DocumentRequest,
): Promise<BankDocument> {
  const path =
    'documentPath' in request
      ? checkedPath(request.documentPath, call.base, 'documentPath')
      : underBase(call.base, PATH, request)
  return call.document(context, { operation: 'getDocument', path })
}
