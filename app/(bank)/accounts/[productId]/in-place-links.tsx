'use client'

import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useRef, useTransition } from 'react'

/** The address that a link of this page led to last, in this document. */
let lastPushed: string | undefined

/** Whether one step back is where the link to this address stood. */
export function wasPushed(address: string): boolean {
  return lastPushed === address
}

/**
 * Links in it that carry `data-in-place` (`push` or `replace`) change the page without moving it: filters, more
 * rows, a movement's details. One listener for them all, where a component for each would weigh on every row;
 * without scripts they are links like any other. `data-focus` names what takes the focus of a link that goes away.
 */
export function InPlaceLinks({ children }: { children: ReactNode }) {
  const router = useRouter()
  const place = useRef<HTMLDivElement>(null)
  const [isPending, startTransition] = useTransition()

  useEffect(() => {
    const element = place.current
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[data-in-place]') : null
      if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented) return
      // A click that asks for another tab or window is the browser's.
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      const { inPlace, focus } = link.dataset
      const address = `${link.pathname}${link.search}`
      lastPushed = inPlace === 'push' ? address : undefined
      startTransition(() => {
        if (inPlace === 'replace') router.replace(address, { scroll: false })
        else router.push(address, { scroll: false })
      })
      if (focus) document.getElementById(focus)?.focus()
    }
    element?.addEventListener('click', follow)
    return () => element?.removeEventListener('click', follow)
  }, [router])

  return (
    <div ref={place} aria-busy={isPending || undefined}>
      {children}
    </div>
  )
}
