import type { ReactNode } from 'react'
import { classes } from './classes'

type Tone = 'plain' | 'warning' | 'error'

const tones: Record<Tone, string> = {
  plain: 'bg-sunk text-soft [&_strong]:text-ink',
  warning: 'bg-warning-wash text-warning',
  error: 'bg-error-wash text-error',
}

type NoticeProps = {
  tone: Tone
  title: string
  children: ReactNode
  /** One action, and nothing else to decide. */
  action?: ReactNode
  /** `alert` for what answers a press just made; nothing for what the page says by itself. */
  role?: 'alert' | 'status'
  className?: string
}

/** One sentence bold, one plain, one action. The border shows where colours are the reader's own. */
export function Notice({ tone, title, children, action, role, className }: NoticeProps) {
  return (
    <div
      role={role}
      className={classes('rounded-card border border-transparent px-4 py-3.5', tones[tone], className)}
    >
      <p>
        <strong className="font-semibold">{title}</strong>
      </p>
      <div className="text-[0.875rem] leading-normal">{children}</div>
      {action}
    </div>
  )
}
