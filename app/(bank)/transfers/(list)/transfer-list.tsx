import { useLocale, useTranslations } from 'next-intl'
import type { TransferSummary } from '@/lib/contracts/transfers'
import { bankDay } from '@/lib/domain/days/bank-day'
import { WAITING_FOR_CUSTOMER } from '@/lib/domain/transfers/transfer-meaning'
import { Card, Section } from '@/lib/ui/card'
import { classes } from '@/lib/ui/classes'
import { Exact } from '@/lib/ui/exact'
import { visibleText } from '@/lib/ui/format/bank-text'
import { formatDay } from '@/lib/ui/format/day'
import { maskIban } from '@/lib/ui/format/iban'
import { formatMoney } from '@/lib/ui/format/money'
import { movementInitials } from '@/lib/ui/format/movement'
import { asSentence } from '@/lib/ui/format/sentence'
import { formatDays } from '@/lib/ui/format/wait'
import { PageLink } from '@/lib/ui/page-link'

type TransferListProps = {
  transfers: readonly TransferSummary[]
  today: string
  /** How long a draft is kept that was never checked. */
  draftDays: number
}

/** The customer's turn: what goes on only by a press, or must not be paid again. What matters most comes first. */
const waiting: readonly TransferSummary['state'][] = [...WAITING_FOR_CUSTOMER, 'draft']

/** What waits for the customer first, then all the others by the day they were begun on, the newest first. */
export function TransferList({ transfers, today, draftDays }: TransferListProps) {
  const t = useTranslations('transfers')
  const locale = useLocale()
  const open = waiting.flatMap((state) => transfers.filter((transfer) => transfer.state === state))
  const others = transfers.filter(({ state }) => !waiting.includes(state))
  return (
    <div className="space-y-7">
      {open.length > 0 && (
        <Section id="waiting" title={t('waiting')}>
          <Rows transfers={open} today={today} />
          {open.some(({ state }) => state === 'draft') && (
            <p className="mt-3 text-note text-soft">
              {t('draftsEnd', { days: formatDays(draftDays, locale) })}
            </p>
          )}
        </Section>
      )}
      {byDay(others).map(([day, ofDay]) => (
        <Section
          key={day}
          id={`day-${day}`}
          title={asSentence(formatDay(day, 'weekday', locale, today), locale)}
        >
          <Rows transfers={ofDay} />
        </Section>
      ))}
    </div>
  )
}

function byDay(transfers: readonly TransferSummary[]): [string, TransferSummary[]][] {
  const days = new Map<string, TransferSummary[]>()
  for (const transfer of transfers) {
    const day = bankDay(new Date(transfer.createdAt))
    days.set(day, [...(days.get(day) ?? []), transfer])
  }
  return [...days]
}

type RowsProps = {
  transfers: readonly TransferSummary[]
  /** Where no heading says the day: each row says its own. */
  today?: string
}

function Rows({ transfers, today }: RowsProps) {
  return (
    <Card>
      <ul className="divide-y divide-line">
        {transfers.map((transfer) => (
          <TransferRow key={transfer.transferId} transfer={transfer} today={today} />
        ))}
      </ul>
    </Card>
  )
}

/** Colour only repeats what the words say. */
const toneOf: Record<TransferSummary['money'], string> = {
  not_paid: 'text-soft',
  maybe: 'text-warning',
  accepted: 'text-accent',
  taken_back: 'text-warning',
}

function TransferRow({ transfer, today }: { transfer: TransferSummary; today?: string }) {
  const t = useTranslations('transfers')
  const locale = useLocale()
  const { transferId, state, money, takenBack, payeeName, iban, amount, typedAmount, createdAt } = transfer
  const name = visibleText(payeeName.trim())
  return (
    <li>
      <PageLink
        href={`/transfers/${transferId}`}
        className="flex min-h-16 items-center gap-x-3.5 @max-[19rem]/page:flex-col @max-[19rem]/page:items-start rounded-card px-4 py-3 transition-colors duration-150 hover:bg-sunk md:px-4.5"
      >
        <span
          aria-hidden="true"
          className="flex size-9.5 shrink-0 @max-[19rem]/page:hidden items-center justify-center rounded-control bg-sunk text-note font-semibold text-soft"
        >
          {movementInitials(name)}
        </span>
        <span className="min-w-0 flex-1">
          <span className="line-clamp-2 @max-[19rem]/page:line-clamp-none font-semibold md:line-clamp-1 [overflow-wrap:anywhere]">
            {name === '' ? t('unnamed') : <Exact>{name}</Exact>}
          </span>
          <span className="block text-note text-soft [overflow-wrap:anywhere]">
            <span className={`font-medium ${toneOf[money]}`}>
              {t(takenBack === null ? `state.${state}` : `takenBack.${takenBack}`)}
            </span>
            {today !== undefined && (
              <span>{` · ${t('begun', { day: formatDay(bankDay(new Date(createdAt)), 'short', locale, today) })}`}</span>
            )}
            {/^[A-Z]{2}\d{2}/.test(iban) && (
              <Exact className="tabular-nums max-sm:hidden">{` · ${maskIban(iban)}`}</Exact>
            )}
          </span>
        </span>
        <span
          className={classes(
            'text-right font-semibold tabular-nums @max-[19rem]/page:max-w-full @max-[19rem]/page:text-left @max-[19rem]/page:whitespace-normal',
            amount === null ? 'max-w-[45%] [overflow-wrap:anywhere]' : 'shrink-0 whitespace-nowrap',
          )}
        >
          {amount === null ? (
            <span className="text-note font-medium text-soft">
              {typedAmount.trim() === '' ? (
                t('noAmount')
              ) : (
                <Exact>{visibleText(typedAmount.trim().slice(0, 20))}</Exact>
              )}
            </span>
          ) : (
            <Exact>{formatMoney(amount, locale)}</Exact>
          )}
        </span>
      </PageLink>
    </li>
  )
}
