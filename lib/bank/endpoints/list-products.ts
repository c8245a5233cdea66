import { z } from 'zod'
import type { ProductsAnswer } from '../reading/answers'
import { productRows, readProduct } from '../reading/schemas/unspecified'
import type { CallContext } from '../types'
import type { ApiCall } from '../wire/api-call'
import { underBase } from '../wire/path'
import { byProduct } from './list-accounts'
import { readAllPages } from './pages'

const PATH = '/private/customers/{customerId}/products'

const data = z.unknown().transform((given, issues) => {
  const rows = productRows(given)
  if (rows) return rows
  issues.addIssue({ code: 'custom' })
  return z.NEVER
})

/** Row 14: the accounts under consent, all pages. A payload without a list is refused (schema), not empty. */
export async function listProducts(
  call: ApiCall,
  context: CallContext,
  request: { customerId: string },
): Promise<ProductsAnswer> {
  const path = underBase(call.base, PATH, request)
  const { pages, isWhole } = await readAllPages(call, context, {
    operation: 'listProducts',
    path,
    data,
    name: 'products',
    rowsOf: (rows) => rows,
    keyOf: (row) => readProduct(row)?.productId,
  })
  const rows = pages.flat()
  const products = byProduct(rows, readProduct)
  return { products, skippedRows: rows.length - products.length, isWhole }
}
