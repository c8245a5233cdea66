import { getTranslations } from 'next-intl/server'
import type { MovementSum, MovementsPage } from '@/lib/contracts/movements'
import { formatSigned } from '@/lib/ui/format/money'

/**
 * What a filter finds, in words: how many movements and their sum, in each currency by itself. What waits to be
 * booked is in no sum, unless there is nothing else. Undefined where nothing was counted.
 */
export async function foundWords(
  { total, sums }: MovementsPage,
  locale: string,
): Promise<string | undefined> {
  if (total === null || sums === null) return undefined
  const t = await getTranslations('movementFilters')
  const booked = sums.filter(({ status }) => status === 'booked')
  const pending = sums.filter(({ status }) => status === 'pending')
  const summed = booked.length > 0 ? booked : pending
  const money = summed.flatMap(({ currency, total: amount, movements, withoutAmount }) =>
    currency === null || movements === withoutAmount ? [] : [formatSigned({ amount, currency }, locale)],
  )
  const count = (some: readonly MovementSum[]) => some.reduce((sum, { movements }) => sum + movements, 0)
  const apart = booked.length > 0 ? count(pending) : 0
  const odd = summed.reduce(
    (sum, { currency, movements, withoutAmount }) => sum + (currency === null ? movements : withoutAmount),
    0,
  )
  return [
    [t('found', { count: total }), ...money].join(', '),
    ...(apart > 0 ? [t('apart', { count: apart })] : []),
    ...(odd > 0 ? [t('unsummed', { count: odd })] : []),
  ].join(' · ')
}
