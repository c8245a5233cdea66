import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { SameCustomer } from '@/lib/browser/requests/same-customer'
import { buttonLooks } from '@/lib/ui/button'
import { PageHeading } from '@/lib/ui/page-heading'
import { PageLink } from '@/lib/ui/page-link'
import { StateCard } from '@/lib/ui/state-card'
import { bankToday, knownTransfers, knownWaitingTransfers, publicFacts } from '@/lib/web/screens'
import { requireSession } from '@/lib/web/session'
import { TransferList } from './transfer-list'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('transfers')
  return { title: t('title') }
}

type Address = { searchParams: Promise<Record<string, string | string[] | undefined>> }

/** Every transfer in any state, a page at a time. Unfinished ones are on the first page, however old. */
export default async function TransfersPage({ searchParams }: Address) {
  const session = await requireSession()
  const { after } = await searchParams
  const place = typeof after === 'string' ? after : undefined
  const [list, waiting, facts, today, t] = await Promise.all([
    knownTransfers(session, place),
    place === undefined ? knownWaitingTransfers(session) : [],
    publicFacts(),
    bankToday(),
    getTranslations('transfers'),
  ])
  const { nextCursor } = list
  const listed = new Set(list.transfers.map(({ transferId }) => transferId))
  const transfers = [...list.transfers, ...waiting.filter(({ transferId }) => !listed.has(transferId))]
  return (
    <div className="max-w-[46rem] pt-8 md:pt-9">
      <SameCustomer customer={session.customerId} />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <div>
          <PageHeading className="text-title font-[650] tracking-[-0.02em]">{t('title')}</PageHeading>
          <p className="mt-1 text-soft">{t('lead', { bank: facts.bankName })}</p>
        </div>
        {transfers.length > 0 && (
          <PageLink href="/transfers/new" className={buttonLooks.primary}>
            {t('new')}
          </PageLink>
        )}
      </div>
      <div className="mt-7 space-y-6">
        {transfers.length === 0 ? (
          <Nothing isFirstPage={place === undefined} />
        ) : (
          <TransferList transfers={transfers} today={today} draftDays={facts.draftDays} />
        )}
        <p className="flex flex-wrap gap-x-6">
          {place !== undefined && (
            <PageLink href="/transfers" className={buttonLooks.quiet}>
              {t('newest')}
            </PageLink>
          )}
          {nextCursor !== null && (
            <PageLink
              href={`/transfers?${new URLSearchParams({ after: nextCursor })}`}
              className={buttonLooks.quiet}
            >
              {t('older')}
            </PageLink>
          )}
        </p>
      </div>
    </div>
  )
}

async function Nothing({ isFirstPage }: { isFirstPage: boolean }) {
  const t = await getTranslations('transfers')
  if (!isFirstPage) return <p className="text-soft">{t('noMore')}</p>
  return (
    <StateCard
      title={t('empty')}
      meaning={t('emptyMeaning')}
      action={
        <PageLink href="/transfers/new" className={buttonLooks.primary}>
          {t('new')}
        </PageLink>
      }
    />
  )
}
