'use client'

import { useCallback, useEffect, useState } from 'react'
import { readingProblems } from '@/lib/contracts/problem'
import { paths } from '../requests/paths'
import { ProblemError } from '../requests/problem-error'
import { getJson } from '../requests/request'
import { canRemake, isStuck, useRemake } from './can-refresh'

/** What became of asking, as far as a page has something to say about it. */
type Asked =
  | { kind: 'fresh' | 'closed' | 'not_shared' }
  | { kind: 'sca_required'; authorizationId: string }
  | { kind: 'problem'; problem: ProblemError }

const expired: Asked = { kind: 'problem', problem: new ProblemError('connection_expired') }

/**
 * Asks our server to read details from the bank, when the page opens and again by `ask`; then the page renders again from
 * what is known. With the customer's details it asks for the list of their accounts, so that each can be shown. Not while
 * the bank does not take our token: the customer has to reconnect first.
 */
export function useDetails(path: string, isConnected: boolean) {
  const [isOut, setIsOut] = useState(isConnected)
  const { remake, isRemaking } = useRemake()
  const [asked, setAsked] = useState<Asked | null>(isConnected ? null : expired)

  const read = useCallback(
    async (signal?: AbortSignal) => {
      let failure: ProblemError | null = null
      try {
        const answer = await getJson(path, readAsked, signal)
        // The accounts are beside the point: what goes wrong with them stays with their own pages.
        if (path === paths.customer && answer.kind === 'fresh')
          await getJson(paths.products, readAsked, signal).catch(() => undefined)
        setAsked(answer)
      } catch (error) {
        if (signal?.aborted) return
        failure = error instanceof ProblemError ? error : new ProblemError('internal')
        setAsked({ kind: 'problem', problem: failure })
      }
      setIsOut(false)
      if (canRemake(failure)) remake()
    },
    [path, remake],
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
  return { asked, pending: isOut || isRemaking, ask }
}

/** The `reading` of an answer of GET /api/customer and GET /api/accounts/{productId}. */
export function readAsked(body: unknown): Asked | undefined {
  if (typeof body !== 'object' || body === null || !('reading' in body)) return undefined
  const { reading } = body
  if (typeof reading !== 'object' || reading === null || !('kind' in reading)) return undefined
  const { kind } = reading
  if (kind === 'fresh' || kind === 'closed' || kind === 'not_shared') return { kind }
  if (kind === 'kept') return keptBecause('problem' in reading ? reading.problem : null)
  if (kind !== 'sca_required' || !('authorizationId' in reading)) return undefined
  const { authorizationId } = reading
  // It becomes part of an address.
  const isId = typeof authorizationId === 'string' && /^[\w-]{1,64}$/.test(authorizationId)
  return isId ? { kind, authorizationId } : undefined
}

/** Without a problem another request was faster, and the stored details are newer still. */
function keptBecause(code: unknown): Asked {
  if (code === null || code === undefined) return { kind: 'fresh' }
  const known = readingProblems.find((one) => one === code)
  return { kind: 'problem', problem: new ProblemError(known ?? 'bank_error') }
}
