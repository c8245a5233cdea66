'use client'

import { useEffect, useState } from 'react'
import { classes } from './classes'
import { CheckIcon, CopyIcon } from './icons'
import { useWords } from './words'

/** How long the button says what it did. */
const shownMs = 2_500

type CopyButtonProps = {
  value: string
  /** Says what is copied; the only name the button has. */
  label: string
  className?: string
}

/** Copies a text and says so, for eyes and for screen readers. */
export function CopyButton({ value, label, className }: CopyButtonProps) {
  const t = useWords('copy')
  const [outcome, setOutcome] = useState<'copied' | 'failed'>()

  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(undefined), shownMs)
    return () => clearTimeout(timer)
  }, [outcome])

  const copy = async () => {
    // The clipboard is absent on a page without https, and can be refused by the reader's settings.
    try {
      await navigator.clipboard.writeText(value)
      setOutcome('copied')
    } catch {
      setOutcome('failed')
    }
  }

  return (
    <span className={classes('relative inline-flex items-center', className)}>
      <button
        type="button"
        aria-label={label}
        onClick={copy}
        className="inline-flex size-11 items-center justify-center rounded-control text-faint transition-colors duration-150 hover:text-accent md:size-8"
      >
        {outcome === 'copied' ? (
          <CheckIcon className="size-4 text-accent" />
        ) : (
          <CopyIcon className="size-4" />
        )}
      </button>
      <span
        role="status"
        className={
          outcome
            ? 'absolute bottom-full left-1/2 -translate-x-1/2 rounded-small bg-ink px-2 py-0.5 text-note font-medium whitespace-nowrap text-paper'
            : 'sr-only'
        }
      >
        {outcome && t(outcome)}
      </span>
    </span>
  )
}
