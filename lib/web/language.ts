/** The customer's language: what they chose, else what the browser prefers of ours, else English. */
export function languageOf(chosen: string | undefined, acceptLanguage: string | null): 'en' | 'it' {
  if (chosen === 'en' || chosen === 'it') return chosen
  const preferred = (acceptLanguage ?? '')
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const quality = parameters.map((parameter) => /^\s*q=([\d.]+)$/.exec(parameter)?.[1]).find(Boolean)
      return { language: tag.split('-')[0], quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
  for (const { language } of preferred) {
    if (language === 'en' || language === 'it') return language
  }
  return 'en'
}
