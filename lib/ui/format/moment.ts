const formatters = new Map<string, Intl.DateTimeFormat>()

/** English dates are written as Europe writes them: day first, 24 hours. */
const writtenAs: Record<string, string> = { en: 'en-GB' }

const shapes = {
  day: { day: 'numeric', month: 'long', year: 'numeric' },
  second: {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  },
  minute: { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
} satisfies Record<string, Intl.DateTimeFormatOptions>

/** An instant by the bank's clock, to the day, the minute or the second: `28 November 2026`. */
export function formatMoment(instant: string, shape: keyof typeof shapes, locale: string): string {
  const key = `${locale} ${shape}`
  let formatter = formatters.get(key)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat(writtenAs[locale] ?? locale, {
      ...shapes[shape],
      timeZone: 'Europe/Rome',
    })
    formatters.set(key, formatter)
  }
  return formatter.format(new Date(instant))
}
