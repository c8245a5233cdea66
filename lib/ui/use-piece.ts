'use client'

import { useCallback, useEffect, useState } from 'react'

type Loaded<Piece> = { piece: Piece } | 'failed' | 'loading'

/**
 * A part of a page that is loaded when it is needed. One that did not arrive can be asked for again; React's own `lazy`
 * would give up for the life of the page, and take the page with it.
 *
 * @param load stays the same from render to render
 */
export function usePiece<Piece>(load: () => Promise<Piece>): [Loaded<Piece>, retry: () => void] {
  const [loaded, setLoaded] = useState<Loaded<Piece>>('loading')

  useEffect(() => {
    if (loaded !== 'loading') return
    let isHere = true
    load().then(
      (piece) => isHere && setLoaded({ piece }),
      () => isHere && setLoaded('failed'),
    )
    return () => {
      isHere = false
    }
  }, [load, loaded])

  const retry = useCallback(() => setLoaded('loading'), [])
  return [loaded, retry]
}
