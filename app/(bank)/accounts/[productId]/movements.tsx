import { useLocale, useTranslations } from 'next-intl'
import { type FilterField, type MovementAddress, movementAddress } from '@/lib/contracts/movement-address'
import type { MovementsPage } from '@/lib/contracts/movements'
import { addDays, daysBefore, FIRST_DAY } from '@/lib/domain/days/bank-day'
import { AccountListSkeleton } from '@/lib/ui/account-list-skeleton'
import { buttonLooks } from '@/lib/ui/button'
import { formatDay } from '@/lib/ui/format/day'
import { StateCard } from '@/lib/ui/state-card'
import { PageWords } from '../../_parts/page-words'
import { LookBack, NeverRead } from './asking'
import { ExportMenu } from './export-menu'
import { FilterChips } from './filter-chips'
import { FilterFields } from './filter-fields'
import { InPlaceLinks } from './in-place-links'
import { MovementDays } from './movement-days'
import { PageStack } from './page-stack'
import { PrintHeader } from './print-header'
import { SearchBar } from './search-bar'

type MovementsProps = {
  page: MovementsPage
  address: MovementAddress
  today: string
  /** What the filters find, in words. */
  found: string | undefined
  /** Whether the bank can be asked for more. */
  canAsk: boolean
}

/** How many days further back are asked for at a time. */
const LOOK_BACK_DAYS = 90

/** The movements of an account: search and filters, and what they find from the address's place on. */
export function Movements(props: MovementsProps) {
  const { page, address, today, found } = props
  const t = useTranslations('movements')
  const { productId } = page.account
  const wrong = Object.keys(address.problems) as FilterField[]
  if (page.covered === null && page.movements.length === 0) {
    return <NeverRead awaited={<AccountListSkeleton />} />
  }
  return (
    <InPlaceLinks>
      <section id="movements" tabIndex={-1} aria-label={t('label')} className="space-y-5">
        <PrintHeader page={page} filters={address.filters} />
        <PageWords names={['movementSearch']}>
          <SearchBar
            productId={productId}
            typed={address.typed}
            wrong={wrong}
            fields={<FilterFields address={address} />}
          >
            <ExportMenu page={page} filters={address.filters} />
          </SearchBar>
        </PageWords>
        <FilterChips page={page} address={address} today={today} found={found} />
        <BeforeKnown {...props} />
        {page.movements.length === 0 ? <NoMovements {...props} /> : <Pages {...props} />}
      </section>
    </InPlaceLinks>
  )
}

function Pages(props: MovementsProps) {
  const { page, address, today } = props
  const t = useTranslations('movements')
  const print = useTranslations('print')
  const { typed, after } = address
  const { productId } = page.account
  const more = page.nextCursor
  return (
    <PageStack
      key={movementAddress(productId, { ...typed, trend: undefined })}
      start={after ?? ''}
      next={more}
      newest={
        <a href={movementAddress(productId, typed)} data-in-place="push" className={buttonLooks.quiet}>
          {t('newest')}
        </a>
      }
      end={
        more === null ? (
          <End {...props} />
        ) : (
          <>
            <a
              href={movementAddress(productId, typed, { after: more })}
              data-in-place="replace"
              className={`${buttonLooks.secondary} mt-5 w-full print:hidden`}
            >
              {t('more')}
            </a>
            <p className="mt-5 hidden print:block">{print('goesOn')}</p>
          </>
        )
      }
    >
      <MovementDays page={page} address={address} today={today} />
    </PageStack>
  )
}

/** Distinguishes two empty lists: a filter without matches, and days without movements. */
function NoMovements(props: MovementsProps) {
  const { page, address } = props
  const t = useTranslations('movements')
  const isFiltered = Object.keys(address.filters).length > 0
  return (
    <div>
      <StateCard
        title={t(isFiltered ? 'noMatch' : 'none')}
        meaning={t(isFiltered ? 'noMatchMeaning' : 'noneMeaning')}
        action={
          isFiltered && (
            <a
              href={movementAddress(page.account.productId, { trend: address.typed.trend })}
              data-in-place="push"
              data-focus="movements"
              className={buttonLooks.secondary}
            >
              {t('clear')}
            </a>
          )
        }
      />
      <End {...props} />
    </div>
  )
}

/** The filter asks for days that were never read. */
function BeforeKnown({ page: { covered }, address, today, canAsk }: MovementsProps) {
  const t = useTranslations('movements')
  const locale = useLocale()
  const from = address.filters.from
  if (covered === null || from === undefined || from >= covered.from) return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 text-note text-warning">
      <p>{t('beforeKnown', { day: formatDay(covered.from, 'long', locale, today) })}</p>
      {canAsk && <LookBack days={{ from, to: addDays(covered.from, -1) }} />}
    </div>
  )
}

/** How far back the stored movements go. */
function End({ page: { covered, isReading }, address, today, canAsk }: MovementsProps) {
  const t = useTranslations('movements')
  const locale = useLocale()
  if (covered === null || (address.filters.from ?? '9999') < covered.from) return null
  const days = { from: daysBefore(covered.from, LOOK_BACK_DAYS), to: addDays(covered.from, -1) }
  return (
    <div className="mt-5 flex flex-wrap items-center gap-x-3 text-note text-soft">
      <p>{t('since', { day: formatDay(covered.from, 'long', locale, today) })}</p>
      {canAsk && !isReading && covered.from > FIRST_DAY && <LookBack days={days} />}
    </div>
  )
}
