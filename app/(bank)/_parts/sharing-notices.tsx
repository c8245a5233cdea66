import { useTranslations } from 'next-intl'
import type { Sharing, SharingEvent } from '@/lib/contracts/sharing'
import { buttonLooks } from '@/lib/ui/button'
import { Notice } from '@/lib/ui/notice'
import { PageLink } from '@/lib/ui/page-link'
import { accountName } from './account-label'
import { useCategoryName } from './category-name'
import { PageWords } from './page-words'
import { SeenButton } from './seen-button'

/** What waits for the customer, and what ended at the bank without us. */
export function SharingNotices({ sharing }: { sharing: Sharing }) {
  const t = useTranslations('sharing')
  const nameOf = useCategoryName()
  const names = new Map(sharing.accounts.map((account) => [account.productId, accountName(account)]))
  const lineOf = ({ category, productIds }: SharingEvent) =>
    `${nameOf(category)}: ${productIds.map((id) => names.get(id) ?? id).join(', ')}`
  const [newest] = sharing.notices
  return (
    <>
      {sharing.open
        .filter(({ kind }) => kind !== 'inquiry')
        .map(({ authorizationId, kind, state }) => (
          <Notice
            key={authorizationId}
            tone="warning"
            title={t(state === 'unknown' ? 'openUnknown' : 'openTitle')}
            action={
              <PageLink href={`/authorizations/${authorizationId}`} className={buttonLooks.notice}>
                {t('goOn')}
              </PageLink>
            }
          >
            {t(kind === 'consent_revoke' ? 'openRevoke' : 'openGrant')}
          </Notice>
        ))}
      {newest && (
        <PageWords names={['seen']}>
          <Notice tone="warning" title={t('endedTitle')} action={<SeenButton eventId={newest.eventId} />}>
            <p>{t('endedMeaning')}</p>
            <ul className="mt-1">
              {sharing.notices.map((event) => (
                <li key={event.eventId}>{lineOf(event)}</li>
              ))}
            </ul>
          </Notice>
        </PageWords>
      )}
    </>
  )
}
