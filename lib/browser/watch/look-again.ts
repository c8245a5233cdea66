'use client'

import { useEffect } from 'react'
import { canRemake, useRemake, useStuck } from './can-refresh'

const firstPauseMs = 1_000
const longestPauseMs = 15_000

/** Renders the page again at growing intervals while our server reads in the background. */
export function useLookAgain(isReading: boolean) {
  const { remake } = useRemake()
  const isStuck = useStuck()
  useEffect(() => {
    if (!isReading || isStuck) return
    let pauseMs = firstPauseMs
    const look = () => {
      // A hidden tab needs no update, and without a network the framework would leave the page.
      if (!document.hidden && canRemake(null)) remake()
      pauseMs = Math.min(pauseMs * 1.6, longestPauseMs)
      timer = setTimeout(look, pauseMs)
    }
    let timer = setTimeout(look, pauseMs)
    return () => clearTimeout(timer)
  }, [isReading, isStuck, remake])
}
