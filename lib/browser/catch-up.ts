'use client'

import { useRouter } from 'next/navigation'
import { startTransition, useEffect } from 'react'
import { paths } from './paths'
import { postJson } from './request'

/**
 * Has our server read the movements that may be new, once, and makes the page anew with them. Nobody asked for it: when
 * it fails the page stays as it is, and says nothing.
 */
export function useCatchUp(): void {
  const router = useRouter()
  useEffect(() => {
    const leaving = new AbortController()
    postJson(paths.catchUp, {}, () => true).then(
      () => !leaving.signal.aborted && navigator.onLine && startTransition(() => router.refresh()),
      () => undefined,
    )
    return () => leaving.abort()
  }, [router])
}
