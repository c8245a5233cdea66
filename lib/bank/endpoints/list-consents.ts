import { z } from 'zod'
import type { ConsentList } from '../reading/answers'
import { isRecord } from '../reading/fields'
import { consentRows, readConsents } from '../reading/schemas/unspecified'
import type { CallContext } from '../types'
import type { ApiCall } from '../wire/api-call'
import { underBase } from '../wire/path'
import { readAllPages } from './pages'

const PATH = '/private/customers/{customerId}/consent/list'

/** Row 6: the consents in force. A 204 is unreadable too: it may be unsigned, and our copies depend on this list. */
export async function listConsents(
  call: ApiCall,
  context: CallContext,
  request: { customerId: string },
): Promise<ConsentList> {
  const path = underBase(call.base, PATH, request)
  const { pages, isWhole } = await readAllPages(call, context, {
    operation: 'listConsents',
    path,
    data: z.unknown(),
    name: 'categories',
    rowsOf: (data) => consentRows(data) ?? [],
    // A category may go on over pages, but not with the same products.
    keyOf: (row) => (isRecord(row) ? JSON.stringify(row) : undefined),
  })
  return readConsents(pages, isWhole)
}
