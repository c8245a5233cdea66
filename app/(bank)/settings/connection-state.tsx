'use client'

import { useConnectionState } from '@/lib/browser/requests/connection'
import type { AccountList } from '@/lib/contracts/accounts'
import { useWords } from '@/lib/ui/words'

type ConnectionStateProps = { customer: string; atLoad: AccountList['connection'] }

/** Whether the bank still takes our token, in a sentence. */
export function ConnectionState({ customer, atLoad }: ConnectionStateProps) {
  const t = useWords('connection')
  const state = useConnectionState(customer, atLoad)
  return (
    <span className={state === 'live' ? 'text-ink' : 'font-medium text-warning'}>
      {t(state === 'live' ? 'liveMeaning' : 'expiredMeaning')}
    </span>
  )
}
