import type { ExportFormat } from './exports'
import { filterFields, filterQuery, type MovementFilters } from './movement-address'
import { type ProblemCode, problemCodes } from './problem'
import type { SearchParams } from './read-movement-address'

/** Where a file of what these filters find is. */
export function exportPath(productId: string, format: ExportFormat, filters: MovementFilters): string {
  const query = filterQuery(filters)
  return `/api/accounts/${productId}/movements/export?format=${format}${query === '' ? '' : `&${query}`}`
}

/** The page from which an export was asked for, with the same filters, saying why there is no file. */
export function noFileAddress(exportAddress: URL, code: ProblemCode): string {
  const productId = exportAddress.pathname.split('/')[3] ?? ''
  const query = new URLSearchParams({ noFile: code })
  for (const field of filterFields) {
    const value = exportAddress.searchParams.get(field)
    if (value !== null) query.set(field, value)
  }
  return `/accounts/${productId}?${query}`
}

/** Why there is no file, from the page's address. Anybody may have written it: what is no code of ours is ignored. */
export function noFileCode(params: SearchParams): ProblemCode | undefined {
  return problemCodes.find((code) => code === params.noFile)
}
