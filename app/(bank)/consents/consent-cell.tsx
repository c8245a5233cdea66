import { useLocale, useTranslations } from 'next-intl'
import type { SharingAccount } from '@/lib/contracts/sharing'
import { Age } from '@/lib/ui/age'
import { formatMoment } from '@/lib/ui/format/moment'
import { MomentOnPaper } from '@/lib/ui/moment-on-paper'
import { PageLink } from '@/lib/ui/page-link'
import { accountName } from '../_parts/account-label'
import { useCategoryName } from '../_parts/category-name'
import { takeBackPage } from './take-back-link'

type ConsentCellProps = { account: SharingAccount; category: string; isOffered: boolean }

const link =
  'inline-flex min-h-11 items-center rounded-small text-note font-semibold text-accent underline-offset-4 hover:underline md:min-h-7'

/** By the bank's word; its list may have the account all the same. */
export function isClosed({ closedAt, refusedAsClosedAt }: SharingAccount): boolean {
  return closedAt !== null || refusedAsClosedAt !== null
}

/** One category of one account: since when and last used, or that it is not shared; and the one thing to do. */
export function ConsentCell({ account, category, isOffered }: ConsentCellProps) {
  const t = useTranslations('consents')
  const locale = useLocale()
  const nameOf = useCategoryName()
  const what = { name: accountName(account), category: nameOf(category) }
  const consent = account.consents.find((given) => given.category === category)
  if (consent === undefined) {
    const mayShare = isOffered && account.isListed && !isClosed(account)
    const query = new URLSearchParams({ account: account.productId, category })
    return (
      <>
        <span className="block text-note text-faint">{t('notShared')}</span>
        {mayShare && (
          <PageLink href={`/consents/new?${query}`} aria-label={t('shareNamed', what)} className={link}>
            {t('share')}
          </PageLink>
        )}
      </>
    )
  }
  return (
    <>
      <span className="block text-note font-semibold">
        {t('since', { day: formatMoment(consent.grantedAt, 'day', locale) })}
      </span>
      <span className="block text-note text-soft">
        {consent.lastUsedAt === null ? (
          t('neverUsed')
        ) : (
          <>
            <Age instant={consent.lastUsedAt} words="lastUsed" />
            <MomentOnPaper instant={consent.lastUsedAt} words="lastUsed" />
          </>
        )}
      </span>
      <PageLink
        href={takeBackPage({ account: account.productId, category })}
        aria-label={t('takeBackNamed', what)}
        className={link}
      >
        {t('takeBack')}
      </PageLink>
    </>
  )
}
