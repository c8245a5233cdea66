import { useTranslations } from 'next-intl'
import type { AuthorizationView } from '@/lib/contracts/authorizations'
import { Narrow } from '../../_parts/narrow'
import { WaitLine } from './run-buttons'
import { ToPage } from './to-page'

type WaitingProps =
  | { state: 'preparing' | 'returned' | 'confirming' }
  | { state: 'unknown'; kind: AuthorizationView['kind'] }

/** While something is awaited: what, and that the page need not stay open. */
export function Waiting(props: WaitingProps) {
  const t = useTranslations('authorization')
  const { state } = props
  if (state === 'unknown') {
    const { kind } = props
    return (
      <Narrow title={t('unknown')} lead={t(`unknownMeaning.${kind}`)}>
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
    </Narrow>
  )
}
