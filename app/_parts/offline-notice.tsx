'use client'

import { useHeldOffline } from '@/lib/browser/watch/offline'
import { Notice } from '@/lib/ui/notice'
import { useWords } from '@/lib/ui/words'

/** Over the page wherever it is scrolled to: what was pressed has not been lost, it waits for the network. */
export function OfflineNotice() {
  const t = useWords('problem')
  const isHeld = useHeldOffline()
  return (
    <div role="status" className="sticky top-2 z-10">
      {isHeld && (
        <Notice tone="warning" title={t('offline.title')} className="mt-4 border-edge">
          {t('offline.pageWaits')}
        </Notice>
      )}
    </div>
  )
}
