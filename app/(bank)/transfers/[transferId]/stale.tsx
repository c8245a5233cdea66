'use client'

import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react'
import { Notice } from '@/lib/ui/notice'
import { useWords } from '@/lib/ui/words'

const TellStale = createContext<() => void>(() => undefined)

type StaleFrameProps = {
  /** Of what the page shows. */
  mark: string
  children: ReactNode
}

/**
 * Says that a press was about what the page no longer is. The button goes with that page, so it is said above the one
 * that takes its place, until that changes too.
 */
export function StaleFrame({ mark, children }: StaleFrameProps) {
  const t = useWords('transferRun')
  const [marks, setMarks] = useState<readonly string[]>([])
  const shown = useRef(mark)
  shown.current = mark
  const tell = useCallback(() => setMarks([shown.current]), [])

  useEffect(() => {
    setMarks((before) => (before.length === 0 || before.includes(mark) ? before : [...before, mark]))
  }, [mark])

  const isTold = marks.length > 0 && marks.length <= 2
  return (
    <TellStale value={tell}>
      {isTold && (
        <div className="mx-auto max-w-[35rem] pt-8 md:pt-12">
          <Notice tone="warning" role="alert" title={t('stale')}>
            {t('staleMeaning')}
          </Notice>
        </div>
      )}
      {children}
    </TellStale>
  )
}

/** Stands where a press came too late. */
export function ToldAbove() {
  const tell = useContext(TellStale)
  useEffect(() => tell(), [tell])
  return null
}
