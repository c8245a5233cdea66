'use client'

import { useEffect } from 'react'
import { paths } from '../requests/paths'
import { postJson } from '../requests/request'
import { canRemake, isStuck, useRemake } from './can-refresh'

/**
 * Has our server read the movements that may be new, once, and makes the page anew with them. Nobody asked for it: when
 * it fails the page stays as it is, and says nothing.
 */
export function useCatchUp(): void {
  const { remake } = useRemake()
  useEffect(() => {
    if (isStuck()) return
    const leaving = new AbortController()
    postJson(paths.catchUp, {}, () => true).then(
      () => !leaving.signal.aborted && canRemake(null) && remake(),
      () => undefined,
    )
    return () => leaving.abort()
  }, [remake])
}
