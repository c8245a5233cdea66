'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

const firstPauseMs = 1_000
const longestPauseMs = 15_000

/** Makes the page anew, more and more slowly, while our server goes on reading in the background. */
export function useLookAgain(isReading: boolean) {
  const router = useRouter()
  useEffect(() => {
    if (!isReading) return
    let pauseMs = firstPauseMs
    const look = () => {
      // Nobody looks at a hidden tab, and without a network the framework would leave the page.
      if (!document.hidden && navigator.onLine) router.refresh()
      pauseMs = Math.min(pauseMs * 1.6, longestPauseMs)
      timer = setTimeout(look, pauseMs)
    }
    let timer = setTimeout(look, pauseMs)
    return () => clearTimeout(timer)
  }, [isReading, router])
}
