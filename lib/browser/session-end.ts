'use client'

/*
 * Tabs of one browser share a session: the one that ends it tells the others, so that none goes on showing what
 * belongs to a customer who has left. Other devices notice at their next request.
 */

let channel: BroadcastChannel | undefined

/** One for the whole page: what is sent by it comes back to none of its own listeners. */
function sessionChannel(): BroadcastChannel {
  channel ??= new BroadcastChannel('sportello-session')
  return channel
}

export function tellSessionEnded(): void {
  sessionChannel().postMessage('ended')
}

/** @returns what stops the listening */
export function onSessionEnded(listener: () => void): () => void {
  const shared = sessionChannel()
  shared.addEventListener('message', listener)
  return () => shared.removeEventListener('message', listener)
}
