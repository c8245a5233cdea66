import type { Language } from '../api/language'
import { type BankDay, bankTimeOf } from '../calendar/bank-day'

const months: Record<Language, string> = {
  en: 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec',
  it: 'gen feb mar apr mag giu lug ago set ott nov dic',
}

/** `2026-11-08` as `8 Nov 2026`, for a narrow column. */
export function dayText(day: BankDay, language: Language): string {
  const [year = '', month = '', dayOfMonth = ''] = day.split('-')
  return `${Number(dayOfMonth)}\u00a0${months[language].split(' ')[Number(month) - 1] ?? month}\u00a0${year}`
}

/** An instant as the bank's clock shows it, `14:35`. */
export function timeText(epochMs: number): string {
  return bankTimeOf(new Date(epochMs))[1].slice(0, 5)
}

/** Country and check digits, and the last four: enough to tell one's accounts apart. */
export function maskedIban(iban: string): string {
  return `${iban.slice(0, 4)}\u00a0…\u00a0${iban.slice(-4)}`
}
