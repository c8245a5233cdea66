import type { Metadata } from 'next'
import { getLocale, getTranslations } from 'next-intl/server'
import { SameCustomer } from '@/lib/browser/requests/same-customer'
import { noFileCode } from '@/lib/contracts/export-address'
import { movementAddress, returnAddress } from '@/lib/contracts/movement-address'
import { readMovementAddress, type SearchParams } from '@/lib/contracts/read-movement-address'
import {
  bankToday,
  knownBalanceTrend,
  knownMovement,
  knownMovements,
  knownOverview,
  knownSharing,
  notTheirs,
} from '@/lib/web/screens'
import { requireSession } from '@/lib/web/session'
import { accountName } from '../../_parts/account-label'
import { PageWords } from '../../_parts/page-words'
import { AccountHeadline, BookedBalance, TransferLink } from './account-headline'
import { AccountNotices } from './account-notices'
import { AccountView } from './account-view'
import { Breadcrumb } from './breadcrumb'
import { foundWords } from './found-words'
import { InPlaceLinks } from './in-place-links'
import { MovementPanel } from './movement-panel'
import { Movements } from './movements'
import { BalanceTrendCard } from './trend/balance-trend'
import { trendPeriod } from './trend/period'

type AccountPageProps = { params: Promise<{ productId: string }>; searchParams: Promise<SearchParams> }

export async function generateMetadata({ params }: AccountPageProps): Promise<Metadata> {
  const session = await requireSession()
  const [{ productId }, overview] = await Promise.all([params, knownOverview(session)])
  const account = overview.accounts.find((one) => one.productId === productId)
  if (account === undefined) return notTheirs(session)
  return { title: accountName(account) }
}

/** One account as last known, in the first HTML; the bank is asked from the page. */
export default async function AccountPage({ params, searchParams }: AccountPageProps) {
  const session = await requireSession()
  const { productId } = await params
  const asked = await searchParams
  const address = readMovementAddress(asked)
  const { filters, typed, after } = address
  const period = trendPeriod(asked.trend)
  const [overview, sharing, page, trend, today, locale, filterWords] = await Promise.all([
    knownOverview(session),
    knownSharing(session),
    knownMovements(session, productId, { ...filters, cursor: after }),
    knownBalanceTrend(session, productId, period),
    bankToday(),
    getLocale(),
    getTranslations('movementFilters'),
  ])
  const account = overview.accounts.find((one) => one.productId === productId)
  if (page === null || trend === null || account === undefined) return notTheirs(session)
  const approval = sharing.open.find((run) => run.kind === 'inquiry' && run.productId === productId)
  const here = movementAddress(productId, typed, { after })
  const found = await foundWords(page, locale)
  const isOpen = page.isShared && page.closedAt === null
  return (
    <PageWords names={['account', 'movementPanel']}>
      <SameCustomer customer={session.customerId} />
      <AccountView
        key={`${session.customerId}/${productId}`}
        productId={productId}
        returnTo={returnAddress(here)}
        asks={isOpen && overview.connection === 'live'}
        readAt={account.balance?.readAt ?? page.movementsReadAt}
        canRefresh={isOpen}
        isReading={page.isReading}
        isIncomplete={page.problem?.code === 'bank_list_incomplete'}
        isApprovalWanted={approval !== undefined}
        found={found ?? filterWords('all')}
        heading={<Breadcrumb account={account} />}
        headline={
          <>
            {page.isShared && <AccountHeadline account={account} />}
            <TransferLink account={account} />
          </>
        }
        booked={page.isShared && <BookedBalance account={account} />}
        notices={
          <AccountNotices
            account={account}
            page={page}
            approvalId={approval?.authorizationId ?? null}
            connection={overview.connection}
            returnTo={returnAddress(here)}
            noFile={noFileCode(asked)}
          />
        }
      >
        {page.isShared && (
          <>
            <InPlaceLinks>
              <BalanceTrendCard
                trend={trend}
                period={period}
                covered={page.covered}
                today={today}
                hrefOf={(days) => movementAddress(productId, { ...typed, trend: `${days}` }, { after })}
              />
            </InPlaceLinks>
            <Movements page={page} address={address} today={today} found={found} canAsk={isOpen} />
            {address.movement !== undefined && (
              <MovementPanel
                movement={await knownMovement(session, productId, address.movement)}
                account={account}
                back={here}
              />
            )}
          </>
        )}
      </AccountView>
    </PageWords>
  )
}
