import { useLocale, useTranslations } from 'next-intl'
import type { TimelineEntry, TransferView } from '@/lib/contracts/transfers'
import { finalNames } from '@/lib/domain/transfers/transfer-state'
import { Card, Section } from '@/lib/ui/card'
import { Phrase } from '@/lib/ui/exact'
import { formatMoment } from '@/lib/ui/format/moment'
import { formatMoney } from '@/lib/ui/format/money'

/** What happened, with times; the newest first. What says nothing to the customer is left out. */
export function Timeline({ view }: { view: TransferView }) {
  const t = useTranslations('transferTimeline')
  const locale = useLocale()
  const wordsOf = useEntryWords(view)
  const fee = view.snapshot?.fee ?? null
  const entries = view.timeline
    .flatMap((entry, place) => {
      const words = wordsOf(entry)
      return words === null ? [] : [{ words, at: entry.at, place }]
    })
    .sort((one, other) => other.at.localeCompare(one.at) || other.place - one.place)
  if (entries.length === 0) return null
  return (
    <Section id="happened" title={t('title')}>
      <Card>
        <ol className="divide-y divide-line">
          {entries.map(({ words, at, place }) => (
            <li key={place} className="flex justify-between gap-x-4 px-4 py-3 max-sm:flex-col sm:px-5">
              <span className="font-medium">
                <Phrase exact={fee === null ? [] : [formatMoney(fee, locale)]}>{words}</Phrase>
              </span>
              <time dateTime={at} className="text-note text-soft tabular-nums sm:pt-0.5">
                {formatMoment(at, 'second', locale)}
              </time>
            </li>
          ))}
        </ol>
      </Card>
    </Section>
  )
}

/** Events with the same meaning in every state. */
const plain = {
  step_started: null,
  edited: 'edited',
  approval_started: 'approvalStarted',
  came_back: 'cameBack',
  check_refused: 'checkRefused',
  execute_claimed: 'sent',
  execute_lost: 'lost',
  movement_found: 'found',
  receipt_stored: 'receipt',
  execution_rejected: 'rejected',
  execution_cancelled: 'cancelled',
  execution_restored: 'restored',
} as const

function useEntryWords(view: TransferView): (entry: TimelineEntry) => string | null {
  const t = useTranslations('transferTimeline')
  const locale = useLocale()
  const fee = view.snapshot?.fee ?? null
  // The fee that is known is that of the last check.
  const lastChecked = view.timeline.filter(isChecked).at(-1)
  return (entry) => {
    const { what, to } = entry
    if (what === 'created') return t(view.repeatOf === null ? 'created' : 'repeated')
    const ended = finalNames.find((name) => name === to)
    if (ended !== undefined && what !== 'movement_found') return t(`ended.${ended}`)
    if (what === 'check_answered' && to === 'incomplete') return t('incomplete')
    if (what === 'check_answered') {
      const isPriced = fee !== null && entry === lastChecked
      return isPriced ? t('checkedFee', { fee: formatMoney(fee, locale) }) : t('checked')
    }
    if (to === 'late') return t('late')
    if (what === 'status_read' && to === 'authorized') return t('approved')
    if (what === 'execute_claimed' && view.state === 'not_sent') return null
    const key = Object.entries(plain).find(([kind]) => kind === what)?.[1]
    return key === undefined || key === null ? null : t(key)
  }
}

const isChecked = ({ what, to }: TimelineEntry) => what === 'check_answered' && to === 'checked'
