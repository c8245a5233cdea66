'use client'

import { createContext, type ReactNode, useContext } from 'react'
import type { Days } from '@/lib/browser/watch/account'
import { Button } from '@/lib/ui/button'
import { useWords } from '@/lib/ui/words'

type Asking = {
  pending: boolean
  ask: (days?: Days) => void
  /** How often an answer has changed the movements since the page was opened. */
  changes: number
}

/** One asking at a time: parts of the page that have the bank asked share it with the page's own. */
export const AskingContext = createContext<Asking>({ pending: false, ask: () => undefined, changes: 0 })

/** Has days before the known ones read. */
export function LookBack({ days }: { days: Days }) {
  const t = useWords('account')
  const accounts = useWords('accounts')
  const { pending, ask } = useContext(AskingContext)
  return (
    <Button look="quiet" pending={pending} onClick={() => ask(days)} className="text-note">
      {pending ? accounts('refreshing') : t('lookBack')}
    </Button>
  )
}

/** Shown instead of movements that were never read: that they are being read, or that there are none yet. */
export function NeverRead({ awaited }: { awaited: ReactNode }) {
  const t = useWords('account')
  const { pending } = useContext(AskingContext)
  return (
    <>
      <p className="mb-3 text-note text-soft">{t(pending ? 'reading' : 'neverRead')}</p>
      {pending && awaited}
    </>
  )
}
