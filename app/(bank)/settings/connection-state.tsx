'use client'

import { useConnectionState } from '@/lib/browser/requests/connection'
import type { AccountList } from '@/lib/contracts/accounts'
import { useWords } from '@/lib/ui/words'

type ConnectionStateProps = {
  customer: string
  atLoad: AccountList['connection']
  /** Whether the bank's list has any consent of the customer. */
  isSharing: boolean
}

/** Whether the bank still takes our token and what we can do with it, in a sentence. */
export function ConnectionState({ customer, atLoad, isSharing }: ConnectionStateProps) {
  const t = useWords('connection')
  const state = useConnectionState(customer, atLoad)
  const live = isSharing ? 'liveSharing' : 'liveMeaning'
  return (
    <span className={state === 'live' ? 'text-ink' : 'font-medium text-warning'}>
      {t(state === 'live' ? live : 'expiredMeaning')}
    </span>
  )
}
