import { useTranslations } from 'next-intl'
import type { MovementsPage } from '@/lib/contracts/movements'
import type { OverviewAccount } from '@/lib/contracts/overview'
import { type ProblemCode, readingProblems } from '@/lib/contracts/problem'
import { buttonLooks } from '@/lib/ui/button'
import { Notice } from '@/lib/ui/notice'
import { PageLink } from '@/lib/ui/page-link'
import { StateCard } from '@/lib/ui/state-card'
import { ConnectButton } from '../../../_parts/connect-button'
import { accountName } from '../../_parts/account-label'

type AccountNoticesProps = {
  account: OverviewAccount
  page: MovementsPage
  /** The approval that the bank wants before it says more. */
  approvalId: string | null
  connection: 'live' | 'expired'
  returnTo: `/${string}`
  /** Why an export that was just asked for gave no file. */
  noFile: ProblemCode | undefined
}

/** Why nothing is shown, or why it is not newer, with the one thing that helps. */
export function AccountNotices(props: AccountNoticesProps) {
  return (
    <>
      {props.noFile && <NoFile code={props.noFile} />}
      <ReadingNotice {...props} />
    </>
  )
}

/** Where the address of a file was opened and there is none. */
function NoFile({ code }: { code: ProblemCode }) {
  const t = useTranslations('exports')
  const words = useTranslations('problem')
  return (
    <Notice tone="warning" role="alert" title={t('noFile')}>
      {words(`${code}.title`)}. {words(`${code}.meaning`, { wait: t('moment') })}
    </Notice>
  )
}

function ReadingNotice({ account, page, approvalId, connection, returnTo }: AccountNoticesProps) {
  const t = useTranslations('account')
  const overview = useTranslations('overview')
  const words = useTranslations('problem')
  if (!page.isShared) return <NotShared account={account} />
  if (page.closedAt !== null) {
    return (
      <Notice tone="plain" title={overview('closed')}>
        {overview('closedMeaning')}
      </Notice>
    )
  }
  if (approvalId !== null) {
    return (
      <Notice
        tone="warning"
        title={overview('approvalWanted')}
        action={
          <PageLink href={`/authorizations/${approvalId}`} className={buttonLooks.notice}>
            {overview('approve')}
          </PageLink>
        }
      >
        {t('approvalMeaning')}
      </Notice>
    )
  }
  const code = connection === 'expired' ? 'connection_expired' : page.problem?.code
  const problem = readingProblems.find((known) => known === code)
  if (problem === undefined) return null
  return (
    <Notice
      tone="warning"
      title={words(`${problem}.title`)}
      action={
        (problem === 'connection_expired' || problem === 'bank_sca_expired') && (
          <ConnectButton words="reconnect" returnTo={returnTo} look="notice" />
        )
      }
    >
      {words(`${problem}.meaning`)} {t('lastKnown')}
    </Notice>
  )
}

function NotShared({ account }: { account: OverviewAccount }) {
  const t = useTranslations('account')
  const query = new URLSearchParams({ account: account.productId, category: 'ACCOUNT_INFO' })
  return (
    <StateCard
      title={t('notShared')}
      meaning={t('notSharedMeaning', { name: accountName(account) })}
      action={
        <PageLink href={`/consents/new?${query}`} className={buttonLooks.primary}>
          {t('share')}
        </PageLink>
      }
    />
  )
}
