import { describe, expect, it } from 'vitest'
import { movementInitials, movementKind, movementTitle } from '@/lib/ui/format/movement'
import { movementWords } from '@/lib/ui/format/movement-words'

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

describe('a movement in words that a person can read', () => {
  const payment = {
    ...texts,
    amount: '-9.90',
    shortDescription: 'PAGAMENTO POS',
    extendedDescription: 'TRATTORIA DA BEPPE CARTA *0190',
  }

  it('is the counterpart, the kind and the rest', () => {
    expect(movementWords(payment)).toEqual({
      title: 'Trattoria da Beppe',
      isCounterpart: true,
      kind: 'card',
      rest: 'Carta *0190',
    })
  })

  it.each([
    ['the kind alone is known', { extendedDescription: 'CARTA *0190' }, 'CARTA *0190', 'card', null],
    ['no rule fits', { shortDescription: 'GIROCONTO' }, payment.extendedDescription, null, 'GIROCONTO'],
    ['the sign says another', { amount: '0.00' }, payment.extendedDescription, null, 'PAGAMENTO POS'],
    ['there is no longer text', { extendedDescription: null }, 'PAGAMENTO POS', 'card', null],
  ])('is what the bank wrote, to the letter, where %s', (_where, change, title, kind, rest) => {
    expect(movementWords({ ...payment, ...change })).toEqual({ title, isCounterpart: false, kind, rest })
  })

  it('hides nothing in a name or beside it', () => {
    const turned = { ...payment, extendedDescription: 'TRATTORIA\u202e BEPPE CARTA *0190 \u0007A' }
    expect(movementWords(turned)).toMatchObject({
      title: 'Trattoria\ufffd Beppe',
      rest: expect.stringContaining('\ufffd'),
    })
  })
})
