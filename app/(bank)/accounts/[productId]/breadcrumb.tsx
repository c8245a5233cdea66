import { useTranslations } from 'next-intl'
import type { Account } from '@/lib/contracts/accounts'
import { buttonLooks } from '@/lib/ui/button'
import { classes } from '@/lib/ui/classes'
import { Exact } from '@/lib/ui/exact'
import { PageHeading } from '@/lib/ui/page-heading'
import { PageLink } from '@/lib/ui/page-link'
import { accountName } from '../../_parts/account-label'

/** Where the reader is, and the way back; the account's name is the page's heading. */
export function Breadcrumb({ account }: { account: Account }) {
  const t = useTranslations('accounts')
  const words = useTranslations('account')
  const details = useTranslations('accountDetails')
  return (
    <div className="flex min-w-0 items-center gap-x-1.5 @max-[19rem]/page:flex-wrap text-note text-soft">
      <nav aria-label={words('breadcrumb')}>
        <PageLink
          href="/accounts"
          className="inline-flex min-h-11 items-center rounded-small underline-offset-4 hover:text-ink hover:underline md:min-h-8"
        >
          {t('title')}
        </PageLink>
      </nav>
      <span aria-hidden="true" className="print:hidden">
        /
      </span>
      <PageHeading className="min-w-0 [overflow-wrap:anywhere] text-ink">
        <Exact>{accountName(account)}</Exact>
      </PageHeading>
      <PageLink
        href={`/accounts/${account.productId}/details`}
        aria-label={details('title')}
        className={classes(buttonLooks.quiet, 'ml-auto shrink-0 pl-3 print:hidden')}
      >
        {words('details')}
      </PageLink>
    </div>
  )
}
