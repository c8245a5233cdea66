'use client'

import { useEffect } from 'react'
import { paths } from '../requests/paths'
import { postJson } from '../requests/request'
import { useWrite } from '../requests/use-write'

/** A page of ours that the customer may come back to after signing in. */
export type ReturnTo = `/${string}`

/**
 * Starts a sign-in at the bank and takes the browser there. It stays pending while the browser leaves,
 * so that a second click starts nothing, and is idle again when the customer comes back with Back.
 */
export function useConnect(returnTo?: ReturnTo) {
  const { write, reset, pending, problem } = useWrite(
    () => postJson(paths.connect, { returnTo }, readBrowserUrl),
    (browserUrl) => window.location.assign(browserUrl),
  )

  useEffect(() => {
    const restored = (event: PageTransitionEvent) => {
      if (event.persisted) reset()
    }
    window.addEventListener('pageshow', restored)
    return () => window.removeEventListener('pageshow', restored)
  }, [reset])

  return { connect: write, pending, problem }
}

/** Only a web address is followed: anything else (`javascript:`) would run in our own page. */
export function readBrowserUrl(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('browserUrl' in body)) return undefined
  const { browserUrl } = body
  if (typeof browserUrl !== 'string' || !/^https?:\/\//i.test(browserUrl)) return undefined
  return browserUrl
}
