'use client'

import { useEffect } from 'react'
import { paths } from '../requests/paths'
import { postJson } from '../requests/request'
import { canRemake, isStuck, useRemake } from './can-refresh'

/**
 * Asks our server once to read movements that may be new, and renders the page again with them. The customer did not ask: when
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
