import { useLocale, useTranslations } from 'next-intl'
import type { TransferSummary } from '@/lib/contracts/transfers'
import { buttonLooks } from '@/lib/ui/button'
import { Phrase } from '@/lib/ui/exact'
import { visibleText } from '@/lib/ui/format/bank-text'
import { formatMoney } from '@/lib/ui/format/money'
import { Notice } from '@/lib/ui/notice'
import { PageLink } from '@/lib/ui/page-link'

/** What must not wait until somebody opens the transfers: money that may have moved, approvals that lead nowhere alone. */
const urgent = ['unknown', 'late', 'at_bank'] as const

/** @param waiting what matters most first */
export function TransferNotice({ waiting }: { waiting: readonly TransferSummary[] }) {
  const t = useTranslations('transferNotice')
  const locale = useLocale()
  const told = waiting.filter(({ state }) => urgent.some((name) => name === state))
  const [first] = told
  const state = urgent.find((name) => name === first?.state)
  if (first === undefined || state === undefined) return null
  const { transferId, amount, payeeName } = first
  const written = amount && formatMoney(amount, locale)
  const name = visibleText(payeeName)
  return (
    <Notice
      tone="warning"
      title={t(`title.${state}`)}
      action={
        <PageLink
          href={told.length === 1 ? `/transfers/${transferId}` : '/transfers'}
          className={buttonLooks.notice}
        >
          {told.length === 1 ? t('open') : t('openAll', { count: told.length })}
        </PageLink>
      }
    >
      <Phrase exact={written === null ? [] : [written, name]}>
        {[...(written === null ? [] : [t('what', { amount: written, name })]), t(`meaning.${state}`)].join(
          ' ',
        )}
      </Phrase>
    </Notice>
  )
}
