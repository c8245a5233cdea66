import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { SameCustomer } from '@/lib/browser/requests/same-customer'
import { buttonLooks } from '@/lib/ui/button'
import { MomentOnPaper } from '@/lib/ui/moment-on-paper'
import { PageLink } from '@/lib/ui/page-link'
import { StateCard } from '@/lib/ui/state-card'
import { knownAccountDetails, knownAccounts, knownSharing, notTheirs, publicFacts } from '@/lib/web/screens'
import { requireSession } from '@/lib/web/session'
import { accountName } from '../../../_parts/account-label'
import { BackLink } from '../../../_parts/back-link'
import { DetailsList } from '../../../_parts/details-list'
import { FreshenDetails } from '../../../_parts/freshen-details'
import { Narrow } from '../../../_parts/narrow'
import { PageWords } from '../../../_parts/page-words'

type Address = { params: Promise<{ productId: string }> }

export async function generateMetadata({ params }: Address): Promise<Metadata> {
  const session = await requireSession()
  const [{ productId }, { accounts }, t] = await Promise.all([
    params,
    knownAccounts(session),
    getTranslations('accountDetails'),
  ])
  const account = accounts.find((one) => one.productId === productId)
  if (account === undefined) return notTheirs(session)
  return { title: `${t('title')} · ${accountName(account)}` }
}

/** What the bank says of one account: as it said last, while it is asked again. */
export default async function AccountDetailsPage({ params }: Address) {
  const session = await requireSession()
  const { productId } = await params
  const [known, sharing, facts, t] = await Promise.all([
    knownAccountDetails(session, productId),
    knownSharing(session),
    publicFacts(),
    getTranslations('accountDetails'),
  ])
  if (known === null) return notTheirs(session)
  const { account, details, readAt } = known
  const name = accountName(account)
  const share = new URLSearchParams({ account: productId, category: 'ACCOUNT_INFO' })
  const isShared = sharing.accounts.some(
    (one) => one.productId === productId && one.consents.some(({ category }) => category === 'ACCOUNT_INFO'),
  )
  return (
    <>
      <BackLink href={`/accounts/${productId}`}>{name}</BackLink>
      <Narrow title={t('title')} lead={t('lead', { name, bank: facts.bankName })}>
        <SameCustomer customer={session.customerId} />
        <div>
          <PageWords names={['freshDetails']}>
            <FreshenDetails
              key={`${session.customerId}/${productId}`}
              of={{ productId }}
              returnTo={`/accounts/${productId}/details`}
              isConnected={sharing.connection === 'live'}
              readAt={readAt}
              usual={[6, 2]}
              nothing={
                isShared ? (
                  <StateCard title={t('empty')} meaning={t('emptyMeaning', { bank: facts.bankName })} />
                ) : (
                  <StateCard
                    title={t('notShared')}
                    meaning={t('notSharedMeaning', { bank: facts.bankName })}
                    action={
                      <PageLink href={`/consents/new?${share}`} className={buttonLooks.primary}>
                        {t('share')}
                      </PageLink>
                    }
                  />
                )
              }
            />
          </PageWords>
          {readAt !== null && <MomentOnPaper instant={readAt} words="updated" />}
          {details && <DetailsList details={details} title={t('group')} />}
        </div>
      </Narrow>
    </>
  )
}
