'use client'

import { type ReactNode, useEffect, useState } from 'react'

/** The look of what is typed into. */
export const inputLook =
  'block min-h-12 w-full min-w-0 rounded-control border border-edge bg-card px-4 py-2.5 text-[1rem] text-ink placeholder:text-faint aria-invalid:border-error aria-invalid:outline-error md:text-body'

export const fieldId = (field: string) => `field-${field}`

/** For `aria-describedby`: those of the parts of a field's place that are there. */
export function describedBy(field: string, ...parts: ('hint' | 'fault' | 'echo' | false)[]): string {
  return parts.flatMap((part) => (part === false ? [] : [`${fieldId(field)}-${part}`])).join(' ')
}

type FieldProps = {
  field: string
  label: string
  hint?: ReactNode
  /** Beside the label. */
  aside?: ReactNode
  fault: string | undefined
  /** What was understood of what is typed. */
  echo?: ReactNode
  /** The same for a screen reader, told once the typing rests. */
  spoken?: string
  children: ReactNode
}

/** A label, the control, what is wrong or what was understood. */
export function Field({ field, label, hint, aside, fault, echo, spoken, children }: FieldProps) {
  const id = fieldId(field)
  return (
    <div className="space-y-1.5">
      <div className="flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        {aside}
      </div>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-note text-soft">
          {hint}
        </p>
      )}
      {children}
      <Fault id={`${id}-fault`} words={fault} />
      {echo !== undefined && (
        <div id={`${id}-echo`} className="text-note text-soft empty:hidden">
          {echo}
        </div>
      )}
      {spoken !== undefined && <Spoken words={spoken} />}
    </div>
  )
}

export function Fault({ id, words }: { id: string; words: string | undefined }) {
  if (words === undefined) return null
  return (
    <p id={id} className="text-note font-medium text-error [overflow-wrap:anywhere]">
      {words}
    </p>
  )
}

const restMs = 1_000

/** Not at each key: when none came for a while. What stands there from the beginning is no news. */
function Spoken({ words }: { words: string }) {
  const [atFirst] = useState(words)
  const [told, setTold] = useState('')
  useEffect(() => {
    if (words === atFirst && told === '') return
    const timer = setTimeout(() => setTold(words), restMs)
    return () => clearTimeout(timer)
  }, [words, atFirst, told])
  return (
    <p role="status" className="sr-only">
      {told}
    </p>
  )
}
