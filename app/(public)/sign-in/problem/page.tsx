import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { isReference } from '@/lib/contracts/problem'
import { type SignInProblem, signInProblems } from '@/lib/contracts/sign-in'
import { ButtonLink } from '@/lib/ui/button'
import { Reference } from '@/lib/ui/reference'
import { StateCard } from '@/lib/ui/state-card'
import { currentSession } from '@/lib/web/session'
import { ConnectButton } from '../../../_parts/connect-button'
import { NeedsScript } from '../../../_parts/needs-script'

type Query = { reason?: string | string[]; reference?: string | string[] }

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('signInProblem')
  return { title: t('pageTitle'), robots: { index: false } }
}

/** Where a sign-in that did not end on the accounts page ends: what happened, and what to do. */
export default async function SignInProblemPage({ searchParams }: { searchParams: Promise<Query> }) {
  const [query, session, t] = await Promise.all([
    searchParams,
    currentSession(),
    getTranslations('signInProblem'),
  ])
  const reason = reasonFrom(query.reason)
  return (
    <div className="mx-auto max-w-[35rem] pt-10 md:pt-20">
      <StateCard
        heading="h1"
        title={t(`${reason}.title`)}
        meaning={t(`${reason}.meaning`)}
        advice={t(`${reason}.advice`)}
        action={
          session ? (
            <ButtonLink href="/accounts">{t('openAccounts')}</ButtonLink>
          ) : (
            <>
              <ConnectButton words="again" />
              <NeedsScript className="mt-6" />
            </>
          )
        }
        reference={isReference(query.reference) && <Reference value={query.reference} />}
      />
    </div>
  )
}

function reasonFrom(value: unknown): SignInProblem | 'other' {
  return signInProblems.find((known) => known === value) ?? 'other'
}
