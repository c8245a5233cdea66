import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { SameCustomer } from '@/lib/browser/requests/same-customer'
import { isConsentCategory } from '@/lib/domain/consent/consent'
import { StateCard } from '@/lib/ui/state-card'
import { knownAccounts, knownSharing, publicFacts } from '@/lib/web/screens'
import { requireSession } from '@/lib/web/session'
import { Freshen } from '../../_parts/freshen'
import { Narrow } from '../../_parts/narrow'
import { PageWords } from '../../_parts/page-words'
import { AccountChoices } from './account-choices'
import { CategoryChoices } from './category-choices'
import { ShareForm } from './share-form'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('share')
  return { title: t('title') }
}

type Address = { searchParams: Promise<Record<string, string | string[] | undefined>> }

/** Chooses what to share. Nothing is chosen beforehand but what the link that led here was about. */
export default async function SharePage({ searchParams }: Address) {
  const session = await requireSession()
  const [sharing, list, facts, t, query] = await Promise.all([
    knownSharing(session),
    knownAccounts(session),
    publicFacts(),
    getTranslations('share'),
    searchParams,
  ])
  const accounts = sharing.accounts.filter(({ isListed, closedAt }) => isListed && closedAt === null)
  const offered = sharing.offered.filter(isConsentCategory)
  const isReady = accounts.length > 0 && offered.length > 0
  const none = offered.length === 0 ? t('noRole') : t('noneMeaning', { bank: facts.bankName })
  return (
    <Narrow title={t('title')} lead={t('lead', { bank: facts.bankName })}>
      <SameCustomer customer={session.customerId} />
      <PageWords names={['shareForm', 'begin', 'freshen']}>
        {isReady ? (
          <ShareForm key={sharing.customer} formToken={crypto.randomUUID()} bank={facts.bankName}>
            <AccountChoices accounts={accounts} chosen={query.account} />
            <CategoryChoices categories={offered} chosen={query.category} />
          </ShareForm>
        ) : (
          <div>
            <Freshen returnTo="/consents/new" isConnected={sharing.connection === 'live'} />
            {(list.readAt !== null || offered.length === 0) && <StateCard title={t('none')} meaning={none} />}
          </div>
        )}
      </PageWords>
    </Narrow>
  )
}
