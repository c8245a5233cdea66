import { describe, expect, it } from 'vitest'
import { chooseLocale } from '@/lib/domain/locale'

describe('the language of a page', () => {
  it('is what the customer chose, whatever the browser prefers', () => {
    expect(chooseLocale('it', 'en-GB,en;q=0.9')).toBe('it')
  })

  it.each([
    ['it-IT,it;q=0.9,en;q=0.8', 'it'],
    ['en-GB,en;q=0.9,it;q=0.8', 'en'],
    ['de-DE,de;q=0.9,it;q=0.5,en;q=0.3', 'it'],
    ['en;q=0.2, IT ; q=0.9', 'it'],
    ['it;q=0, en', 'en'],
  ])('follows the browser: %s', (header, locale) => {
    expect(chooseLocale(undefined, header)).toBe(locale)
  })

  it.each([null, '', '*', 'fr,de', ';;;,,q=', 'it;q=banana', 'x'.repeat(100_000)])(
    'is English when nothing else can be told',
    (header) => {
      expect(chooseLocale(undefined, header)).toBe('en')
    },
  )

  it('does not believe a cookie that is not a language of ours', () => {
    expect(chooseLocale('../../etc', 'it')).toBe('it')
  })
})
