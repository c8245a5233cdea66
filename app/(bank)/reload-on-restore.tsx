'use client'

import { useEffect } from 'react'
import { startOver } from '@/lib/browser/requests/same-customer'
import { onSessionEnded } from '@/lib/browser/requests/session-end'

/**
 * Loads the page again when its session may have ended: when Back takes it out of the browser's memory, and when another
 * tab says so.
 */
export function ReloadOnRestore() {
  useEffect(() => onSessionEnded(() => void startOver()), [])

  useEffect(() => {
    const restored = (event: PageTransitionEvent) => {
      if (event.persisted) window.location.reload()
    }
    window.addEventListener('pageshow', restored)
    return () => window.removeEventListener('pageshow', restored)
  }, [])
  return null
}
