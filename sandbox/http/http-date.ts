const form =
  /^(?:Sun|Mon|Tue|Wed|Thu|Fri|Sat), \d{2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}:\d{2} GMT$/

/** Reads `Www, DD Mon YYYY hh:mm:ss GMT` (RFC 9110, IMF-fixdate) strictly, weekday included; null when it is not one. */
export function parseHttpDate(text: string): Date | null {
  if (!form.test(text)) return null
  const date = new Date(text)
  return Number.isNaN(date.getTime()) || date.toUTCString() !== text ? null : date
}
