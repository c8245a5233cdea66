import { useTranslations } from 'next-intl'
import { AccountListSkeleton } from '@/lib/ui/account-list-skeleton'
import { PageOpening } from '../../_parts/page-opening'
import { Columns } from '../columns'
import { HeadlinePlace } from '../headline-place'

/** While our own server makes the page. */
export default function AccountsLoading() {
  const t = useTranslations('accounts')
  return (
    <PageOpening>
      <Columns>
        <div className="col-span-full">
          <p className="font-medium text-soft">{t('title')}</p>
          <HeadlinePlace note={t('opening')} />
        </div>
        <AccountListSkeleton />
      </Columns>
    </PageOpening>
  )
}
