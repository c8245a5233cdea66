/** The languages the product speaks; the first is the one used when nothing else is asked for. */
export const locales = ['en', 'it'] as const

export type Locale = (typeof locales)[number]

const defaultLocale: Locale = 'en'

/** Names of the cookie that keeps the customer's choice of language: over https, and over http on localhost. */
export const localeCookie = { secure: '__Host-locale', plain: 'locale' } as const

/**
 * The customer's choice of language. Where it matters, no request over https comes with the plain name: `proxy.ts` drops it.
 * @param read gives the value of the cookie of that name
 */
export function chosenLocale(read: (name: string) => string | undefined): string | undefined {
  return read(localeCookie.secure) ?? read(localeCookie.plain)
}

export function isLocale(value: unknown): value is Locale {
  return locales.some((locale) => locale === value)
}

/**
 * The language to speak: the customer's own choice, else the best of the browser's list, else English.
 *
 * `acceptLanguage` is the header as received (RFC 9110, 12.5.4), for example `it-IT,it;q=0.9,en;q=0.8`.
 */
export function chooseLocale(cookie: string | undefined, acceptLanguage: string | null): Locale {
  if (isLocale(cookie)) return cookie
  return preferredLocale(acceptLanguage ?? '') ?? defaultLocale
}

/** No browser sends a longer header; the rest is not read. */
const longestHeader = 500

function preferredLocale(acceptLanguage: string): Locale | undefined {
  let best: Locale | undefined
  let bestQuality = 0
  for (const range of acceptLanguage.slice(0, longestHeader).split(',')) {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    const language = tag.split('-')[0]
    const quality = qualityOf(parameters)
    if (isLocale(language) && quality > bestQuality) {
      best = language
      bestQuality = quality
    }
  }
  return best
}

function qualityOf(parameters: string[]): number {
  const written = parameters.find((parameter) => parameter.startsWith('q='))
  if (written === undefined) return 1
  const quality = Number(written.slice(2))
  return quality >= 0 && quality <= 1 ? quality : 0
}
