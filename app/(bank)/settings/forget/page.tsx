import type { Metadata } from 'next'
import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { SameCustomer } from '@/lib/browser/requests/same-customer'
import type { Sharing } from '@/lib/contracts/sharing'
import { scopesOf } from '@/lib/domain/consent/consent'
import { Card, Section } from '@/lib/ui/card'
import { Notice } from '@/lib/ui/notice'
import { authorization, hasSignedInLately, knownSharing, publicFacts } from '@/lib/web/screens'
import { requireSession } from '@/lib/web/session'
import { BackLink } from '../../_parts/back-link'
import { Freshen } from '../../_parts/freshen'
import { Narrow } from '../../_parts/narrow'
import { PageWords } from '../../_parts/page-words'
import { ScopesCard } from '../../_parts/scopes-card'
import { ForgetForm } from './forget-form'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('forget')
  return { title: t('title') }
}

type Address = { searchParams: Promise<Record<string, string | string[] | undefined>> }

/**
 * Says what is erased, what ends at the bank and what stays, before anything does. While something is shared, the way
 * leads through the bank's approval and back here; then it is erased.
 */
export default async function ForgetPage({ searchParams }: Address) {
  const session = await requireSession()
  const { ended } = await searchParams
  const [sharing, isSignInRecent, facts, endedRun, t] = await Promise.all([
    knownSharing(session),
    hasSignedInLately(session),
    publicFacts(),
    typeof ended === 'string' ? authorization(session, ended) : null,
    getTranslations('forget'),
  ])
  const isConnected = sharing.connection === 'live'
  const isAnyShared = sharing.accounts.some(({ consents }) => consents.length > 0)
  const isTakenBack = sharing.readAt !== null && !isAnyShared
  return (
    <>
      <BackLink href="/settings">{t('back')}</BackLink>
      <Narrow title={t('title')} lead={t('lead', { bank: facts.bankName })}>
        <SameCustomer customer={session.customerId} />
        {endedRun !== null && endedRun.state !== 'done' && isAnyShared && (
          <Notice tone="warning" title={t('notTakenBack')}>
            {t('notTakenBackMeaning')}
          </Notice>
        )}
        <Listed id="erased" title={t('erasedTitle')} part="erased" keys={erased} />
        <Section id="at-bank" title={t('bankTitle', { bank: facts.bankName })}>
          <PageWords names={['freshen']}>
            <Freshen key={session.customerId} returnTo="/settings/forget" isConnected={isConnected} />
          </PageWords>
          {isAnyShared ? <Shared sharing={sharing} /> : <p>{t(isTakenBack ? 'nothingShared' : 'unread')}</p>}
        </Section>
        <Listed id="stays" title={t('staysTitle')} part="stays" keys={stays(facts.database)} />
        <PageWords names={['forgetForm', 'begin']}>
          <ForgetForm
            key={session.customerId}
            formToken={crypto.randomUUID()}
            step={isTakenBack ? 'erase' : 'take_back'}
            isBankAtHand={isConnected}
            isSignInRecent={isSignInRecent}
          />
        </PageWords>
      </Narrow>
    </>
  )
}

const erased = ['figures', 'list', 'history', 'transfers', 'key', 'sessions'] as const
const stays = (database: 'embedded' | 'server') =>
  ['bank', 'orders', database, 'backups', 'log', 'language'] as const

type ListedProps =
  | { id: string; title: string; part: 'erased'; keys: typeof erased }
  | { id: string; title: string; part: 'stays'; keys: ReturnType<typeof stays> }

function Listed({ id, title, part, keys }: ListedProps) {
  const t = useTranslations('forget')
  const lines =
    part === 'erased' ? keys.map((key) => t(`erased.${key}`)) : keys.map((key) => t(`stays.${key}`))
  return (
    <Section id={id} title={title}>
      <Card>
        <ul className="divide-y divide-line text-soft">
          {lines.map((line) => (
            <li key={line} className="px-5 py-3.5">
              {line}
            </li>
          ))}
        </ul>
      </Card>
    </Section>
  )
}

function Shared({ sharing }: { sharing: Sharing }) {
  const scopes = scopesOf(
    sharing.accounts.flatMap(({ productId, consents }) =>
      consents.map(({ category }) => ({ category, productId })),
    ),
  )
  return <ScopesCard scopes={scopes} accounts={sharing.accounts} />
}
