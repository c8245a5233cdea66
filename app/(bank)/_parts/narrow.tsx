import type { ReactNode } from 'react'
import { PageHeading } from '@/lib/ui/page-heading'

/** One column with a heading: a form, a question, a result. */
export function Narrow({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  return (
    <div className="mx-auto max-w-[35rem] pt-8 md:pt-12">
      <PageHeading className="text-title font-[650] tracking-[-0.02em] text-balance">{title}</PageHeading>
      {lead && <p className="mt-2 text-soft">{lead}</p>}
      <div className="mt-7 space-y-7">{children}</div>
    </div>
  )
}
