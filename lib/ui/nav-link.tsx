'use client'

import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { PageLink } from './page-link'

type NavLinkProps = { href: string; className: string; children: ReactNode }

/** A link of the navigation; `aria-current` carries the state, and the style follows it. */
export function NavLink({ href, className, children }: NavLinkProps) {
  const pathname = usePathname()
  const current = pathname === href || pathname.startsWith(`${href}/`)
  return (
    <PageLink href={href} aria-current={current ? 'page' : undefined} className={className}>
      {children}
    </PageLink>
  )
}
