'use client'

import { useEffect, useSyncExternalStore } from 'react'
import { useWordsContext } from './words'

/*
 * Our server's clock in the browser: the device's may be minutes behind or days ahead. Every page says when it was made.
 * From then on the browser counts the time that passes, by a clock that nobody sets.
 */

/** Often enough for waits of seconds to be right. */
const tickMs = 5_000

/** How far our server's clock is ahead of the browser's count. The page took a moment to arrive: the least delay is the best. */
let aheadMs = Number.NEGATIVE_INFINITY
let nowMs = 0
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function tick(): void {
  nowMs = aheadMs + performance.now()
  for (const listener of listeners) listener()
}

function hear(madeAtMs: number): void {
  aheadMs = Math.max(aheadMs, madeAtMs - performance.now())
  tick()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(tick, tickMs)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** Milliseconds since 1970 by our server's clock, kept right while the page stands. */
export function useServerNow(): number {
  const { renderedAtMs } = useWordsContext()
  useEffect(() => hear(renderedAtMs), [renderedAtMs])
  return useSyncExternalStore(
    subscribe,
    () => Math.max(nowMs, renderedAtMs),
    () => renderedAtMs,
  )
}
