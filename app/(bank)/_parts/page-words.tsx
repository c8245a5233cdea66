import { useLocale, useMessages } from 'next-intl'
import type { ReactNode } from 'react'
import { type Namespace, pickMessages } from '@/lib/i18n/messages'
import { WordsProvider } from '@/lib/ui/words'

/** Gives the browser the words of one page's own components, beside those of the frame. */
export function PageWords({ names, children }: { names: Namespace[]; children: ReactNode }) {
  const [locale, messages] = [useLocale(), useMessages()]
  return (
    <WordsProvider locale={locale} renderedAtMs={Date.now()} words={pickMessages(messages, names)}>
      {children}
    </WordsProvider>
  )
}
