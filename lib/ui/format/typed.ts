import { formatDay } from './day'

/*
 * Values as a customer could have typed them, so that they can stand in a field and be read from it again, with one
 * meaning only.
 */

/** @param amount a decimal, `1234.50` @returns `1234.50`, `1234,50`: without groups, which could be decimals */
export function typedAmount(amount: string, locale: string): string {
  return locale === 'it' ? amount.replace('.', ',') : amount
}

/** @param day `YYYY-MM-DD` @returns `1 December 2026`, with the month in words, which cannot be the day */
export function typedDay(day: string, locale: string): string {
  return formatDay(day, 'long', locale)
}
