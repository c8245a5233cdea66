import type { ReactNode } from 'react'
import { classes } from './classes'

/** A surface with a hairline. */
export function Card({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={classes('rounded-card border border-line bg-card', className)}>{children}</div>
}

/** A part of a page with its own heading above a card. */
export function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-3 px-0.5 text-note font-semibold text-soft">
        {title}
      </h2>
      {children}
    </section>
  )
}
