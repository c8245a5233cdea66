type Age = { value: number; unit: 'minute' | 'hour' | 'day' | 'month' | 'year' }

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/**
 * How long ago, in the largest unit that says something: `{value: 2, unit: 'minute'}`. Undefined when it
 * is less than a minute, or in the future because two clocks differ.
 */
export function ageBetween(thenMs: number, nowMs: number): Age | undefined {
  const elapsedMs = nowMs - thenMs
  if (elapsedMs < minuteMs) return undefined
  if (elapsedMs < hourMs) return { value: Math.floor(elapsedMs / minuteMs), unit: 'minute' }
  if (elapsedMs < dayMs) return { value: Math.floor(elapsedMs / hourMs), unit: 'hour' }
  const days = Math.floor(elapsedMs / dayMs)
  if (days < 60) return { value: days, unit: 'day' }
  if (days < 730) return { value: Math.floor(days / 30), unit: 'month' }
  return { value: Math.floor(days / 365), unit: 'year' }
}

const formatters = new Map<string, Intl.RelativeTimeFormat>()

/** `2 minutes ago`, `2 minuti fa`. */
export function formatAge(age: Age, locale: string): string {
  let formatter = formatters.get(locale)
  if (!formatter) {
    formatter = new Intl.RelativeTimeFormat(locale, { numeric: 'always' })
    formatters.set(locale, formatter)
  }
  return formatter.format(-age.value, age.unit)
}
