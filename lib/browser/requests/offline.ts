'use client'

import { useEffect, useSyncExternalStore } from 'react'

/*
 * Without a network, a link would end on the browser's own error page. So a link that is followed then waits, and is
 * followed once the network is back; what is shown stays meanwhile. The same holds for a page that a form or a button asks for.
 */

/** Links and requests for pages that wait for the network. */
const held = new Set<object>()
const listeners = new Set<() => void>()

function tell(): void {
  for (const listener of listeners) listener()
}

/** Resolves at once while there is a network. */
export async function whenOnline(): Promise<void> {
  if (navigator.onLine) return
  const request = {}
  held.add(request)
  tell()
  await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }))
  held.delete(request)
  tell()
}

/** Whether something waits for the network. Holds the links of the page for as long as it is in use. */
export function useHeldOffline(): boolean {
  useEffect(holdLinks, [])
  return useSyncExternalStore(
    subscribe,
    () => held.size > 0,
    () => false,
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** @returns what ends it */
function holdLinks(): () => void {
  let link: HTMLAnchorElement | null = null
  const hold = (next: HTMLAnchorElement | null) => {
    if (link !== null) held.delete(link)
    if (next !== null) held.add(next)
    link = next
    tell()
  }
  const press = (event: MouseEvent) => {
    if (navigator.onLine) return
    const pressed = event.target instanceof Element ? event.target.closest('a') : null
    if (pressed === null || !needsNetwork(pressed, event)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    hold(pressed)
  }
  const follow = () => {
    const last = link
    hold(null)
    if (last?.isConnected) last.click()
  }
  window.addEventListener('click', press, true)
  window.addEventListener('online', follow)
  return () => {
    hold(null)
    window.removeEventListener('click', press, true)
    window.removeEventListener('online', follow)
  }
}

/** False for what the browser does itself: a place on the same page, a file, another tab. */
function needsNetwork(link: HTMLAnchorElement, event: MouseEvent): boolean {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false
  const isSamePage = link.hash !== '' && link.href.split('#')[0] === window.location.href.split('#')[0]
  return link.href !== '' && !isSamePage && !link.hasAttribute('download') && link.target === ''
}
