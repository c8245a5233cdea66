import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { SameCustomer } from '@/lib/browser/requests/same-customer'
import { authorization, knownSharing, notTheirs, publicFacts } from '@/lib/web/screens'
import { requireSession } from '@/lib/web/session'
import { PageWords } from '../../_parts/page-words'
import { Ended } from './ended'
import { HandOver } from './hand-over'
import { Result } from './result'
import { RunWatch } from './run-watch'
import { Waiting } from './waiting'
import { watchOf } from './watch-of'

type Address = { params: Promise<{ authorizationId: string }> }

export async function generateMetadata({ params }: Address): Promise<Metadata> {
  const session = await requireSession()
  const [t, run] = await Promise.all([
    getTranslations('authorization'),
    authorization(session, (await params).authorizationId),
  ])
  if (run === null) return notTheirs(session)
  const { kind } = run
  return { title: t(`pageTitle.${kind}`) }
}

/**
 * One run through the bank's approval, as it stands: what comes next, that it is waited for, or how it ended. Opened
 * again, in another tab or after a reload, it shows the same.
 */
export default async function AuthorizationPage({ params }: Address) {
  const session = await requireSession()
  const { authorizationId } = await params
  const [run, sharing, facts] = await Promise.all([
    authorization(session, authorizationId),
    knownSharing(session),
    publicFacts(),
  ])
  if (run === null) return notTheirs(session)
  const { accounts } = sharing
  return (
    <PageWords names={['run']}>
      <SameCustomer customer={session.customerId} />
      <RunWatch authorizationId={run.authorizationId} state={run.state} watch={watchOf(run)}>
        {run.state === 'at_bank' && <HandOver run={run} accounts={accounts} bank={facts.bankName} />}
        {(run.state === 'preparing' || run.state === 'returned') && (
          <Waiting state={run.state} authorizationId={run.authorizationId} refusal={run.refusal} />
        )}
        {run.state === 'confirming' && <Waiting state="confirming" />}
        {run.state === 'unknown' && <Waiting state="unknown" kind={run.kind} reason={run.reason} />}
        {run.state === 'done' && <Result run={run} accounts={accounts} />}
        {(run.state === 'refused' || run.state === 'expired' || run.state === 'failed') && (
          <Ended run={run} accounts={accounts} />
        )}
      </RunWatch>
    </PageWords>
  )
}
