import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Wordmark } from '@/lib/ui/mark'

type PublicFrameProps = { children: ReactNode; footer?: ReactNode }

/** What stands around every page outside the signed-in area. */
export function PublicFrame({ children, footer }: PublicFrameProps) {
  const t = useTranslations('frame')
  return (
    <div className="@container/page mx-auto max-w-[70rem]">
      <div className="flex min-h-dvh flex-col px-4 md:px-9">
        <header className="pt-4 md:pt-6">
          <a href="/" aria-label={t('home')} className="inline-flex min-h-11 items-center rounded-small">
            <Wordmark />
          </a>
        </header>
        <main id="content" tabIndex={-1} className="flex-1">
          {children}
        </main>
        <footer className="mt-16 flex flex-wrap items-center justify-between gap-x-6 gap-y-4 border-t border-line pt-5 pb-8 text-note text-soft">
          <p>Sportello · {t('legal')}</p>
          {footer}
        </footer>
      </div>
    </div>
  )
}
