'use client'

import { usePathname } from 'next/navigation'
import { type ReactNode, useEffect } from 'react'
import { endStuck, isStuck, useStuck } from '@/lib/browser/watch/can-refresh'
import { Button } from '@/lib/ui/button'
import { Notice } from '@/lib/ui/notice'
import { useWords } from '@/lib/ui/words'

/**
 * Shown above a page that could not be rendered again and therefore stops refreshing by itself. One button loads it.
 *
 * @param since when our server made the page: nothing has updated it since
 */
export function NotRemade({ since }: { since: ReactNode }) {
  const isShown = useStuck()
  const pathname = usePathname()

  useEffect(() => {
    // Another page came without a document: what was in the way is gone.
    if (pathname !== null && !isStuck()) endStuck()
  }, [pathname])

  return isShown && <NotRemadeNotice since={since} />
}

export function NotRemadeNotice({ since }: { since: ReactNode }) {
  const t = useWords('notRemade')
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
          {since}
        </div>
      }
    >
      {t('meaning')}
    </Notice>
  )
}
