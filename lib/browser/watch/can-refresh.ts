'use client'

import { useRouter } from 'next/navigation'
import { useCallback, useEffect, useSyncExternalStore, useTransition } from 'react'
import { sendBounded } from '../requests/answer-bound'
import type { ProblemError } from '../requests/problem-error'

/*
 * The only place that renders a page again. When the request for it fails, because something on the way refuses requests
 * that carry an `RSC` header, the framework loads the whole document instead. The new document would ask the bank, make
 * itself again, fail and load again, without end. So a mark is kept for that document. A document that finds the mark is
 * stuck: it stays as it is and asks nothing by itself.
 */

/**
 * The mark is in the tab's name, which the next document of ours in this tab can read, whatever a browser's privacy mode
 * says of storage. What follows is the pathname of the page.
 */
const key = 'sportello-remaking '
/** One for each part of the page that waits for a new render. */
const underWay = new Set<object>()
const listeners = new Set<() => void>()
/** Of the page that is being rendered again. */
let awaited = ''
/** The framework has its answer, or none, and the page is not there yet. */
let isAnswered = false
/** The pathname of a document that was loaded because the page could not be rendered again. */
let stuckAt: string | null = null
if (typeof window !== 'undefined') {
  stuckAt = takeMark()
  listenForAnswers()
}

function takeMark(): string | null {
  const { name } = window
  if (!name.startsWith(key)) return null
  window.name = ''
  return name.slice(key.length)
}

/**
 * The mark is kept when the framework loads a document after it had its answer, or none. A browser without the Navigation
 * API does not tell that apart from a customer who loads the page again, so there the answer itself leaves the mark.
 */
function listenForAnswers(): void {
  // A request that is aborted because the customer goes elsewhere has not failed.
  let isLeft = false
  window.addEventListener('pagehide', () => {
    isLeft = true
  })
  const navigation: Navigation | undefined = window.navigation
  const tellsNavigations = navigation !== undefined
  if (tellsNavigations) {
    navigation.addEventListener('navigate', ({ destination, userInitiated }) => {
      if (isAnswered && underWay.size > 0 && !destination.sameDocument && !userInitiated) keepMark()
    })
  }
  const send = window.fetch.bind(window)
  window.fetch = (input, init) => {
    const headers = init?.headers ?? {}
    if (init === undefined || !('rsc' in headers) || 'next-router-prefetch' in headers)
      return send(input, init)
    const answer = sendBounded(send, input, init)
    const note = () => {
      if (underWay.size === 0 || isLeft) return
      isAnswered = true
      if (!tellsNavigations) keepMark()
    }
    answer.then(note, note)
    return answer
  }
}

function keepMark(): void {
  window.name = key + awaited
}

/** Whether the page must wait for a press, because it could not be rendered again with the last answer. */
export function isStuck(): boolean {
  return stuckAt !== null && stuckAt === window.location.pathname
}

/** @see isStuck. Ends when a page renders again, or when another page opens without loading a document. */
export function useStuck(): boolean {
  return useSyncExternalStore(subscribe, isStuck, () => false)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Pages render again. */
export function endStuck(): void {
  if (stuckAt === null) return
  stuckAt = null
  for (const listener of listeners) listener()
}

/**
 * Asks our server to render the page again in place from the store. `remake` may name another page of ours to go to.
 * `isRemaking` lasts until the page is there, for ever where a document is loaded instead.
 */
export function useRemake() {
  const router = useRouter()
  const [isRemaking, startRemaking] = useTransition()

  const remake = useCallback(
    (address?: string) => {
      underWay.add(startRemaking)
      awaited = new URL(address ?? '', window.location.href).pathname
      startRemaking(() => {
        if (address !== undefined) router.replace(address)
        router.refresh()
      })
    },
    [router],
  )

  useEffect(() => {
    if (!isRemaking) return
    // Runs when the page is there, or has made way for another one.
    return () => {
      underWay.delete(startRemaking)
      if (underWay.size > 0) return
      isAnswered = false
      takeMark()
      endStuck()
    }
  }, [isRemaking])

  return { remake, isRemaking }
}

/**
 * Whether the page may be rendered again after an answer. Without a network the framework would leave it for the browser's
 * own error; without a session our server would lead away from it before anybody has read why.
 */
export function canRemake(problem: ProblemError | null): boolean {
  return navigator.onLine && problem?.code !== 'not_signed_in'
}
