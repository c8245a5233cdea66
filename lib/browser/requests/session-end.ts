'use client'

/*
 * Tabs of one browser share a session: the one that ends it tells the others, so that none goes on showing what
 * belongs to a customer who has left. Other devices notice at their next request.
 */

import { dropLeftDraft } from '../transfers/left-draft'

let channel: BroadcastChannel | null | undefined

/**
 * One channel for the page, because a channel does not deliver to its own listeners. Null where the browser has none or
 * refuses it, as with blocked storage: other tabs then notice at their next request.
 */
function sessionChannel(): BroadcastChannel | null {
  if (channel !== undefined) return channel
  try {
    channel = new BroadcastChannel('sportello-session')
  } catch {
    channel = null
  }
  return channel
}

export function tellSessionEnded(): void {
  dropLeftDraft()
  try {
    sessionChannel()?.postMessage('ended')
  } catch {
    // The session is over all the same.
  }
}

/** @returns what stops the listening */
export function onSessionEnded(listener: () => void): () => void {
  const shared = sessionChannel()
  const heard = () => {
    dropLeftDraft()
    listener()
  }
  shared?.addEventListener('message', heard)
  return () => shared?.removeEventListener('message', heard)
}
