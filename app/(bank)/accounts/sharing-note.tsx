import { useTranslations } from 'next-intl'
import type { OverviewAccount } from '@/lib/contracts/overview'
import { buttonLooks } from '@/lib/ui/button'
import { Card } from '@/lib/ui/card'
import { classes } from '@/lib/ui/classes'
import { PageLink } from '@/lib/ui/page-link'

/**
 * Says in a sentence how many accounts are shared and where to change that, or what sharing nothing means. Nothing where
 * there are no accounts to share.
 */
export function SharingNote({ accounts }: { accounts: readonly OverviewAccount[] }) {
  const t = useTranslations('sharing')
  if (accounts.length === 0) return null
  const shared = accounts.filter((account) => account.shared.length > 0).length
  if (shared === 0) {
    return (
      <Card className="px-5 py-4.5">
        <h2 className="font-semibold">{t('title')}</h2>
        <p className="mt-1 text-note text-soft">{t('body')}</p>
        <PageLink href="/consents/new" className={classes(buttonLooks.primary, 'mt-4 w-full')}>
          {t('start')}
        </PageLink>
      </Card>
    )
  }
  return (
    <Card className="px-5 py-4.5">
      <h2 className="font-semibold">{t('count', { shared, count: accounts.length })}</h2>
      <p className="mt-1 text-note text-soft">{t('until')}</p>
      <PageLink href="/consents" className={classes(buttonLooks.quiet, '-mb-2.5 mt-1 md:-mb-1.5')}>
        {t('manage')}
      </PageLink>
    </Card>
  )
}
