import { useLocale, useTranslations } from 'next-intl'
import type { Details } from '@/lib/contracts/movements'
import { Card, Section } from '@/lib/ui/card'
import { CopyButton } from '@/lib/ui/copy-button'
import { type DetailGroup, type DetailRow, detailGroups, detailRowShape } from '@/lib/ui/detail-groups'
import { formatBankDate } from '@/lib/ui/format/bank-date'
import { copiedNames, dateNames, knownName } from '@/lib/ui/known-details'

/** Longer texts begin closed. */
const LONG_CHARACTERS = 240

/** Every field the bank sent, by where it stood, under a name the reader knows or the bank's own. */
export function DetailsList({ details, title }: { details: Details; title: string }) {
  const t = useTranslations('details')
  const labelOf = useLabel()
  return (
    <div className="space-y-8">
      {detailGroups(details.fields).map((group) => {
        const heading = group.names.map(labelOf).join(' · ')
        const id = `group-${group.names.map(({ name, position }) => `${name}${position ?? ''}`).join('-')}`
        return (
          <Section key={id} id={id.replace(/[^\w-]/g, '_')} title={heading === '' ? title : heading}>
            <Card>
              <Rows group={group} />
            </Card>
          </Section>
        )
      })}
      {!details.isComplete && <p className="px-0.5 text-note text-soft">{t('cut')}</p>}
    </div>
  )
}

function Rows({ group }: { group: DetailGroup }) {
  const labelOf = useLabel()
  return (
    <dl className="divide-y divide-line">
      {group.rows.map((row, position) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: drawn by the server once; the bank may send a name twice.
          key={position}
          className={detailRowShape}
        >
          <dt className="text-note text-soft [overflow-wrap:anywhere] sm:self-start sm:pt-0.5">
            {labelOf(row)}
          </dt>
          <dd className="min-w-0">
            <Value row={row} label={labelOf(row)} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Value({ row, label }: { row: DetailRow; label: string }) {
  const t = useTranslations('details')
  const text = useWritten(row)
  const known = knownName(row.name)
  if (text.length > LONG_CHARACTERS) {
    return (
      <details className="group">
        <summary className="min-h-11 cursor-pointer rounded-small py-2 font-semibold text-accent underline-offset-4 hover:underline md:min-h-8 md:py-1">
          {t('long', { count: text.length })}
        </summary>
        <Text>{text}</Text>
      </details>
    )
  }
  if (known === undefined || !copiedNames.includes(known)) return <Text>{text}</Text>
  return (
    <span className="flex items-center justify-between gap-2">
      <Text>{text}</Text>
      <CopyButton
        value={known === 'iban' ? row.value.replace(/\s/g, '') : row.value}
        label={t('copy', { what: label })}
        className="-my-3 shrink-0 md:-my-1.5"
      />
    </span>
  )
}

/** In its own direction, and with no influence on what stands around it. */
function Text({ children }: { children: string }) {
  return (
    <bdi
      key={children}
      translate="no"
      className="block min-w-0 whitespace-pre-line tabular-nums [overflow-wrap:anywhere]"
    >
      {children}
    </bdi>
  )
}

/** Names that have words here are written in them; the bank's own stay as they are. */
function useLabel(): (step: { name: string; position: number | null }) => string {
  const t = useTranslations('details')
  return ({ name, position }) => {
    const known = knownName(name)
    const label = known === undefined ? name : t(`field.${known}`)
    return position === null ? label : `${label} ${position}`
  }
}

const knownValues = ['PERSON', 'COMPANY', 'ACTIVE', 'CLOSED'] as const

function useWritten({ name, kind, value }: DetailRow): string {
  const t = useTranslations('details')
  const locale = useLocale()
  const known = knownName(name)
  if (kind === 'boolean') return t(value === 'true' ? 'yes' : 'no')
  if (known === undefined || kind !== 'text') return value
  if (known === 'iban') return inFours(value)
  if (dateNames.includes(known)) return formatBankDate(value, locale) ?? value
  if (known !== 'kind' && known !== 'status') return value
  const word = knownValues.find((one) => one === value)
  return word === undefined ? value : t(`value.${word}`)
}

/** Groups an IBAN as printed. Any other text stays as it is. */
function inFours(iban: string): string {
  const compact = iban.replace(/\s/g, '')
  return /^[A-Za-z]{2}\d{2}[A-Za-z0-9]{4,30}$/.test(compact) ? compact.replace(/(.{4})(?=.)/g, '$1 ') : iban
}
