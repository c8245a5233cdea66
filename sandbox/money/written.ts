import type { Language } from '../api/language'
import { type Cents, formatAmount } from './amount'

const marks: Readonly<Record<Language, { group: string; decimal: string }>> = {
  en: { group: ',', decimal: '.' },
  it: { group: '.', decimal: ',' },
}

/** For people: `1,234.56 EUR`, in Italian `1.234,56 EUR`. */
export function writtenAmount(cents: Cents, currency: string, language: Language): string {
  const { group, decimal } = marks[language]
  const [units = '', hundredths = ''] = formatAmount(cents).split('.')
  return `${units.replace(/\B(?=(\d{3})+$)/g, group)}${decimal}${hundredths} ${currency}`
}
