'use client'

import type { ReactNode } from 'react'
import { useAccounts } from '@/lib/browser/accounts'
import { ProblemError } from '@/lib/browser/problem-error'
import type { AccountList } from '@/lib/contracts/accounts'
import { AccountRow } from '@/lib/ui/account-row'
import { Card } from '@/lib/ui/card'
import { focusHeading, PageHeading } from '@/lib/ui/page-heading'
import { useWords } from '@/lib/ui/words'
import { Columns, HeadlinePlace } from './columns'
import { Headline } from './headline'
import { ListProblem } from './list-problem'
import { useAnnouncement } from './use-announcement'

type AccountsViewProps = {
  known: AccountList
  bank: string
  aside: ReactNode
  /** In place of the list while the first one is on its way. */
  awaited: ReactNode
  /** In place of a list that is empty. */
  none: ReactNode
}

/**
 * The accounts: what was known when the page was made at once, then the bank's answer. Whatever happens to
 * the answer, what is known stays, with its age and with the reason above it.
 */
export function AccountsView({ known, bank, aside, awaited, none }: AccountsViewProps) {
  const t = useWords('accounts')
  const query = useAccounts(known)
  const { announcement, expectAnswer } = useAnnouncement(query)
  const problem = problemOf(query.error, query.data ?? known)
  // Nobody is signed in any more: what belongs to the customer leaves the page.
  const signedOut = problem?.code === 'not_signed_in'
  const list = signedOut ? undefined : query.data
  const waiting = !list && !problem

  const refresh = () => {
    expectAnswer()
    void query.refetch()
  }
  // The pressed button goes away with the problem it stands in; the focus must not.
  const retry = () => {
    focusHeading()
    refresh()
  }

  return (
    <>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <Columns
        head={
          <>
            <PageHeading className="font-medium text-soft">{t('heading', { bank })}</PageHeading>
            {list?.readAt && (
              <Headline
                count={list.accounts.length}
                readAt={list.readAt}
                refreshing={query.isFetching}
                onRefresh={refresh}
              />
            )}
            {waiting && <HeadlinePlace note={t('loading')} />}
          </>
        }
        aside={!signedOut && aside}
      >
        {problem && (
          <ListProblem
            problem={problem}
            listShown={Boolean(list)}
            retrying={query.isFetching}
            onRetry={retry}
          />
        )}
        {waiting && awaited}
        {list && (list.accounts.length === 0 ? none : <List accounts={list.accounts} />)}
      </Columns>
    </>
  )
}

/** A dead connection is a problem too, though no request has failed over it in this page. */
function problemOf(error: ProblemError | null, list: AccountList): ProblemError | null {
  if (error) return error
  return list.connection === 'expired' ? new ProblemError('connection_expired') : null
}

function List({ accounts }: { accounts: AccountList['accounts'] }) {
  const t = useWords('accounts')
  return (
    <Card>
      <ul aria-label={t('listLabel')} className="divide-y divide-line">
        {accounts.map((account) => (
          <AccountRow key={account.productId} account={account} />
        ))}
      </ul>
    </Card>
  )
}
