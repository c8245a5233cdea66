'use client'

import { type ReactNode, useEffect, useRef } from 'react'
import { useFilterForm } from '@/lib/browser/movements/use-filter-form'
import type { FilterField, TypedFilters } from '@/lib/contracts/movement-address'
import { buttonLooks } from '@/lib/ui/button'
import { useWords } from '@/lib/ui/words'

type SearchBarProps = {
  productId: string
  typed: TypedFilters
  /** The fields whose values cannot be used. */
  wrong: FilterField[]
  /** The other fields, made by our server. */
  fields: ReactNode
  /** What else can be done with what is shown. */
  children?: ReactNode
}

const panelId = 'movement-filters'

/** Search and filters. Without scripts it is a form that loads the page. */
export function SearchBar({ productId, typed, wrong, fields, children }: SearchBarProps) {
  const t = useWords('movementSearch')
  const panel = useRef<HTMLElement>(null)
  const firstWrong = wrong[0]
  const { input, isPending, onInput, onSubmit } = useFilterForm(productId, typed, () => {
    // A panel with a mistake in it stays until the mistake is gone.
    if (firstWrong === undefined) panel.current?.hidePopover()
  })
  const filters = JSON.stringify({ ...typed, text: undefined, trend: undefined })
  const shown = useRef('{}')

  // A mistake is shown where it can be put right, for eyes and for ears: with each address that has one.
  useEffect(() => {
    const isAnother = shown.current !== filters
    shown.current = filters
    if (firstWrong === undefined) {
      if (isAnother) panel.current?.hidePopover()
      return
    }
    const field = document.getElementById(`filter-${firstWrong}`)
    if (panel.current?.contains(field)) panel.current.showPopover()
    field?.focus()
  }, [firstWrong, filters])

  return (
    <search>
      <form
        action={`/accounts/${productId}`}
        onSubmit={onSubmit}
        aria-busy={isPending || undefined}
        className="flex flex-wrap gap-2.5"
      >
        {typed.trend && <input type="hidden" name="trend" value={typed.trend} />}
        <label className="min-w-0 flex-1 basis-full md:basis-48">
          <span className="sr-only">{t('search')}</span>
          <input
            ref={input}
            id="filter-text"
            type="search"
            name="text"
            maxLength={200}
            defaultValue={typed.text}
            placeholder={t('search')}
            autoComplete="off"
            onInput={onInput}
            className="h-12 w-full rounded-control border border-edge bg-card px-3.5 text-[1rem] md:text-body placeholder:text-soft"
          />
        </label>
        <button type="button" popoverTarget={panelId} className={`${buttonLooks.secondary} max-md:flex-1`}>
          {t('filter')}
        </button>
        {children}
        <section
          ref={panel}
          id={panelId}
          popover="auto"
          aria-labelledby="filters-title"
          className="m-auto max-h-[calc(100dvh-2rem)] w-[26rem] max-w-[calc(100vw-2rem)] overflow-y-auto rounded-card border border-edge bg-card p-5 text-ink"
        >
          <h2 id="filters-title" className="mb-4 text-figure font-semibold">
            {t('filters')}
          </h2>
          {fields}
          <div className="mt-5 flex flex-wrap gap-2.5">
            <button type="submit" className={`${buttonLooks.primary} flex-1`}>
              {t('show')}
            </button>
            <button
              type="button"
              popoverTarget={panelId}
              popoverTargetAction="hide"
              className={buttonLooks.secondary}
            >
              {t('close')}
            </button>
          </div>
        </section>
        <noscript>
          <button type="submit" className={buttonLooks.secondary}>
            {t('search')}
          </button>
        </noscript>
      </form>
    </search>
  )
}
