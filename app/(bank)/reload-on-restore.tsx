'use client'

import { useEffect } from 'react'

/** A page that Back takes out of the browser's memory may show a session that has ended: load it anew. */
export function ReloadOnRestore() {
  useEffect(() => {
    const restored = (event: PageTransitionEvent) => {
      if (event.persisted) window.location.reload()
    }
    window.addEventListener('pageshow', restored)
    return () => window.removeEventListener('pageshow', restored)
  }, [])
  return null
}
