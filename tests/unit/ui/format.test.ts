import { describe, expect, it } from 'vitest'
import { ageBetween, formatAge } from '@/lib/ui/format/age'
import { maskIban, spokenIbanEnd } from '@/lib/ui/format/iban'
import { formatWait } from '@/lib/ui/format/wait'

describe('a masked IBAN', () => {
  it('keeps the country, the check digits and the last four', () => {
    expect(maskIban('IT60X0542811101000000123456')).toBe('IT60 ···· 3456')
  })

  it('does not care how the IBAN is grouped', () => {
    expect(maskIban('IT60 X054 2811 1010 0000 0123 456')).toBe('IT60 ···· 3456')
  })

  it('hides nearly all of a text that is too short to be an IBAN', () => {
    expect(maskIban('IT60X054')).toBe('···· 54')
  })

  it('is spoken by its end, figure by figure', () => {
    expect(spokenIbanEnd('IT60 X054 2811 1010 0000 0123 456')).toBe('3 4 5 6')
  })
})

describe('an age', () => {
  const now = Date.parse('2026-11-27T12:00:00Z')
  const ageOf = (instant: string) => {
    const age = ageBetween(Date.parse(instant), now)
    return age && formatAge(age, 'en')
  }

  it('is nothing yet for less than a minute, and for an instant in the future', () => {
    expect(ageOf('2026-11-27T11:59:00.001Z')).toBeUndefined()
    expect(ageOf('2026-11-27T12:05:00Z')).toBeUndefined()
  })

  it.each([
    ['2026-11-27T11:59:00Z', '1 minute ago'],
    ['2026-11-27T11:00:01Z', '59 minutes ago'],
    ['2026-11-27T11:00:00Z', '1 hour ago'],
    ['2026-11-26T12:00:01Z', '23 hours ago'],
    ['2026-11-26T12:00:00Z', '1 day ago'],
    ['2026-09-29T12:00:00Z', '59 days ago'],
    ['2026-09-28T12:00:00Z', '2 months ago'],
    ['2024-11-01T12:00:00Z', '2 years ago'],
  ])('of %s is %s', (instant, words) => {
    expect(ageOf(instant)).toBe(words)
  })

  it('speaks Italian', () => {
    expect(formatAge({ value: 2, unit: 'minute' }, 'it')).toBe('2 minuti fa')
  })
})

describe('a wait', () => {
  it.each([
    [0, 'en', '1 second'],
    [41.2, 'en', '42 seconds'],
    [60, 'en', '1 minute'],
    [61, 'en', '2 minutes'],
    [600, 'it', '10 minuti'],
  ])('of %d seconds in %s is %s', (seconds, locale, words) => {
    expect(formatWait(seconds, locale)).toBe(words)
  })
})
