import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Exact, Groups, Phrase } from '@/lib/ui/exact'

const html = renderToStaticMarkup

describe('a value that is exact', () => {
  it('is kept from translation', () => {
    expect(html(<Exact className="x">€ 1.00</Exact>)).toBe('<span translate="no" class="x">€ 1.00</span>')
  })

  it('is its own key, so that its element is replaced with it', () => {
    expect(Exact({ children: '€ 1.00' }).key).toBe('€ 1.00')
    expect(Phrase({ children: 'Booked € 1.00', exact: ['€ 1.00'] }).key).toBe('Booked € 1.00')
  })
})

describe('words around exact values', () => {
  const kept = (value: string) => `<span translate="no">${value}</span>`

  it.each([
    [['€ 1'], 'booked € 1', `booked ${kept('€ 1')}`],
    [['€ 1'], '€ 1 contabile', `${kept('€ 1')} contabile`],
    [['€ 1', 'Ada'], '€ 1 to Ada.', `${kept('€ 1')} to ${kept('Ada')}.`],
    [['€ 1', '€ 1'], '€ 1 and € 1', `${kept('€ 1')} and ${kept('€ 1')}`],
    [[], 'nothing', 'nothing'],
    [['€ 2'], 'nothing of it', 'nothing of it'],
    [[''], 'an empty one', 'an empty one'],
    [['<b>'], 'a <b> name', `a ${kept('&lt;b&gt;')} name`],
  ])('%j in “%s”', (exact, text, inside) => {
    expect(html(<Phrase exact={exact}>{text}</Phrase>)).toBe(`<span>${inside}</span>`)
  })
})

describe('a long figure may go on in the next line after a group, and nowhere else', () => {
  it.each([
    ['€ 148,765,432.10', '€ 148,<wbr/>765,<wbr/>432.10'],
    ['148.765.432,10 €', '148.<wbr/>765.<wbr/>432,10 €'],
    ['148,765,432', '148,<wbr/>765,<wbr/>432'],
    ['€ 31,429.73', '€ 31,429.73'],
    ['€ 1,234,567.8901', '€ 1,<wbr/>234,<wbr/>567.8901'],
    ['28.11.2026', '28.11.2026'],
  ])('%s', (figure, written) => {
    expect(html(<Groups>{figure}</Groups>)).toBe(written)
  })
})
