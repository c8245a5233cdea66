import type { Metadata } from 'next'
import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { SameCustomer } from '@/lib/browser/requests/same-customer'
import type { SharingAccount } from '@/lib/contracts/sharing'
import { buttonLooks } from '@/lib/ui/button'
import { Card, Section } from '@/lib/ui/card'
import { Exact, Phrase } from '@/lib/ui/exact'
import { maskIban } from '@/lib/ui/format/iban'
import { MomentOnPaper } from '@/lib/ui/moment-on-paper'
import { PageLink } from '@/lib/ui/page-link'
import { StateCard } from '@/lib/ui/state-card'
import { knownCustomerDetails, knownSharing, publicFacts } from '@/lib/web/screens'
import { requireSession } from '@/lib/web/session'
import { accountName } from '../../_parts/account-label'
import { BackLink } from '../../_parts/back-link'
import { DetailsList } from '../../_parts/details-list'
import { FreshenDetails } from '../../_parts/freshen-details'
import { Narrow } from '../../_parts/narrow'
import { PageWords } from '../../_parts/page-words'
import { PageRow } from '../page-row'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('customerDetails')
  return { title: t('title') }
}

/** What the bank says of the customer: as it said last, while it is asked again. */
export default async function CustomerDetailsPage() {
  const session = await requireSession()
  const [known, sharing, facts, t] = await Promise.all([
    knownCustomerDetails(session),
    knownSharing(session),
    publicFacts(),
    getTranslations('customerDetails'),
  ])
  const isShared = sharing.accounts.some(isRead)
  return (
    <>
      <BackLink href="/settings">{t('back')}</BackLink>
      <Narrow title={t('title')} lead={t('lead', { bank: facts.bankName })}>
        <SameCustomer customer={session.customerId} />
        <div>
          <PageWords names={['freshDetails']}>
            <FreshenDetails
              key={session.customerId}
              of="customer"
              returnTo="/settings/details"
              isConnected={sharing.connection === 'live'}
              readAt={known.readAt}
              usual={[7, 5]}
              nothing={
                isShared ? (
                  <StateCard title={t('empty')} meaning={t('emptyMeaning', { bank: facts.bankName })} />
                ) : (
                  <StateCard
                    title={t('notShared')}
                    meaning={t('notSharedMeaning', { bank: facts.bankName })}
                    action={
                      sharing.accounts.length > 0 && (
                        <PageLink href="/consents/new?category=ACCOUNT_INFO" className={buttonLooks.primary}>
                          {t('share')}
                        </PageLink>
                      )
                    }
                  />
                )
              }
            />
          </PageWords>
          {known.readAt !== null && <MomentOnPaper instant={known.readAt} words="updated" />}
          {known.details && <DetailsList details={known.details} title={t('group')} />}
          <Accounts accounts={sharing.accounts.filter(isRead)} />
        </div>
      </Narrow>
    </>
  )
}

function isRead({ consents }: SharingAccount): boolean {
  return consents.some(({ category }) => category === 'ACCOUNT_INFO')
}

/** Each account that is shared, and the way to what the bank says of it. */
function Accounts({ accounts }: { accounts: readonly SharingAccount[] }) {
  const t = useTranslations('customerDetails')
  if (accounts.length === 0) return null
  return (
    <div className="mt-8">
      <Section id="accounts" title={t('accounts')}>
        <Card className="divide-y divide-line">
          {accounts.map((account) => (
            <PageRow
              key={account.productId}
              href={`/accounts/${account.productId}/details`}
              title={<Exact>{accountName(account)}</Exact>}
              meaning={
                <Phrase exact={[maskIban(account.iban)]}>
                  {[account.type.description, account.iban && maskIban(account.iban)]
                    .filter(Boolean)
                    .join(' · ')}
                </Phrase>
              }
            />
          ))}
        </Card>
      </Section>
    </div>
  )
}
