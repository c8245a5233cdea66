'use client'

import { useCallback, useEffect, useState } from 'react'
import { paths } from '../requests/paths'
import { ProblemError } from '../requests/problem-error'
import { getJson } from '../requests/request'
import { canRemake, isStuck, useRemake } from './can-refresh'

/**
 * Asks our server to read the consents from the bank, once when the page opens and again by `ask`; then the page is made
 * again from the store. Of the answer this hook keeps only whether the bank's list was complete.
 */
export function useFreshen(isConnected: boolean) {
  const [isOut, setIsOut] = useState(isConnected)
  const [isWhole, setIsWhole] = useState(true)
  const { remake, isRemaking } = useRemake()
  const [problem, setProblem] = useState<ProblemError | null>(
    isConnected ? null : new ProblemError('connection_expired'),
  )

  const read = useCallback(
    async (signal?: AbortSignal) => {
      let failure: ProblemError | null = null
      try {
        const list = await getJson(paths.sharing, readWholeness, signal)
        setIsWhole(list.isWhole)
      } catch (error) {
        if (signal?.aborted) return
        failure = error instanceof ProblemError ? error : new ProblemError('internal')
      }
      setProblem(failure)
      setIsOut(false)
      if (canRemake(failure)) remake()
    },
    [remake],
  )

  useEffect(() => {
    if (!isConnected) return
    if (isStuck()) {
      setIsOut(false)
      return
    }
    const leaving = new AbortController()
    void read(leaving.signal)
    return () => leaving.abort()
  }, [isConnected, read])

  const ask = () => {
    if (isOut) return
    setIsOut(true)
    void read()
  }
  return { problem, isWhole, pending: isOut || isRemaking, ask }
}

function readWholeness(body: unknown): { isWhole: boolean } | undefined {
  if (typeof body !== 'object' || body === null || !('isWhole' in body)) return undefined
  return typeof body.isWhole === 'boolean' ? { isWhole: body.isWhole } : undefined
}
