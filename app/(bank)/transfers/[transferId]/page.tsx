import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { SameCustomer } from '@/lib/browser/requests/same-customer'
import { markOf } from '@/lib/browser/transfers/transfer-news'
import type { OverviewAccount } from '@/lib/contracts/overview'
import type { TransferView } from '@/lib/contracts/transfers'
import { Notice } from '@/lib/ui/notice'
import {
  bankToday,
  knownOverview,
  knownPayees,
  knownPreparation,
  notTheirs,
  publicFacts,
  transfer,
} from '@/lib/web/screens'
import { requireSession } from '@/lib/web/session'
import { BackLink } from '../../_parts/back-link'
import { PageWords } from '../../_parts/page-words'
import { faultOfAccount, payingAccounts } from '../_parts/from-accounts'
import { Writing } from '../_parts/writing'
import { ByState } from './by-state'
import { TransferWatch } from './transfer-watch'

type Address = {
  params: Promise<{ transferId: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export async function generateMetadata({ params }: Pick<Address, 'params'>): Promise<Metadata> {
  const session = await requireSession()
  const [t, view] = await Promise.all([
    getTranslations('transferState'),
    transfer(session, (await params).transferId),
  ])
  if (view === null) return notTheirs(session)
  return { title: t('pageTitle') }
}

/** The last that happened was a change of what the bank had been sent to approve. */
function wasChangedAtBank({ timeline }: TransferView): boolean {
  const [before, last] = timeline.filter(({ to }) => to !== null).slice(-2)
  return last?.what === 'edited' && before?.to === 'at_bank'
}

/** What became of the account since is no less a fault than what the last check found. */
function withAccountFault({ draft, faults }: TransferView, account: OverviewAccount | undefined) {
  const code = faultOfAccount(account, draft.productId)
  if (code === undefined || faults.some(({ field }) => field === 'productId')) return faults
  return [{ field: 'productId' as const, code, values: {}, bankWords: null }, ...faults]
}

/**
 * One transfer as it stands: the form, what comes next, that something is awaited, or how it ended. Opened again, on
 * another day or another device, it shows the same.
 */
export default async function TransferPage({ params, searchParams }: Address) {
  const session = await requireSession()
  const { transferId } = await params
  const [view, overview, facts, today, payees, t] = await Promise.all([
    transfer(session, transferId),
    knownOverview(session),
    publicFacts(),
    bankToday(),
    knownPayees(session),
    getTranslations('transferState'),
  ])
  if (view === null) return notTheirs(session)
  const isOutdated = (await searchParams).decided === 'earlier' && isBeforeApproval(view.state)
  const { draft, check, problem } = view
  const account = overview.accounts.find(
    ({ productId }) => productId === (view.snapshot?.productId ?? draft.productId),
  )
  return (
    <PageWords names={['transferRun', 'transferProblem', 'transferForm', 'transferFault']}>
      <SameCustomer customer={session.customerId} />
      <BackLink href="/transfers">{t('back')}</BackLink>
      {isOutdated && (
        <div className="mx-auto max-w-[35rem] pt-8 md:pt-12">
          <Notice tone="warning" role="status" title={t('outdated.title')}>
            {t('outdated.meaning')}
          </Notice>
        </div>
      )}
      <TransferWatch
        transferId={view.transferId}
        state={view.state}
        productId={draft.productId}
        mark={markOf(view)}
        lookAgainInMs={view.lookAgainInMs}
      >
        {view.state === 'draft' ? (
          <Writing
            key={`${session.customerId} ${transferId}`}
            start={{
              customer: session.customerId,
              transferId: view.transferId,
              check,
              formToken: '',
              repeatOf: view.repeatOf,
              draft,
            }}
            startPage={`/transfers/${view.transferId}`}
            accounts={payingAccounts(overview.accounts)}
            own={account}
            hasOthers={overview.accounts.some(
              ({ productId, reading }) => productId !== draft.productId && reading.kind !== 'closed',
            )}
            payees={payees}
            preparation={await knownPreparation(session, draft.productId)}
            verdict={{ faults: withAccountFault(view, account), problem }}
            isAfterBank={!isOutdated && wasChangedAtBank(view)}
            today={today}
            bank={facts.bankName}
            draftDays={facts.draftDays}
          />
        ) : (
          <ByState view={view} account={account} today={today} bank={facts.bankName} />
        )}
      </TransferWatch>
    </PageWords>
  )
}

/** Where what the customer decided at the bank about an earlier version of it could be taken for what stands now. */
const isBeforeApproval = (state: string) => state === 'draft' || state === 'incomplete' || state === 'checked'
