import { describe, expect, it } from 'vitest'
import { movementInitials, movementKind, movementTitle } from '@/lib/ui/format/movement'

const texts = { extendedDescription: null, shortDescription: null, codeDescription: null }

describe('what a movement is called', () => {
  it('is the longest text that the bank sent, and then what kind it is', () => {
    const movement = {
      ...texts,
      extendedDescription: 'TRATTORIA DA BEPPE',
      shortDescription: 'PAGAMENTO POS',
    }
    expect([movementTitle(movement), movementKind(movement)]).toEqual(['TRATTORIA DA BEPPE', 'PAGAMENTO POS'])
    const short = { ...texts, shortDescription: 'CANONE', codeDescription: 'CANONE' }
    expect([movementTitle(short), movementKind(short)]).toEqual(['CANONE', null])
    expect(movementTitle(texts)).toBeNull()
  })

  it('hides nothing, and turns nothing around: not the amount beside it either', () => {
    const turned = { ...texts, extendedDescription: 'BONIFICO \u202e00.1', shortDescription: 'POS\u0007' }
    expect([movementTitle(turned), movementKind(turned)]).toEqual(['BONIFICO \ufffd00.1', 'POS\ufffd'])
    const blank = { ...texts, extendedDescription: '\u200b\u2060', shortDescription: 'BONIFICO' }
    expect([movementTitle(blank), movementKind(blank)]).toEqual(['BONIFICO', null])
    expect(movementTitle({ ...texts, codeDescription: '\u00ad\u200b' })).toBeNull()
  })

  it.each([
    ['TRATTORIA DA BEPPE', 'TB'],
    ['A FAVORE DI Øystein Åkre', 'FØ'],
    ["L'UOVO", 'UO'],
    ['00123 *42', '·'],
    ['日本', '日本'],
    [null, '·'],
  ])('%s has the initials %s', (title, initials) => {
    expect(movementInitials(title)).toBe(initials)
  })
})
