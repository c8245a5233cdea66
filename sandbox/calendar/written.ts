import type { Language } from '../api/language'
import type { BankDay } from './bank-day'

const formatIn = (language: Language) =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : 'it-IT', { dateStyle: 'long', timeZone: 'UTC' })

const formats: Readonly<Record<Language, Intl.DateTimeFormat>> = { en: formatIn('en'), it: formatIn('it') }

/** For people: `3 April 2026`, in Italian `3 aprile 2026`. */
export function writtenDay(day: BankDay, language: Language): string {
  return formats[language].format(new Date(`${day}T00:00:00Z`))
}
