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
    let isLeft = false
    postJson(paths.catchUp, {}, (body) => typeof body === 'object' || undefined).then(
      () => {
        if (!isLeft && navigator.onLine) startTransition(() => router.refresh())
      },
      () => undefined,
    )
    return () => {
      isLeft = true
    }
  }, [router])
}
