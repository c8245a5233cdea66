'use client'

import { useEffect, useRef } from 'react'
import { postJson } from '../requests/request'
import { sendOnLeaving } from '../requests/send-on-leaving'
import { readTransferNews } from './transfer-news'
import { transferPaths } from './transfer-paths'

/** From the last key to the sending. */
const pauseMs = 600

type StepAt = { transferId: string; check: number; step: number }

/**
 * Keeps what is typed of a step at our server, after a pause and when the page is left. What could not be kept stays in
 * the form, which is sent whole.
 * @returns what to call with the values after each key, and before they are sent with a press
 */
export function useStepKeeper({ transferId, check, step }: StepAt) {
  const unkept = useRef<Record<string, string> | undefined>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const path = transferPaths.step(transferId, 'draft')
  useEffect(() => {
    const leave = () => {
      clearTimeout(timer.current)
      if (unkept.current === undefined) return
      sendOnLeaving(path, { check, step, data: unkept.current })
      unkept.current = undefined
    }
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [path, check, step])

  return {
    typed(data: Record<string, string>) {
      unkept.current = data
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        postJson(path, { check, step, data }, readTransferNews).then(
          () => {
            if (unkept.current === data) unkept.current = undefined
          },
          () => undefined,
        )
      }, pauseMs)
    },
    sent() {
      clearTimeout(timer.current)
      unkept.current = undefined
    },
  }
}
