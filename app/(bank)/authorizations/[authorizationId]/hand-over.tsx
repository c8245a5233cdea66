import { useTranslations } from 'next-intl'
import type { AuthorizationView } from '@/lib/contracts/authorizations'
import type { SharingAccount } from '@/lib/contracts/sharing'
import { ButtonLink } from '@/lib/ui/button'
import { Section } from '@/lib/ui/card'
import { Notice } from '@/lib/ui/notice'
import { Narrow } from '../../_parts/narrow'
import { NumberedSteps } from '../../_parts/numbered-steps'
import { ScopesCard } from '../../_parts/scopes-card'
import { ApprovedButton, DropButton, WaitLine } from './run-buttons'

type HandOverProps = { run: AuthorizationView; accounts: readonly SharingAccount[]; bank: string }

/** Before the customer goes to the bank: what will be seen there, and one button. */
export function HandOver({ run, accounts, bank }: HandOverProps) {
  const t = useTranslations('authorization')
  const { kind, asked, authorizationId } = run
  const askedCard = asked.length > 0 && kind !== 'inquiry' && (
    <Section id="asked" title={t(`askedTitle.${kind}`)}>
      <ScopesCard scopes={asked} accounts={accounts} />
    </Section>
  )
  if (run.approach === 'decoupled') {
    return (
      <Narrow title={t('inApp')} lead={t('inAppMeaning', { bank })}>
        <WaitLine for="waiting" />
        {run.refusal !== null && (
          <p className="text-note text-warning">{t('refusedForNow', { code: run.refusal })}</p>
        )}
        {askedCard}
        <div className="space-y-2">
          <ApprovedButton authorizationId={authorizationId} />
          <DropButton authorizationId={authorizationId} />
        </div>
      </Narrow>
    )
  }
  return (
    <Narrow title={t(`handOver.${kind}`)} lead={t(`lead.${kind}`)}>
      {run.bankUrl === null ? (
        <Notice tone="warning" title={t('addressGone')}>
          {t('addressGoneMeaning')}
        </Notice>
      ) : (
        <Steps host={new URL(run.bankUrl).host} bank={bank} />
      )}
      {askedCard}
      <div className="space-y-2">
        {run.bankUrl !== null && (
          <ButtonLink href={run.bankUrl} className="w-full">
            {t('toBank', { bank })}
          </ButtonLink>
        )}
        <DropButton authorizationId={authorizationId} />
      </div>
    </Narrow>
  )
}

function Steps({ host, bank }: { host: string; bank: string }) {
  const t = useTranslations('authorization')
  return (
    <Section id="steps" title={t('steps')}>
      <NumberedSteps steps={[t('stepOne', { host, bank }), t('stepTwo'), t('stepThree')]} />
    </Section>
  )
}
