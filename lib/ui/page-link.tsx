'use client'

import { useRouter } from 'next/navigation'
import type { ComponentProps, MouseEvent } from 'react'

type PageLinkProps = Omit<ComponentProps<'a'>, 'href'> & { href: string }

/**
 * A link to another page of the signed-in area: the page changes without a new document, and is fetched as
 * soon as the reader shows an interest in it. In place of next/link, which does the same and more for
 * 3.7 kB gzip on every page.
 */
export function PageLink({ href, ...rest }: PageLinkProps) {
  const router = useRouter()
  const prefetch = () => router.prefetch(href)
  const follow = (event: MouseEvent) => {
    // A click that asks for another tab or window is the browser's.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    router.push(href)
  }
  return (
    <a
      {...rest}
      href={href}
      onClick={follow}
      onPointerEnter={prefetch}
      onFocus={prefetch}
      onTouchStart={prefetch}
    />
  )
}
