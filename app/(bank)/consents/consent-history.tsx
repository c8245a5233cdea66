import { useLocale, useTranslations } from 'next-intl'
import type { Sharing, SharingEvent } from '@/lib/contracts/sharing'
import { buttonLooks } from '@/lib/ui/button'
import { Card } from '@/lib/ui/card'
import { classes } from '@/lib/ui/classes'
import { Exact } from '@/lib/ui/exact'
import { formatMoment } from '@/lib/ui/format/moment'
import { PageLink } from '@/lib/ui/page-link'
import { accountName } from '../_parts/account-label'
import { useCategoryName } from '../_parts/category-name'

/** What was shared and taken back, here or at the bank; the newest first. */
export function ConsentHistory({ sharing }: { sharing: Sharing }) {
  const names = new Map(sharing.accounts.map((account) => [account.productId, accountName(account)]))
  return (
    <Card>
      <ol className="divide-y divide-line">
        {sharing.history.map((event) => (
          <HistoryLine
            key={event.eventId}
            event={event}
            accounts={event.productIds.map((id) => names.get(id) ?? id).join(', ')}
          />
        ))}
      </ol>
    </Card>
  )
}

function HistoryLine({ event, accounts }: { event: SharingEvent; accounts: string }) {
  const t = useTranslations('consents.event')
  const locale = useLocale()
  const nameOf = useCategoryName()
  const { at, what, category, authorizationId } = event
  const words = what === 'granted' && authorizationId === null ? 'found' : what
  return (
    <li className="px-5 py-3.5">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className="font-medium">{t(`${words}`, { category: nameOf(category) })}</span>
        <time dateTime={at} className="text-note text-soft tabular-nums">
          {formatMoment(at, 'minute', locale)}
        </time>
      </p>
      <p className="flex flex-wrap justify-between gap-x-4 text-note text-soft">
        <Exact className="min-w-0 [overflow-wrap:anywhere]">{accounts}</Exact>
        {authorizationId !== null && (
          <PageLink
            href={`/authorizations/${authorizationId}`}
            className={classes(buttonLooks.quiet, '-my-2.5 text-note md:-my-1.5')}
          >
            {t('details')}
          </PageLink>
        )}
      </p>
    </li>
  )
}
