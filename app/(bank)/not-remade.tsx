'use client'

import { usePathname } from 'next/navigation'
import { useEffect } from 'react'
import { endStuck, isStuck, useStuck } from '@/lib/browser/watch/can-refresh'
import { Button } from '@/lib/ui/button'
import { Notice } from '@/lib/ui/notice'
import { useWords } from '@/lib/ui/words'

/** Shown above a page that could not be rendered again and therefore stops refreshing by itself. One button loads it. */
export function NotRemade() {
  const t = useWords('notRemade')
  const isShown = useStuck()
  const pathname = usePathname()

  useEffect(() => {
    // Another page came without a document: what was in the way is gone.
    if (pathname !== null && !isStuck()) endStuck()
  }, [pathname])

  if (!isShown) return null
  return (
    <Notice
      tone="warning"
      title={t('title')}
      className="mt-6"
      action={
        <Button look="notice" onClick={() => window.location.reload()}>
          {t('load')}
        </Button>
      }
    >
      {t('meaning')}
    </Notice>
  )
}
