'use client'

import { Age } from '@/lib/ui/age'
import { Button } from '@/lib/ui/button'
import { useWords } from '@/lib/ui/words'

type HeadlineProps = {
  count: number
  /** ISO instant of the bank's answer. */
  readAt: string
  refreshing: boolean
  onRefresh: () => void
}

/** How many, as the page's figure, and how old that is. */
export function Headline({ count, readAt, refreshing, onRefresh }: HeadlineProps) {
  const t = useWords('accounts')
  return (
    <div>
      <p className="text-headline font-semibold tracking-[-0.03em] md:text-headline-wide">
        {count}{' '}
        <span className="text-[1.375rem] font-medium tracking-[-0.02em] text-soft">
          {t(count === 1 ? 'noun.one' : 'noun.other')}
        </span>
      </p>
      <div className="mt-1.5 flex flex-wrap items-center gap-x-3 text-note text-soft">
        <Age instant={readAt} words="updated" />
        <Button look="quiet" pending={refreshing} onClick={onRefresh} className="text-note">
          {refreshing ? t('refreshing') : t('refresh')}
        </Button>
      </div>
    </div>
  )
}
