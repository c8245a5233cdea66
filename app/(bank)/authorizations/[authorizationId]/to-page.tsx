import type { ReactNode } from 'react'
import { buttonLooks } from '@/lib/ui/button'
import { classes } from '@/lib/ui/classes'
import { PageLink } from '@/lib/ui/page-link'

type ToPageProps = { href: string; look?: 'primary' | 'secondary'; children: ReactNode }

/** The way on from a page that is at its end. */
export function ToPage({ href, look = 'primary', children }: ToPageProps) {
  return (
    <PageLink href={href} className={classes(buttonLooks[look], 'w-full')}>
      {children}
    </PageLink>
  )
}
