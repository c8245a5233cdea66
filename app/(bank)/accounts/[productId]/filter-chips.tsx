import { useLocale, useTranslations } from 'next-intl'
import {
  type FilterField,
  filterFields,
  type MovementAddress,
  movementAddress,
} from '@/lib/contracts/movement-address'
import type { MovementsPage } from '@/lib/contracts/movements'
import { formatDay } from '@/lib/ui/format/day'
import { formatMoney } from '@/lib/ui/format/money'

type FilterChipsProps = {
  page: MovementsPage
  address: MovementAddress
  today: string
  found: string | undefined
}

/** The filters in force, each of which can be taken away, and what they find. */
export function FilterChips({ page, address, today, found }: FilterChipsProps) {
  const t = useTranslations('movementFilters')
  const labelOf = useChipLabel(page, address, today)
  const inForce = filterFields.filter((field) => address.typed[field] !== undefined)
  if (inForce.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
      <ul aria-label={t('filters')} className="flex flex-wrap gap-2">
        {inForce.map((field) => {
          const { [field]: _removed, ...rest } = address.typed
          const label = labelOf(field)
          return (
            <li key={field}>
              <a
                href={movementAddress(page.account.productId, rest)}
                data-in-place="push"
                data-focus={found && inForce.length > 1 ? 'movements-found' : 'movements'}
                aria-label={t('remove', { name: label })}
                className="inline-flex min-h-11 items-center gap-1.5 rounded-full bg-accent-wash px-3.5 text-note font-semibold text-accent hover:underline md:min-h-8.5 forced-colors:border"
              >
                <span className="max-w-60 truncate print:max-w-none print:whitespace-normal">{label}</span>
                <span aria-hidden="true" className="print:hidden">
                  ×
                </span>
              </a>
            </li>
          )
        })}
      </ul>
      {found && (
        <p id="movements-found" tabIndex={-1} className="text-note text-soft tabular-nums outline-none">
          {found}
        </p>
      )}
    </div>
  )
}

/** A value that cannot be used stands in its chip as it was typed. */
function useChipLabel({ account }: MovementsPage, { typed, filters }: MovementAddress, today: string) {
  const t = useTranslations('movementFilters')
  const locale = useLocale()
  const money = (amount: string) => formatMoney({ amount, currency: account.currency }, locale)
  const labels: Record<FilterField, string | undefined> = {
    text: filters.text && `“${filters.text}”`,
    from: filters.from && t('since', { day: formatDay(filters.from, 'short', locale, today) }),
    to: filters.to && t('until', { day: formatDay(filters.to, 'short', locale, today) }),
    minAmount: filters.minAmount && t('atLeast', { amount: money(filters.minAmount) }),
    maxAmount: filters.maxAmount && t('atMost', { amount: money(filters.maxAmount) }),
    direction: filters.direction && t(filters.direction),
    status: filters.status && t(filters.status),
  }
  return (field: FilterField): string => labels[field] ?? `${t(`field.${field}`)}: ${typed[field]}`
}
