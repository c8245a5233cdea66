'use client'

import { useWords } from '@/lib/ui/words'
import { describedBy, Fault, fieldId } from './field'

type UrgencyFieldProps = {
  isUrgent: boolean
  fault: string | undefined
  onChange: (isUrgent: boolean) => void
}

export function UrgencyField({ isUrgent, fault, onChange }: UrgencyFieldProps) {
  const t = useWords('transferForm')
  const id = fieldId('isUrgent')
  return (
    <div className="space-y-1.5">
      <label className="flex min-h-12 cursor-pointer gap-4 rounded-card border border-line bg-card px-4 py-3 has-checked:bg-accent-wash md:px-5">
        <input
          id={id}
          type="checkbox"
          name="isUrgent"
          checked={isUrgent}
          onChange={({ target }) => onChange(target.checked)}
          aria-labelledby={`${id}-label`}
          aria-describedby={describedBy('isUrgent', fault !== undefined && 'fault', 'hint')}
          className="mt-0.5 size-5 shrink-0 accent-accent"
        />
        <span className="min-w-0">
          <span id={`${id}-label`} className="block font-semibold">
            {t('urgency.label')}
          </span>
          <span id={`${id}-hint`} className="block text-note text-soft">
            {t('urgency.hint')}
          </span>
        </span>
      </label>
      <Fault id={`${id}-fault`} words={fault} />
    </div>
  )
}
