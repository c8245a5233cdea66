'use client'

import { CopyButton } from './copy-button'
import { useWords } from './words'

/** The reference of a problem, to read out or to copy. */
export function Reference({ value }: { value: string }) {
  const problem = useWords('problem')
  const copy = useWords('copy')
  return (
    <p className="flex items-center gap-x-1 text-note text-soft">
      <span key={value} translate="no" className="min-w-0 [overflow-wrap:anywhere]">
        {problem('reference', { reference: value })}
      </span>
      <CopyButton value={value} label={copy('reference')} />
    </p>
  )
}
