import { useLocale, useTranslations } from 'next-intl'
import { exportPath } from '@/lib/contracts/export-address'
import { type ExportFormat, exportFormats, leftOutOf } from '@/lib/contracts/exports'
import type { MovementFilters } from '@/lib/contracts/movement-address'
import type { MovementsPage } from '@/lib/contracts/movements'
import { buttonLooks } from '@/lib/ui/button'
import { PrintButton } from '@/lib/ui/print-button'

type ExportMenuProps = {
  page: Pick<MovementsPage, 'account' | 'movements' | 'total' | 'sums'>
  filters: MovementFilters
}

const panelId = 'movement-exports'

/** Files of all that the filters find: plain links in a panel of the browser's own, which Escape closes. */
export function ExportMenu({ page, filters }: ExportMenuProps) {
  const t = useTranslations('exports')
  const isFiltered = Object.keys(filters).length > 0
  if (page.movements.length === 0) {
    return (
      <div className="contents">
        <button
          type="button"
          aria-disabled
          aria-describedby="nothing-to-export"
          className={`${buttonLooks.secondary} max-md:flex-1`}
        >
          {t('open')}
        </button>
        {/* For the eye it stands under the search, where the movements would. */}
        <p id="nothing-to-export" className="sr-only">
          {t(isFiltered ? 'nothing' : 'nothingYet')}
        </p>
      </div>
    )
  }
  return (
    <>
      <button type="button" popoverTarget={panelId} className={`${buttonLooks.secondary} max-md:flex-1`}>
        {t('open')}
      </button>
      <section
        id={panelId}
        popover="auto"
        aria-labelledby="exports-title"
        className="m-auto max-h-[calc(100dvh-2rem)] w-[26rem] max-w-[calc(100vw-2rem)] overflow-y-auto rounded-card border border-edge bg-card p-5 text-ink"
      >
        <h2 id="exports-title" className="text-figure font-semibold">
          {t('title')}
        </h2>
        <p className="mt-0.5 text-note text-soft">
          {page.total === null
            ? t(isFiltered ? 'uncounted' : 'uncountedAll')
            : t(isFiltered ? 'matching' : 'all', { count: page.total })}
        </p>
        <Formats page={page} filters={filters} />
        <PrintButton words={t('print')} className="mt-5 w-full" />
        <button
          type="button"
          popoverTarget={panelId}
          popoverTargetAction="hide"
          className={`${buttonLooks.secondary} mt-2.5 w-full`}
        >
          {t('close')}
        </button>
      </section>
    </>
  )
}

/** The third and fourth are called so in every language. */
const kinds = { 'csv-it': 'spreadsheet', csv: 'csv', camt053: 'camt053', ofx: 'ofx' } as const
const bookedOnly = { camt053: 'camt.053', ofx: 'OFX' } as const

function nameOf(format: ExportFormat, t: ReturnType<typeof useTranslations<'exports'>>): string {
  switch (format) {
    case 'csv-it':
      return t('name.spreadsheet')
    case 'csv':
      return t('name.csv')
    default:
      return bookedOnly[format]
  }
}

function Formats({ page, filters }: ExportMenuProps) {
  const t = useTranslations('exports')
  const locale = useLocale()
  const left = leftOutOf(page.sums ?? [])
  const leftOut = left.pending + left.withoutAmount + left.withoutCurrency
  const hasBooked = page.total === null || page.total > leftOut
  const what = (['pending', 'withoutAmount', 'withoutCurrency'] as const).filter((kind) => left[kind] > 0)
  const listOf = (words: string[]) => new Intl.ListFormat(locale, { type: 'conjunction' }).format(words)
  return (
    <>
      <ul className="mt-4 divide-y divide-line border-y border-line">
        {exportFormats
          .filter((format) => hasBooked || !(format in bookedOnly))
          .map((format) => ({ format, kind: kinds[format] }))
          .map(({ format, kind }) => (
            <li key={format}>
              <a
                href={exportPath(page.account.productId, format, filters)}
                className="-mx-5 flex min-h-14 flex-col justify-center px-5 py-2.5 hover:bg-sunk focus-visible:-outline-offset-2"
              >
                <span className="font-semibold text-accent">{nameOf(format, t)}</span>
                <span className="text-note text-soft">{t(`about.${kind}`)}</span>
              </a>
            </li>
          ))}
      </ul>
      {page.sums === null && <p className="mt-3 text-note text-soft">{t('csvOnly')}</p>}
      {leftOut > 0 && (
        <p className="mt-3 text-note text-soft">
          {hasBooked
            ? t('leftOut', { what: listOf(what.map((kind) => t(kind, { count: left[kind] }))) })
            : t('noBooked', { what: listOf(Object.values(bookedOnly)) })}
        </p>
      )}
    </>
  )
}
