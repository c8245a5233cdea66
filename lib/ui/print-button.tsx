'use client'

import { Button } from './button'

type PrintButtonProps = { words: string; className?: string }

/** Prints the page as it is, or keeps it as a PDF: the browser's own dialog offers both. */
export function PrintButton({ words, className }: PrintButtonProps) {
  return (
    <Button look="secondary" onClick={() => window.print()} className={className}>
      {words}
    </Button>
  )
}
