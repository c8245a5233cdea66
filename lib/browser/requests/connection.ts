'use client'

import { useSyncExternalStore } from 'react'
import type { OverviewNews } from '../watch/overview'

type Connection = OverviewNews['connection']

/*
 * Whether the bank still takes our token, told by whatever in the page hears of it to the line in the frame. Kept
 * outside of React because the frame stands above the page; with the customer, because the frame may be another's.
 */

let told: { customer: string; state: Connection } | undefined
const listeners = new Set<() => void>()

/** In the browser only: on the server this memory would be everybody's. */
export function tellConnection(customer: string, state: Connection): void {
  told = { customer, state }
  for (const listener of listeners) listener()
}

/** The last bad news. The server knows of good news itself, and renders the frame again. */
export function useConnectionState(customer: string, atLoad: Connection): Connection {
  const heard = () => (told?.customer === customer && told.state === 'expired' ? told.state : atLoad)
  return useSyncExternalStore(subscribe, heard, () => atLoad)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
