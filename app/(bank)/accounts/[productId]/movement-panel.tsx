import { useLocale, useTranslations } from 'next-intl'
import type { Account } from '@/lib/contracts/accounts'
import type { Movement } from '@/lib/contracts/movements'
import type { MovementKind } from '@/lib/domain/movements/kind-rules'
import { classes } from '@/lib/ui/classes'
import { Exact } from '@/lib/ui/exact'
import { visibleText } from '@/lib/ui/format/bank-text'
import { formatDay } from '@/lib/ui/format/day'
import { formatSigned } from '@/lib/ui/format/money'
import { movementWords } from '@/lib/ui/format/movement-words'
import { accountName } from '../../_parts/account-label'
import { PanelDialog } from './panel-dialog'

type MovementPanelProps = {
  /** Null for one that the bank no longer lists. */
  movement: Movement | null
  account: Account
  /** The address of the page without it. */
  back: string
}

/** One movement with everything that the bank sent of it. */
export function MovementPanel({ movement, account, back }: MovementPanelProps) {
  const t = useTranslations('movements')
  const words = movement === null ? null : movementWords(movement)
  const title = words === null ? t('gone') : (words.title ?? t('noText'))
  return (
    <PanelDialog back={back} title={words?.isCounterpart ? <Exact>{title}</Exact> : title}>
      {movement === null ? (
        <p className="mt-2 text-soft">{t('goneMeaning')}</p>
      ) : (
        <Fields movement={movement} kind={words?.kind ?? null} account={account} />
      )}
    </PanelDialog>
  )
}

type FieldsProps = { movement: Movement; kind: MovementKind | null; account: Account }

function Fields({ movement, kind, account }: FieldsProps) {
  const t = useTranslations('movements')
  const locale = useLocale()
  const { amount, currency, bookingDate, valueDate, odd } = movement
  const day = (date: string | null) => date && formatDay(date, 'long', locale)
  const known: [label: string, value: string | null, isExact?: boolean][] = [
    [t('field.kind'), kind && t(`kind.${kind}`)],
    [t('field.account'), accountName(account), true],
    [t('field.status'), t(movement.status === 'pending' ? 'pending' : 'booked')],
    [t('field.bookingDate'), day(bookingDate)],
    [t('field.valueDate'), day(valueDate)],
    [t('field.extendedDescription'), movement.extendedDescription, true],
    [t('field.shortDescription'), movement.shortDescription, true],
    [t('field.codeDescription'), movement.codeDescription, true],
    [t('field.moneyTransferId'), movement.moneyTransferId, true],
    [t('field.index'), movement.index, true],
  ]
  const further = movement.fields.map(({ path, value }): Row => [path, value, true])
  return (
    <>
      <p className="mt-2 text-title font-semibold tracking-[-0.02em] tabular-nums">
        {amount === null ? (
          t('noAmount')
        ) : (
          <Exact>{formatSigned({ amount, currency: currency ?? '' }, locale)}</Exact>
        )}
      </p>
      {odd.length > 0 && (
        <p className="mt-3 rounded-card bg-warning-wash px-4 py-3 text-note text-warning">
          {t('oddFields', { name: odd.join(', ') })}
        </p>
      )}
      <List
        rows={known.flatMap(([label, value, isExact]): Row[] =>
          value ? [[label, value, isExact] as const] : [],
        )}
      />
      {further.length > 0 && (
        <>
          <h3 className="mt-6 text-note font-semibold text-soft">{t('further')}</h3>
          <List rows={further} />
        </>
      )}
    </>
  )
}

/** So many characters would be several lines beside their label, which are read from the left. */
const longValue = 32

/** What is exact is kept from translation: names and references, and what the bank sent without our knowing what it is. */
type Row = readonly [label: string, value: string, isExact?: boolean]

function List({ rows }: { rows: readonly Row[] }) {
  return (
    <dl className="mt-3 divide-y divide-line border-y border-line">
      {rows.map(([label, value, isExact], position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a bank may send two fields of one name, and none of them moves.
        <div key={position} className="flex flex-wrap justify-between gap-x-6 py-2.5">
          <dt className="text-soft [overflow-wrap:anywhere]">{visibleText(label)}</dt>
          <dd
            translate={isExact ? 'no' : undefined}
            className={classes(
              '[overflow-wrap:anywhere] whitespace-pre-line',
              value.length > longValue ? 'basis-full' : 'text-right',
            )}
          >
            {visibleText(value)}
          </dd>
        </div>
      ))}
    </dl>
  )
}
