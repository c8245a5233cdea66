import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { SameCustomer } from '@/lib/browser/requests/same-customer'
import { figuresOf } from '@/lib/contracts/overview'
import { AccountListSkeleton } from '@/lib/ui/account-list-skeleton'
import { MomentOnPaper } from '@/lib/ui/moment-on-paper'
import {
  bankToday,
  isAnotherCustomer,
  knownLatestFigures,
  knownOverview,
  knownSharing,
  knownWaitingTransfers,
  publicFacts,
} from '@/lib/web/screens'
import { requireSession } from '@/lib/web/session'
import { SharingNotices } from '../../_parts/sharing-notices'
import { usualPeriod } from '../[productId]/trend/period'
import { AccountList } from '../account-list'
import { AccountsView } from '../accounts-view'
import { AnotherCustomer } from '../another-customer'
import { Columns } from '../columns'
import { Headline, shownSince } from '../headline'
import { HeadlinePlace } from '../headline-place'
import { LatestMovements } from '../latest-movements'
import { NewTransferLink } from '../new-transfer-link'
import { NoAccounts } from '../no-accounts'
import { SharingNote } from '../sharing-note'
import { TransferNotice } from '../transfer-notice'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('accounts')
  return { title: t('title') }
}

/** The customer's accounts as last known, in the first HTML; the bank is asked from the page. */
export default async function AccountsPage() {
  const session = await requireSession()
  const [overview, sharing, waiting, latest, today, facts, another, t] = await Promise.all([
    knownOverview(session),
    knownSharing(session),
    knownWaitingTransfers(session),
    knownLatestFigures(session, usualPeriod),
    bankToday(),
    publicFacts(),
    isAnotherCustomer(),
    getTranslations('accounts'),
  ])
  const { accounts, customer, connection, listProblem, listReadAt } = overview
  const bank = facts.bankName
  const readAt = shownSince(overview)
  // The rows are made here and handed over, so that they are not code in the browser.
  return (
    <>
      <SameCustomer customer={session.customerId} />
      {another && <AnotherCustomer bank={bank} number={session.bankCustomerId} />}
      <Columns>
        <AccountsView
          key={session.customerId}
          known={{ customer, connection, listProblem, listReadAt, figures: figuresOf(accounts) }}
          readAt={readAt}
          bank={bank}
          headline={
            <>
              <Headline overview={overview} />
              {readAt !== null && <MomentOnPaper instant={readAt} words="updated" />}
              <NewTransferLink accounts={accounts} />
            </>
          }
          list={
            accounts.length === 0 ? (
              <NoAccounts bank={bank} />
            ) : (
              <>
                <AccountList accounts={accounts} open={sharing.open} trends={latest.trends} />
                <LatestMovements movements={latest.movements} accounts={accounts} today={today} />
              </>
            )
          }
          notices={
            <>
              <TransferNotice waiting={waiting} />
              <SharingNotices sharing={sharing} />
            </>
          }
          isBehind={connection === 'live' && latest.behind.length > 0}
          aside={<SharingNote accounts={accounts} />}
          awaitedHeadline={<HeadlinePlace note={t('loading')} />}
          awaited={<AccountListSkeleton />}
        />
      </Columns>
    </>
  )
}
