import type { OverviewAccount } from '@/lib/contracts/overview'
import type { TransferView } from '@/lib/contracts/transfers'
import { Ended } from './ended'
import { HandOver, hasSnapshot, InBankApp } from './hand-over'
import { Incomplete } from './incomplete'
import { Late } from './late'
import { Result } from './result'
import { Review } from './review'
import { Unknown } from './unknown'
import { Waiting } from './waiting'

type ByStateProps = {
  view: TransferView
  account: OverviewAccount | undefined
  today: string
  bank: string
}

/** The page for what a transfer has come to; a draft has the form instead. */
export function ByState({ view, account, today, bank }: ByStateProps) {
  const facts = { account, today }
  switch (view.state) {
    case 'draft':
      return null
    case 'incomplete':
      return <Incomplete view={view} {...facts} />
    case 'checking':
    case 'starting':
    case 'authorized':
    case 'executing':
      return <Waiting view={view} state={view.state} {...facts} />
    case 'refused':
    case 'not_sent':
    case 'declined':
    case 'expired':
    case 'unanswered':
    case 'not_returned':
    case 'unsupported':
    case 'abandoned':
      return <Ended view={view} state={view.state} {...facts} />
    default:
      return <Checked view={view} bank={bank} {...facts} />
  }
}

/** States that only a verdict of the bank leads to. */
function Checked({ view, ...facts }: ByStateProps) {
  if (!hasSnapshot(view)) return null
  switch (view.state) {
    case 'checked':
      return <Review view={view} {...facts} />
    case 'at_bank':
      return <HandOver view={view} {...facts} />
    case 'returned':
      if (view.approach === 'decoupled') return <InBankApp view={view} {...facts} />
      return <Waiting view={view} state="returned" {...facts} />
    case 'late':
      return <Late view={view} {...facts} />
    case 'unknown':
      return <Unknown view={view} {...facts} />
    case 'accepted':
      return <Result view={view} {...facts} />
    default:
      return null
  }
}
