import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { SameCustomer } from '@/lib/browser/same-customer'
import { AccountListSkeleton } from '@/lib/ui/account-list-skeleton'
import { isAnotherCustomer, knownAccounts, publicFacts } from '@/lib/web/screens'
import { requireSession } from '@/lib/web/session'
import { AccountsView } from './accounts-view'
import { AnotherCustomer } from './another-customer'
import { NoAccounts } from './no-accounts'
import { SharingNote } from './sharing-note'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('accounts')
  return { title: t('title') }
}

/** The customer's accounts as last known, in the first HTML; the bank is asked from the page. */
export default async function AccountsPage() {
  const session = await requireSession()
  const [known, facts, another] = await Promise.all([
    knownAccounts(session),
    publicFacts(),
    isAnotherCustomer(),
  ])
  // What never changes in the page is made here and handed over, so that it is not code in the browser.
  return (
    <>
      <SameCustomer customer={session.customerId} />
      {another && <AnotherCustomer bank={facts.bankName} number={session.bankCustomerId} />}
      <AccountsView
        key={session.customerId}
        known={known}
        bank={facts.bankName}
        aside={<SharingNote />}
        awaited={<AccountListSkeleton />}
        none={<NoAccounts bank={facts.bankName} />}
      />
    </>
  )
}
