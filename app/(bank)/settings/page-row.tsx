import type { ReactNode } from 'react'
import { PageLink } from '@/lib/ui/page-link'

type PageRowProps = { href: string; title: ReactNode; meaning: ReactNode }

/** A line of a card that leads to a page of its own. */
export function PageRow({ href, title, meaning }: PageRowProps) {
  return (
    <PageLink
      href={href}
      className="group flex min-h-16 items-center gap-4 px-5 py-3.5 outline-offset-[-2px] transition-colors duration-150 first:rounded-t-card last:rounded-b-card hover:bg-sunk"
    >
      <span className="min-w-0 flex-1">
        <span className="block font-semibold underline-offset-4 group-hover:underline">{title}</span>
        <span className="block text-note text-soft">{meaning}</span>
      </span>
      <span aria-hidden="true" className="text-figure text-accent print:hidden">
        ›
      </span>
    </PageLink>
  )
}
