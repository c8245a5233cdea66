/** English dates are written as Europe writes them: day first. */
const writtenAs: Record<string, string> = { en: 'en-GB' }

const shapes = {
  short: { day: 'numeric', month: 'short', year: 'numeric' },
  long: { day: 'numeric', month: 'long', year: 'numeric' },
  weekday: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
} satisfies Record<string, Intl.DateTimeFormatOptions>

const formatters = new Map<string, Intl.DateTimeFormat>()

/**
 * A calendar day, `YYYY-MM-DD`, as a reader writes it: `12 October`, `Monday 12 October`, with the year where it is not that of `today`.
 * It is no instant and has no time zone: it is counted in UTC, where each day is one.
 */
export function formatDay(day: string, shape: keyof typeof shapes, locale: string, today?: string): string {
  const isThisYear = today?.slice(0, 4) === day.slice(0, 4)
  const key = `${locale} ${shape} ${isThisYear}`
  let formatter = formatters.get(key)
  if (!formatter) {
    const { year, ...rest } = shapes[shape]
    formatter = new Intl.DateTimeFormat(writtenAs[locale] ?? locale, {
      ...(isThisYear ? rest : { ...rest, year }),
      timeZone: 'UTC',
    })
    formatters.set(key, formatter)
  }
  return formatter.format(new Date(`${day}T00:00:00Z`))
}
