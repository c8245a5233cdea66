export type Language = 'en' | 'it'

const maxHeaderLength = 200

/** The language of texts by Accept-Language (RFC 9110, 12.5.4): the acceptable one with the highest q, else English. */
export function chooseLanguage(acceptLanguage: string | undefined): Language {
  if (!acceptLanguage || acceptLanguage.length > maxHeaderLength) return 'en'
  let chosen: Language = 'en'
  let best = 0
  for (const part of acceptLanguage.split(',')) {
    const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
    const quality = Number(
      parameters
        .find((text) => text.trim().startsWith('q='))
        ?.trim()
        .slice(2) ?? '1',
    )
    const language = tag.split('-')[0]
    if ((language === 'en' || language === 'it') && quality > best) {
      chosen = language
      best = quality
    }
  }
  return chosen
}
