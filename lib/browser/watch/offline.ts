'use client'

import { useEffect, useSyncExternalStore } from 'react'
// First, so that the time without a network is none of the time that it gives each answer.
import './can-refresh'

/*
 * Without a network, a link would end on the browser's own error page. So a link that is followed then waits, and is
 * followed once the network is back; what is shown stays meanwhile. The same holds for a page that a form or a button asks for.
 */

/** How many links and requests for pages wait. */
let held = 0
const listeners = new Set<() => void>()
if (typeof window !== 'undefined') holdPages()

/** What the framework asks for ahead of a press does not wait: it may fail unseen. */
function holdPages(): void {
  const send = window.fetch.bind(window)
  window.fetch = (input, init) => {
    const headers = init?.headers ?? {}
    const isPage = 'rsc' in headers && !('next-router-prefetch' in headers)
    return isPage && !navigator.onLine ? whenOnline().then(() => send(input, init)) : send(input, init)
  }
}

/** Resolves once there is a network: at once while there is one. */
async function whenOnline(): Promise<void> {
  if (navigator.onLine) return
  count(1)
  await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
  count(-1)
}

function count(more: number): void {
  held += more
  for (const listener of listeners) listener()
}

/** Whether something waits for the network. Holds the links of the page for as long as it is in use. */
export function useHeldOffline(): boolean {
  useEffect(holdLinks, [])
  return useSyncExternalStore(
    subscribe,
    () => held > 0,
    () => false,
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** @returns what ends it */
function holdLinks(): () => void {
  /** The last one that was pressed. */
  let link: HTMLAnchorElement | undefined
  const press = async (event: MouseEvent) => {
    const pressed = event.target instanceof Element ? event.target.closest('a') : null
    if (navigator.onLine || pressed === null || !needsNetwork(pressed, event)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    link = pressed
    await whenOnline()
    if (link === pressed && pressed.isConnected) pressed.click()
    if (link === pressed) link = undefined
  }
  addEventListener('click', press, true)
  return () => removeEventListener('click', press, true)
}

/** False for what the browser does itself: a place on the same page, a file, another tab. */
function needsNetwork(link: HTMLAnchorElement, event: MouseEvent): boolean {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false
  const isSamePage = link.hash !== '' && link.href.split('#')[0] === location.href.split('#')[0]
  return link.href !== '' && !isSamePage && !link.hasAttribute('download') && link.target === ''
}
