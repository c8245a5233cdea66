import { useTranslations } from 'next-intl'
import type { AuthorizationView } from '@/lib/contracts/authorizations'
import { Narrow } from '../../_parts/narrow'
import { DropButton, WaitLine } from './run-buttons'
import { ToPage } from './to-page'

type WaitingProps =
  | { state: 'confirming' }
  | { state: 'preparing' | 'returned'; authorizationId: string; refusal: string | null }
  | { state: 'unknown'; kind: AuthorizationView['kind']; reason: string | null }

/**
 * While something is awaited: what, and that the page need not stay open. Whoever came back without having decided
 * waits for an answer that may not come, and may drop it; so may who waits for a server that stopped on the way.
 */
export function Waiting(props: WaitingProps) {
  const t = useTranslations('authorization')
  const { state } = props
  if (state === 'unknown') {
    const { kind, reason } = props
    // The list was read, and is named; in all other cases nothing is known.
    const isRead = reason === 'not_listed_yet' || reason === 'confirmed_not_listed'
    return (
      <Narrow
        title={t('unknown')}
        lead={isRead ? t(`notListedMeaning.${kind}`) : t(`unknownMeaning.${kind}`)}
      >
        <WaitLine for="asking" />
        <ToPage href="/consents" look="secondary">
          {t('openConsents')}
        </ToPage>
      </Narrow>
    )
  }
  return (
    <Narrow title={t(`${state}`)} lead={t(`${state}Meaning`)}>
      <WaitLine for="asking" />
      {props.state !== 'confirming' && props.refusal !== null && (
        <p className="text-note text-warning">{t('refusedForNow', { code: props.refusal })}</p>
      )}
      {props.state !== 'confirming' && <DropButton authorizationId={props.authorizationId} />}
    </Narrow>
  )
}
