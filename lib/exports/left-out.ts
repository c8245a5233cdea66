import { type ExportSource, isCurrency, leftOutOf, type MovementGroup } from '@/lib/contracts/exports'

export type Statement = { currency: string; group: MovementGroup | null }

/** One statement for each currency; an empty one where nothing is booked, for a file of none is no file. */
export function statementsOf({ account, balance, groups }: ExportSource): Statement[] {
  const found = groups.flatMap((group) =>
    group.status === 'booked' && isCurrency(group.currency) && group.movements > group.withoutAmount
      ? [{ currency: group.currency, group }]
      : [],
  )
  if (found.length > 0) return found
  const currency = [account.currency, balance?.accounting?.currency ?? null].find(isCurrency)
  return [{ currency: currency ?? NO_CURRENCY, group: null }]
}

/** ISO 4217: "no currency". */
const NO_CURRENCY = 'XXX'

/** The days a statement is of: those asked for, else those known without a gap and those of its movements. */
export function daysOf({ asked, covered }: ExportSource, { group }: Statement) {
  const first = [covered?.from, group?.from].flatMap((day) => day ?? []).sort()[0]
  const last = [covered?.to, group?.to]
    .flatMap((day) => day ?? [])
    .sort()
    .at(-1)
  const [from, to] = [asked.from ?? first, asked.to ?? last]
  return from === undefined || to === undefined || from > to ? null : { from, to }
}

/** As of when, which days are whole, what is not in it: in one English line. `further` counts what only showed on the way. */
export function noteOf(source: ExportSource, further = 0): string {
  const { movementsReadAt, covered, groups } = source
  const { pending, withoutAmount, withoutCurrency } = leftOutOf(groups)
  const counts = [
    [pending, 'pending'],
    [withoutAmount, 'without an amount'],
    [withoutCurrency, 'without a currency'],
    [further, 'with an amount this format cannot hold'],
  ] as const
  const left = counts.flatMap(([count, words]) => (count === 0 ? [] : [`${count} ${words}`]))
  return [
    movementsReadAt === null
      ? 'Movements never read from the bank.'
      : `Movements as read from the bank at ${movementsReadAt}.`,
    covered === null ? '' : `Complete from ${covered.from} to ${covered.to}.`,
    left.length === 0 ? '' : `Left out: ${left.join(', ')}.`,
  ]
    .filter((sentence) => sentence !== '')
    .join(' ')
}
