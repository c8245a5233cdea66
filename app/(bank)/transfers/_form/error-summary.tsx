'use client'

import { useEffect, useRef } from 'react'
import { fieldId } from './field'
import { focusField } from './focus-field'

type ErrorSummaryProps = {
  title: string
  lead: string
  faults: readonly { field: string; words: string }[]
  /** Another number gives it the focus: a further try. */
  tries: number
}

/** Everything that is wrong, each with the way to it. It takes the focus, so that it is read. */
export function ErrorSummary({ title, lead, faults, tries }: ErrorSummaryProps) {
  const summary = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (tries > 0) summary.current?.focus()
  }, [tries])
  if (faults.length === 0) return null
  return (
    <div
      ref={summary}
      role="alert"
      tabIndex={-1}
      className="rounded-card border border-transparent bg-error-wash px-4 py-3.5 text-error"
    >
      <h2 className="font-semibold">{title}</h2>
      <p className="text-[0.875rem]">{lead}</p>
      <ul>
        {faults.map(({ field, words }) => (
          <li key={field}>
            <a
              href={`#${fieldId(field)}`}
              onClick={(event) => {
                // Without an entry in the history, which Back would have to go through.
                event.preventDefault()
                focusField(field)
              }}
              className="inline-flex min-h-8 items-center underline underline-offset-4 [overflow-wrap:anywhere]"
            >
              {words}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
