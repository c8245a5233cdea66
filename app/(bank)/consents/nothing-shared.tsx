import { useTranslations } from 'next-intl'
import type { Sharing } from '@/lib/contracts/sharing'
import { buttonLooks } from '@/lib/ui/button'
import { PageLink } from '@/lib/ui/page-link'
import { StateCard } from '@/lib/ui/state-card'

/** Says that nothing is shared, that the bank was not asked yet, or that there are no accounts to share. */
export function NothingShared({
  sharing,
  bank,
}: {
  sharing: Pick<Sharing, 'readAt' | 'accounts'>
  bank: string
}) {
  const t = useTranslations('consents')
  if (sharing.readAt !== null && sharing.accounts.length === 0) {
    return <StateCard title={t('nothing')} meaning={t('noAccountsMeaning', { bank })} />
  }
  const isRead = sharing.readAt !== null
  return (
    <StateCard
      title={isRead ? t('nothing') : t('unread')}
      meaning={isRead ? t('nothingMeaning') : t('unreadMeaning')}
      action={
        <PageLink href="/consents/new" className={buttonLooks.primary}>
          {t('start')}
        </PageLink>
      }
    />
  )
}
