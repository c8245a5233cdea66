import type { ReactNode } from 'react'
import { Card } from './card'

type StateCardProps = {
  title: string
  /** What it means. */
  meaning: string
  /** What to do. */
  advice?: string
  action?: ReactNode
  reference?: ReactNode
  /** `h1` when the card is the whole page. */
  heading?: 'h1' | 'h2'
}

/** Empty, error, unknown: one card with a plain title, what it means, what to do, a reference to quote. */
export function StateCard({ title, meaning, advice, action, reference, heading = 'h2' }: StateCardProps) {
  const Heading = heading
  return (
    <Card className="px-5 py-6 md:px-7 md:py-7">
      <Heading
        className={
          heading === 'h1'
            ? 'text-title font-[650] tracking-[-0.02em] text-balance'
            : 'text-figure font-semibold tracking-[-0.01em]'
        }
      >
        {title}
      </Heading>
      <p className="mt-2 max-w-[38rem] text-soft">{meaning}</p>
      {advice && <p className="mt-2 max-w-[38rem] text-soft">{advice}</p>}
      {action && <div className="mt-5">{action}</div>}
      {reference && <div className="mt-5 border-t border-line pt-2">{reference}</div>}
    </Card>
  )
}
