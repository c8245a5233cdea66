'use client'

import { paths } from '../requests/paths'
import { postJson } from '../requests/request'
import { useWrite } from '../requests/use-write'
import { useRemake } from './can-refresh'

/** Notes that what ended at the bank was read, up to this event. */
export function useSeen(eventId: string, onKept: () => void) {
  const { remake } = useRemake()
  const { write, pending, problem } = useWrite(
    () => postJson(paths.sharingSeen, { eventId }, (body) => typeof body === 'object' || undefined),
    () => {
      onKept()
      remake()
    },
  )
  return { acknowledge: write, pending, problem }
}
