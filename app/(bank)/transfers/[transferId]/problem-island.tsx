'use client'

import { useEffect, useRef } from 'react'
import type { TransferProblem } from '@/lib/contracts/transfers'
import { formatMoment } from '@/lib/ui/format/moment'
import { useWords, useWordsContext } from '@/lib/ui/words'
import { ProblemPlace } from '../_form/transfer-problem'

type ProblemIslandProps = {
  view: {
    transferId: string
    problem: TransferProblem | null
    movedAt: string
    draft: { productId: string }
  }
  /** For what a press on this very page can lead to: it is told, and comes into sight. */
  role?: 'alert'
  /** Where it may be read long after. */
  isTimed?: boolean
}

/** Why the last call to the bank did not do. */
export function ProblemIsland({ view, role, isTimed = false }: ProblemIslandProps) {
  const t = useWords('transferProblem')
  const { locale } = useWordsContext()
  const { transferId, problem, movedAt, draft } = view
  const place = useRef<HTMLDivElement>(null)
  const shown = useRef(movedAt)
  const isTold = problem !== null
  useEffect(() => {
    if (shown.current === movedAt) return
    shown.current = movedAt
    if (isTold) place.current?.scrollIntoView({ block: 'nearest' })
  }, [movedAt, isTold])
  if (!isTold) return null
  return (
    <div ref={place}>
      <ProblemPlace
        // Met once more, it is told once more.
        key={movedAt}
        role={role}
        problem={problem}
        returnTo={`/transfers/${transferId}`}
        productId={draft.productId}
      >
        {isTimed && <p>{t('metAt', { at: formatMoment(movedAt, 'minute', locale) })}</p>}
      </ProblemPlace>
    </div>
  )
}
