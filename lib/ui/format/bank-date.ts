const formatters = new Map<string, Intl.DateTimeFormat>()

/** English dates are written as Europe writes them: day first. */
const writtenAs: Record<string, string> = { en: 'en-GB' }

/**
 * A calendar date as the bank writes it, `DD/MM/YYYY` or `YYYY-MM-DD`, in words: `3 April 2019`. Null for anything
 * else, which is shown as it is.
 */
export function formatBankDate(text: string, locale: string): string | null {
  const [, day, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text) ?? turned(text)
  const at = new Date(`${year}-${month}-${day}T00:00:00Z`)
  // A day that does not exist is no date, or is moved to another: neither is what the bank wrote.
  if (Number.isNaN(at.getTime()) || at.getUTCDate() !== Number(day)) return null
  let formatter = formatters.get(locale)
  if (!formatter) {
    const shape = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const
    formatter = new Intl.DateTimeFormat(writtenAs[locale] ?? locale, shape)
    formatters.set(locale, formatter)
  }
  return formatter.format(at)
}

function turned(text: string): (string | undefined)[] {
  const [whole, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  return [whole, day, month, year]
}
