import { useLocale, useTranslations } from 'next-intl'
import { type AuthorizationView, endReasons } from '@/lib/contracts/authorizations'
import { problemCodes } from '@/lib/contracts/problem'
import type { SharingAccount } from '@/lib/contracts/sharing'
import { scopesWithout } from '@/lib/domain/consent/consent'
import { Phrase } from '@/lib/ui/exact'
import { accountName } from '../../_parts/account-label'
import { choicePage } from '../../_parts/choice-page'
import { Narrow } from '../../_parts/narrow'
import { Outcomes } from './outcomes'
import { Times } from './times'
import { ToPage } from './to-page'

type EndedProps = { run: AuthorizationView; accounts: readonly SharingAccount[] }

/** Says first that the run failed, then why, and which consents the bank revoked all the same. */
export function Ended({ run, accounts }: EndedProps) {
  const t = useTranslations('authorization')
  const done = useTranslations('authorization.done')
  const closed = closedNames(run, accounts)
  const why = useReason(run, closed)
  const { kind } = run
  const isPartly =
    kind === 'consent_revoke' &&
    (run.reason === 'not_confirmed' || run.reason === 'confirm_refused') &&
    run.sharedNow.length > 0 &&
    scopesWithout(run.asked, run.sharedNow).length > 0
  return (
    <Narrow
      title={isPartly ? done('takenBackPartly') : t(`nothing.${kind}`)}
      lead={isPartly ? done('takenBackPartlyMeaning') : <Phrase exact={closed}>{why}</Phrase>}
    >
      {isPartly && <Outcomes run={run} accounts={accounts} />}
      <div className="space-y-3">
        <ToPage href={againAt(run)}>{t(kind === 'inquiry' ? 'goBack' : 'tryAgain')}</ToPage>
        <ToPage href="/consents" look="secondary">
          {t('openConsents')}
        </ToPage>
      </div>
      <Times run={run} />
    </Narrow>
  )
}

/** The same choice once more, to be looked at before it is sent. */
function againAt({ kind, returnTo, asked, closed, authorizationId }: AuthorizationView): string {
  if (kind === 'inquiry') return returnTo ?? '/accounts'
  const open = asked.map((scope) => ({
    ...scope,
    productIds: scope.productIds.filter((productId) => !closed.includes(productId)),
  }))
  if (kind === 'consent_grant') return choicePage('/consents/new', open)
  // Where it was begun for something else, that page has to say that it came to nothing.
  if (returnTo !== null) return `${returnTo}?${new URLSearchParams({ ended: authorizationId })}`
  return choicePage('/consents/take-back', open)
}

function useReason(run: AuthorizationView, closed: readonly string[]): string {
  const { state, reason, refusal } = run
  const t = useTranslations('authorization')
  const why = useTranslations('authorization.why')
  const problem = useTranslations('problem')
  const locale = useLocale()
  if (reason === 'account_closed' && closed.length > 0)
    return t('closedNamed', { name: new Intl.ListFormat(locale).format(closed) })
  const code = problemCodes.find((known) => known === reason)
  if (code !== undefined) return problem(`${code}.meaning`, { wait: '' })
  if (state === 'refused' && reason === null) return why('refused')
  if (state === 'expired' && reason === null) return why('expired')
  const known = endReasons.find((named) => named === reason)
  if (
    known === undefined ||
    known === 'nothing_to_do' ||
    known === 'already_revoked' ||
    known === 'list_unread' ||
    known === 'not_listed_yet' ||
    known === 'confirmed_not_listed'
  ) {
    return why('other')
  }
  const isBanksWord = known === 'confirm_refused' || known === 'bank_refused'
  return refusal !== null && isBanksWord
    ? `${why(known)} ${t('bankCode', { code: refusal })}`
    : why(`${known}`)
}

/** Empty where the bank told only that one of them is closed, or one is not known here any more. */
function closedNames({ closed }: AuthorizationView, accounts: readonly SharingAccount[]): string[] {
  const named = closed.flatMap((productId) => accounts.filter((account) => account.productId === productId))
  return named.length < closed.length ? [] : named.map(accountName)
}
