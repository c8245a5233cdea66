import { NextIntlClientProvider } from 'next-intl'
import { renderToStaticMarkup } from 'react-dom/server'
import { MovementDays } from '@/app/(bank)/accounts/[productId]/movement-days'
import { readDate, writeDate } from '@/lib/bank/reading/calendar-date'
import { type ExportFormat, exportFormats } from '@/lib/contracts/exports'
import type { MovementsPage } from '@/lib/contracts/movements'
import { addDays, bankDay } from '@/lib/domain/days/bank-day'
import { exportFile } from '@/lib/exports'
import { messagesOf } from '@/lib/i18n/messages'
import { ageBetween, formatAge } from '@/lib/ui/format/age'
import { formatDay } from '@/lib/ui/format/day'
import { formatMoment } from '@/lib/ui/format/moment'
import { exportSource, movement, textOf } from './export-source'

/*
 * Everything that has to do with days and moments, by the program's own code, in a process whose time zone is the
 * environment's: prints it as JSON. `unit/time-zones.test.ts` runs it in several.
 */

const clockChanges = ['2026-03-29', '2026-10-25', '2027-03-28']
const aroundMidnight = [
  '2026-11-27T22:30:00Z',
  '2026-11-27T23:30:00Z',
  '2026-07-01T21:30:00Z',
  '2026-07-01T22:30:00Z',
]

const onDays = (days: readonly string[]) =>
  days.map((day, index) =>
    movement({
      movementId: `00000000-0000-4000-8000-00000000000${index}`,
      bookingDate: day,
      valueDate: day,
      day,
    }),
  )

/** The headings of the days, as the page of an account shows them at a moment. */
function headings(now: string): string[] {
  const today = bankDay(new Date(now))
  const days = [today, addDays(today, -1), addDays(today, -2), ...clockChanges.toReversed()]
  const source = exportSource([])
  const page: MovementsPage = {
    account: source.account,
    isShared: true,
    closedAt: null,
    covered: source.covered,
    movementsReadAt: source.movementsReadAt,
    isReading: false,
    problem: null,
    movements: onDays(days),
    nextCursor: null,
    total: days.length,
    sums: null,
    dayTotals: days.map((day) => ({
      day,
      currency: 'EUR',
      total: '-12.50',
      in: '0',
      out: '-12.50',
      movements: 1,
      withoutAmount: 0,
    })),
  }
  const address = { typed: {}, filters: {}, problems: {}, after: undefined, movement: undefined }
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messagesOf('en')} timeZone="Europe/Rome">
      <MovementDays page={page} address={address} today={today} />
    </NextIntlClientProvider>,
  )
  return [...html.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, inside = '']) => inside.replace(/<[^>]*>/g, ''))
}

async function exported(format: ExportFormat): Promise<string> {
  return textOf(exportFile(exportSource(onDays([...clockChanges, '2026-11-28'])), format).text)
}

const found = {
  zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  offset: new Date('2026-07-01T12:00:00Z').getTimezoneOffset(),
  bankDays: aroundMidnight.map((instant) => bankDay(new Date(instant))),
  aroundClockChanges: clockChanges.map((day) => [addDays(day, -1), addDays(day, 1), addDays(day, 365)]),
  daysRead: ['20191230T00:00:00', '03/04/2026', '2026-03-29T00:00:00', '20261025'].map((text) =>
    readDate(text),
  ),
  daysWritten: ['2019-12-30', ...clockChanges].map((day) => writeDate(day, 'day')),
  daysShown: ['en', 'it'].flatMap((locale) => clockChanges.map((day) => formatDay(day, 'long', locale))),
  moments: ['en', 'it'].flatMap((locale) =>
    // an hour that comes twice, and one that is missing
    ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', '2026-03-29T00:59:59Z', '2026-03-29T01:00:00Z'].map(
      (instant) => formatMoment(instant, 'minute', locale),
    ),
  ),
  ages: ['2026-03-28T12:00:00Z', '2026-03-29T00:30:00Z'].map((instant) => {
    const age = ageBetween(Date.parse(instant), Date.parse('2026-03-29T12:00:00Z'))
    return age && formatAge(age, 'en')
  }),
  headings: aroundMidnight.map((instant) => headings(instant)),
  files: await Promise.all(exportFormats.map(exported)),
}
process.stdout.write(JSON.stringify(found))
