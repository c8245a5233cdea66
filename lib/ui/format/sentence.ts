/** As a sentence begins: Italian writes the names of days small anywhere else. */
export function asSentence(text: string, locale: string): string {
  const [first = ''] = text
  return first.toLocaleUpperCase(locale) + text.slice(first.length)
}
