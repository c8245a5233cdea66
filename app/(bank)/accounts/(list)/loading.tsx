import { useTranslations } from 'next-intl'
import { AccountListSkeleton } from '@/lib/ui/account-list-skeleton'
import { Columns, HeadlinePlace } from '../columns'

/** While our own server makes the page. */
export default function AccountsLoading() {
  const t = useTranslations('accounts')
  return (
    <Columns
      head={
        <>
          <p className="font-medium text-soft">{t('title')}</p>
          <HeadlinePlace note={t('opening')} />
        </>
      }
    >
      <AccountListSkeleton />
    </Columns>
  )
}
