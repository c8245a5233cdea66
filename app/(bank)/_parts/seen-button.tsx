'use client'

import { useSeen } from '@/lib/browser/watch/seen'
import { Button } from '@/lib/ui/button'
import { focusHeading } from '@/lib/ui/page-heading'
import { useWords } from '@/lib/ui/words'
import { ProblemNotice } from '../../_parts/problem-notice'

/** The customer has read it: in this browser it is not told again. The focus stays on the page. */
export function SeenButton({ eventId }: { eventId: string }) {
  const t = useWords('seen')
  const { acknowledge, pending, problem } = useSeen(eventId, focusHeading)
  return (
    <>
      <Button look="notice" pending={pending} onClick={() => acknowledge()}>
        {t('button')}
      </Button>
      <ProblemNotice problem={problem} />
    </>
  )
}
