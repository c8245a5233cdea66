'use client'

import { useRouter } from 'next/navigation'
import { paths } from './paths'
import { postJson } from './request'
import { useWrite } from './use-write'

/** Notes that what ended at the bank was read, up to this event. */
export function useSeen(eventId: string, onKept: () => void) {
  const router = useRouter()
  const { write, pending, problem } = useWrite(
    () => postJson(paths.sharingSeen, { eventId }, (body) => typeof body === 'object' || undefined),
    () => {
      onKept()
      router.refresh()
    },
  )
  return { acknowledge: write, pending, problem }
}
