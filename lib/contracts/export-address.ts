import type { ExportFormat } from './exports'
import { filterQuery, type MovementFilters } from './movement-address'

/** Where a file of what these filters find is. */
export function exportPath(productId: string, format: ExportFormat, filters: MovementFilters): string {
  const query = filterQuery(filters)
  return `/api/accounts/${productId}/movements/export?format=${format}${query === '' ? '' : `&${query}`}`
}
