import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { SameCustomer } from '@/lib/browser/requests/same-customer'
import type { Scope } from '@/lib/contracts/authorizations'
import type { Sharing } from '@/lib/contracts/sharing'
import { consentCategories, scopesOf } from '@/lib/domain/consent/consent'
import { buttonLooks } from '@/lib/ui/button'
import { Card, Section } from '@/lib/ui/card'
import { PageLink } from '@/lib/ui/page-link'
import { StateCard } from '@/lib/ui/state-card'
import { knownSharing, publicFacts } from '@/lib/web/screens'
import { requireSession } from '@/lib/web/session'
import { Narrow } from '../../_parts/narrow'
import { PageWords } from '../../_parts/page-words'
import { ScopesCard } from '../../_parts/scopes-card'
import { TakeBackForm } from './take-back-form'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('takeBack')
  return { title: t('title') }
}

type Address = { searchParams: Promise<Record<string, string | string[] | undefined>> }

/** Says what ends before it is taken back: of one account, one category, one of both, or everything. */
export default async function TakeBackPage({ searchParams }: Address) {
  const session = await requireSession()
  const [sharing, facts, t, words, { account, category }] = await Promise.all([
    knownSharing(session),
    publicFacts(),
    getTranslations('takeBack'),
    getTranslations('categories'),
    searchParams,
  ])
  const scopes = scopesToEnd(sharing, account, category)
  const ending = consentCategories.filter((name) => scopes.some((scope) => scope.category === name))
  const isEverything = account === undefined && category === undefined
  if (scopes.length === 0) {
    return (
      <Narrow title={t('title')}>
        <SameCustomer customer={session.customerId} />
        <StateCard
          title={t('nothing')}
          meaning={t('nothingMeaning')}
          action={
            <PageLink href="/consents" className={buttonLooks.primary}>
              {t('back')}
            </PageLink>
          }
        />
      </Narrow>
    )
  }
  return (
    <Narrow title={t(isEverything ? 'titleAll' : 'title')} lead={t('lead', { bank: facts.bankName })}>
      <SameCustomer customer={session.customerId} />
      <Section id="ends" title={t('what')}>
        <ScopesCard scopes={scopes} accounts={sharing.accounts} />
      </Section>
      <Section id="consequences" title={t('consequences')}>
        <Card>
          <ul className="divide-y divide-line text-soft">
            {ending.map((name) => (
              <li key={name} className="px-5 py-3.5">
                {words(`${name}.ends`)}
              </li>
            ))}
            <li className="px-5 py-3.5">{t('stays', { bank: facts.bankName })}</li>
          </ul>
        </Card>
      </Section>
      <PageWords names={['takeBackForm', 'begin']}>
        <TakeBackForm
          key={sharing.customer}
          formToken={crypto.randomUUID()}
          scopes={
            isEverything ? null : scopes.map((scope) => ({ ...scope, productIds: [...scope.productIds] }))
          }
        />
      </PageWords>
    </Narrow>
  )
}

type Chosen = string | string[] | undefined

/** Of what is in force, what the address names; all of it when it names nothing. */
function scopesToEnd({ accounts }: Sharing, account: Chosen, category: Chosen): Scope[] {
  const isChosen = (chosen: Chosen, value: string) => chosen === undefined || [chosen].flat().includes(value)
  return scopesOf(
    accounts.flatMap(({ productId, consents }) =>
      consents
        .filter((consent) => isChosen(account, productId) && isChosen(category, consent.category))
        .map((consent) => ({ category: consent.category, productId })),
    ),
  )
}
