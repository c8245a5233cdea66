'use client'

import { useSetLanguage } from '@/lib/browser/session/preferences'
import { useRemake } from '@/lib/browser/watch/can-refresh'
import { takeEarlyPress } from '@/lib/ui/early-press'
import { useWords, useWordsContext } from '@/lib/ui/words'
import { ProblemNotice } from './problem-notice'

const languages = [
  { locale: 'en', name: 'English' },
  { locale: 'it', name: 'Italiano' },
] as const

/** Each language in its own name, so that customers who see the wrong one can read it. */
export function LanguageSwitch() {
  const t = useWords('language')
  const current = useWordsContext().locale
  const { remake, isRemaking } = useRemake()
  const { setLanguage, pending: saving, problem } = useSetLanguage(remake)
  const pending = saving || isRemaking
  return (
    <div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields of a form; these are buttons. */}
      <div
        role="group"
        aria-label={t('label')}
        className="inline-flex max-w-full flex-wrap rounded-control border border-edge bg-card p-0.5"
      >
        {languages.map(({ locale, name }) => (
          <button
            key={locale}
            type="button"
            ref={takeEarlyPress}
            data-early=""
            suppressHydrationWarning
            lang={locale}
            aria-pressed={locale === current}
            aria-disabled={pending || undefined}
            onClick={() => {
              if (locale !== current && !pending) setLanguage(locale)
            }}
            className="min-h-11 rounded-[0.6rem] px-4 text-note font-semibold text-soft transition-colors duration-150 hover:text-ink aria-pressed:bg-accent-wash aria-pressed:text-accent md:min-h-8 md:px-3 forced-colors:aria-pressed:bg-[Highlight] forced-colors:aria-pressed:text-[HighlightText] forced-colors:aria-pressed:forced-color-adjust-none"
          >
            {name}
          </button>
        ))}
      </div>
      <ProblemNotice problem={problem} className="mt-3" />
    </div>
  )
}
