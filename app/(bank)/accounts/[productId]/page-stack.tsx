'use client'

import { type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { AskingContext } from './asking'

/** `changes`: how often the movements had changed when it was made. */
type Page = { start: string; next: string | null; node: ReactNode; changes: number }

type PageStackProps = {
  /** The place in the list that the page begins after; empty for its beginning. */
  start: string
  next: string | null
  /** The way to the beginning, for who came in by an address further down, and when something new may be there. */
  newest: ReactNode
  /** What comes after the last row. */
  end: ReactNode
  /** The page as our server made it. */
  children: ReactNode
}

/**
 * Our server makes one page at a time, so that a page of any address is light; here the ones that were shown before
 * it stay above it as they were. What was asked for last is in the address: reloaded, the page begins there.
 */
export function PageStack({ start, next, newest, end, children }: PageStackProps) {
  const { changes } = useContext(AskingContext)
  const [earlier, setEarlier] = useState<Page[]>([])
  const [last, setLast] = useState<Page>({ start, next, node: children, changes })
  const [isAppended, setIsAppended] = useState(false)
  const newPage = useRef<HTMLDivElement>(null)

  if (last.start !== start) {
    const isNext = last.next === start
    const known = earlier.findIndex((page) => page.start === start)
    setEarlier(isNext ? [...earlier, last] : earlier.slice(0, Math.max(known, 0)))
    setIsAppended(isNext)
  }
  if (last.node !== children) setLast({ start, next, node: children, changes })

  useEffect(() => {
    // The pressed link is gone; the rows that it brought come next.
    if (isAppended && start) newPage.current?.querySelector('a')?.focus({ preventScroll: true })
  }, [isAppended, start])

  const isBehind = earlier.length === 0 ? start !== '' : earlier.some((page) => page.changes < changes)
  return (
    <>
      {isBehind && <div className="mb-4">{newest}</div>}
      <div className="@container/list divide-y divide-line rounded-card border border-line bg-card">
        {earlier.map((page) => (
          <div key={page.start} className="divide-y divide-line">
            {page.node}
          </div>
        ))}
        <div key={start} ref={newPage} className="divide-y divide-line">
          {children}
        </div>
      </div>
      {end}
    </>
  )
}
