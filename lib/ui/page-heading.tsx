'use client'

import { usePathname } from 'next/navigation'
import { type ReactNode, useEffect, useRef } from 'react'

/** The id under which a page's heading can be given the focus. */
const headingId = 'page-title'

/** The address of the page seen before; none after a full load, when the browser does the right thing. */
let lastPathname: string | undefined

/** The main heading. It takes the focus after a change of page, so that screen readers say where they are. */
export function PageHeading({ children, className }: { children: ReactNode; className?: string }) {
  const pathname = usePathname()
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    if (lastPathname !== undefined && lastPathname !== pathname) heading.current?.focus()
    lastPathname = pathname
  }, [pathname])

  return (
    <h1 ref={heading} id={headingId} tabIndex={-1} className={className}>
      {children}
    </h1>
  )
}

/** The page that is seen goes on at another address: its heading does not take the focus for that. */
export function noteAddress(pathname: string): void {
  lastPathname = pathname
}

/** Announces the page's change to customers who cannot see it. */
export function headingText(): string {
  return document.getElementById(headingId)?.textContent ?? ''
}

/** For what makes the pressed control vanish: the focus must stay on the page. */
export function focusHeading(): void {
  document.getElementById(headingId)?.focus()
}
