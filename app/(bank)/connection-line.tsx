'use client'

import { useConnectionState } from '@/lib/browser/requests/connection'
import type { AccountList } from '@/lib/contracts/accounts'
import { useWords } from '@/lib/ui/words'

type ConnectionLineProps = { bank: string; customer: string; atLoad: AccountList['connection'] }

/** The bank's name and whether it still takes our token, in words; the dot only repeats them. */
export function ConnectionLine({ bank, customer, atLoad }: ConnectionLineProps) {
  const t = useWords('connection')
  const state = useConnectionState(customer, atLoad)
  return (
    <p className="min-w-0 text-note text-soft">
      <span className="flex items-center gap-2">
        <span
          aria-hidden="true"
          className={
            state === 'live'
              ? 'size-2 shrink-0 rounded-full bg-accent'
              : 'size-2 shrink-0 rounded-full border-2 border-warning'
          }
        />
        <span translate="no" className="min-w-0 font-medium [overflow-wrap:anywhere]">
          {bank}
        </span>
      </span>
      <span className={state === 'live' ? 'pl-4' : 'pl-4 text-warning'}>
        {t(state === 'live' ? 'live' : 'expired')}
      </span>
    </p>
  )
}
