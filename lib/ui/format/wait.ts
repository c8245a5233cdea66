const formatters = new Map<string, Intl.NumberFormat>()

/** How long to wait, in the larger unit and never too little: `42 seconds`, `2 minuti`. */
export function formatWait(seconds: number, locale: string): string {
  const wait = Math.max(1, Math.ceil(seconds))
  return wait < 60 ? inUnit(wait, 'second', locale) : inUnit(Math.ceil(wait / 60), 'minute', locale)
}

/** `30 days`, `1 giorno`. */
export function formatDays(days: number, locale: string): string {
  return inUnit(days, 'day', locale)
}

function inUnit(value: number, unit: 'second' | 'minute' | 'day', locale: string): string {
  const key = `${locale} ${unit}`
  let formatter = formatters.get(key)
  if (!formatter) {
    formatter = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' })
    formatters.set(key, formatter)
  }
  return formatter.format(value)
}
