import { describe, expect, it } from 'vitest'
import { languageOf } from '@/lib/web/language'

describe('language', () => {
  it.each<[string | undefined, string | null, string, string]>([
    ['it', 'en-GB,en;q=0.9', 'it', 'the choice wins over the browser'],
    ['fr', 'it', 'it', 'a choice that is not ours is ignored'],
    [undefined, 'it-IT,it;q=0.9,en;q=0.8', 'it', 'a regional form'],
    [undefined, 'fr, en;q=0.5, it;q=0.7', 'it', 'the best of ours by weight'],
    [undefined, 'it;q=0, en', 'en', 'zero means not wanted'],
    [undefined, 'de', 'en', 'neither: English'],
    [undefined, null, 'en', 'no header'],
    [undefined, ';;;q=,,', 'en', 'nonsense'],
  ])('%s + %s -> %s (%s)', (chosen, header, expected, _why) => {
    expect(languageOf(chosen, header)).toBe(expected)
  })
})
