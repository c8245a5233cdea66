'use client'

import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { Button } from '@/lib/ui/button'
import { useWords } from '@/lib/ui/words'

type UnderstoodFormProps = {
  understood: string
  submit: string
  pending: boolean
  look?: 'primary' | 'secondary'
  onSubmit: () => void
  children?: ReactNode
}

/**
 * What cannot be undone takes two acts: ticking what was understood, then the button. Without the tick the button says
 * what is missing and leads there.
 */
export function UnderstoodForm({
  understood,
  submit,
  pending,
  look,
  onSubmit,
  children,
}: UnderstoodFormProps) {
  const t = useWords('forgetForm')
  const id = useId()
  const box = useRef<HTMLInputElement>(null)
  const [isMissing, setIsMissing] = useState(false)

  const send = (event: FormEvent) => {
    event.preventDefault()
    if (pending) return
    const isTicked = box.current?.checked === true
    setIsMissing(!isTicked)
    if (isTicked) onSubmit()
    else box.current?.focus()
  }
  return (
    <form onSubmit={send} noValidate className="space-y-4">
      <div>
        <label className="flex min-h-12 cursor-pointer gap-4 rounded-card border border-line bg-card px-5 py-3.5 has-checked:bg-accent-wash">
          <input
            ref={box}
            type="checkbox"
            name="understood"
            aria-invalid={isMissing || undefined}
            aria-describedby={isMissing ? `${id}-missing` : undefined}
            onChange={() => setIsMissing(false)}
            className="mt-0.5 size-5 shrink-0 accent-accent"
          />
          <span className="min-w-0">{understood}</span>
        </label>
        <p id={`${id}-missing`} role="alert" className="px-0.5 text-note font-medium text-error">
          {isMissing && <span className="mt-2 block">{t('tick')}</span>}
        </p>
      </div>
      <Button type="submit" look={look} pending={pending} className="w-full">
        {submit}
      </Button>
      {children}
    </form>
  )
}
