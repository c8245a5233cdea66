'use client'

import { usePathname } from 'next/navigation'
import { useEffect } from 'react'
import { endStuck, isStuck, useStuck } from '@/lib/browser/watch/can-refresh'
import { Button } from '@/lib/ui/button'
import { formatMoment } from '@/lib/ui/format/moment'
import { Notice } from '@/lib/ui/notice'
import { useWords, useWordsContext } from '@/lib/ui/words'

/** Shown above a page that could not be rendered again and therefore stops refreshing by itself. One button loads it. */
export function NotRemade() {
  const isShown = useStuck()
  const pathname = usePathname()

  useEffect(() => {
    // Another page came without a document: what was in the way is gone.
    if (pathname !== null && !isStuck()) endStuck()
  }, [pathname])

  return isShown && <NotRemadeNotice />
}

/** The time is our server's: it made the page then, and nothing has updated it since. */
export function NotRemadeNotice() {
  const t = useWords('notRemade')
  const { locale, renderedAtMs } = useWordsContext()
  const at = formatMoment(new Date(renderedAtMs).toISOString(), 'minute', locale)
  return (
    <Notice
      tone="warning"
      title={t('title')}
      className="mt-6"
      action={
        <div className="flex flex-wrap items-center gap-x-3">
          <Button look="notice" onClick={() => window.location.reload()}>
            {t('load')}
          </Button>
          <p className="text-note">{t('since', { at })}</p>
        </div>
      }
    >
      {t('meaning')}
    </Notice>
  )
}
