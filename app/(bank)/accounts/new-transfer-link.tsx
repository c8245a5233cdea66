import { useTranslations } from 'next-intl'
import type { OverviewAccount } from '@/lib/contracts/overview'
import { buttonLooks } from '@/lib/ui/button'
import { PageLink } from '@/lib/ui/page-link'

/** Links to a new transfer when the customer shares an account for payments. */
export function NewTransferLink({ accounts }: { accounts: readonly OverviewAccount[] }) {
  const t = useTranslations('transfers')
  if (!accounts.some(({ shared }) => shared.includes('PAYMENTS'))) return null
  return (
    <p className="print:hidden">
      <PageLink href="/transfers/new" className={buttonLooks.quiet}>
        {t('new')}
      </PageLink>
    </p>
  )
}
