import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { SameCustomer } from '@/lib/browser/requests/same-customer'
import { buttonLooks } from '@/lib/ui/button'
import { Section } from '@/lib/ui/card'
import { PageHeading } from '@/lib/ui/page-heading'
import { PageLink } from '@/lib/ui/page-link'
import { knownSharing, publicFacts } from '@/lib/web/screens'
import { requireSession } from '@/lib/web/session'
import { Freshen } from '../_parts/freshen'
import { PageWords } from '../_parts/page-words'
import { SharingNotices } from '../_parts/sharing-notices'
import { ConsentHistory } from './consent-history'
import { ConsentMatrix } from './consent-matrix'
import { NothingShared } from './nothing-shared'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('consents')
  return { title: t('title') }
}

/** The consents by the bank's list, account by account, with links to share more and to revoke. */
export default async function ConsentsPage() {
  const session = await requireSession()
  const [sharing, facts, t] = await Promise.all([
    knownSharing(session),
    publicFacts(),
    getTranslations('consents'),
  ])
  const isAnyShared = sharing.accounts.some(({ consents }) => consents.length > 0)
  return (
    <div className="max-w-[52rem] pt-8 md:pt-9">
      <SameCustomer customer={session.customerId} />
      <PageHeading className="text-title font-[650] tracking-[-0.02em]">{t('title')}</PageHeading>
      <p className="mt-1 max-w-[38rem] text-soft">{t('lead', { bank: facts.bankName })}</p>
      <PageWords names={['freshen']}>
        <Freshen key={sharing.customer} returnTo="/consents" isConnected={sharing.connection === 'live'} />
      </PageWords>
      <div className="mt-4 space-y-9">
        <div className="space-y-4 empty:hidden">
          <SharingNotices sharing={sharing} />
        </div>
        {isAnyShared ? (
          <Section id="shared" title={t('shared')}>
            <ConsentMatrix accounts={sharing.accounts} offered={sharing.offered} />
            <p className="mt-4 flex flex-wrap gap-3">
              <PageLink href="/consents/new" className={buttonLooks.primary}>
                {t('add')}
              </PageLink>
              <PageLink href="/consents/take-back" className={buttonLooks.secondary}>
                {t('takeBackAll')}
              </PageLink>
            </p>
          </Section>
        ) : (
          <NothingShared sharing={sharing} bank={facts.bankName} />
        )}
        {sharing.history.length > 0 && (
          <Section id="history" title={t('history')}>
            <ConsentHistory sharing={sharing} />
          </Section>
        )}
      </div>
    </div>
  )
}
