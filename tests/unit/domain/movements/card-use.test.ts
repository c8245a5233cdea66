import { describe, expect, it } from 'vitest'
import { cardUse } from '@/lib/domain/movements/card-use'

describe('what the bank writes of a card', () => {
  it.each([
    ['Carta *0190 del 24/11/2026', { card: '*0190', day: '2026-11-24', rest: null }],
    ['Carta *0190', { card: '*0190', day: null, rest: null }],
    ['CARTA 0190 DEL 24/11/2026 NR. AUT. 7', { card: '0190', day: '2026-11-24', rest: 'NR. AUT. 7' }],
    ['Carta *0190 del 24/11/26', { card: '*0190', day: null, rest: 'del 24/11/26' }],
    ['Carta xxxx0190 nr. aut. 7', { card: 'xxxx0190', day: null, rest: 'nr. aut. 7' }],
  ])('%s', (text, use) => {
    expect(cardUse(text)).toEqual(use)
  })

  it.each(['Carta aziendale *0190', 'Carta 12345', 'Carta', 'Carta *0190,', 'La carta *0190', ''])(
    'leaves “%s” as it is',
    (text) => {
      expect(cardUse(text)).toBeNull()
    },
  )
})
