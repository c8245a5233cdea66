import { describe, expect, it } from 'vitest'
import { trendShape } from '@/lib/ui/trend-shape'

const heights = (path: string) =>
  [...path.matchAll(/[ML,](?:-?[\d.]+),(-?[\d.]+)/g)].map(([, y]) => Number(y))

describe('the line of a balance', () => {
  it('goes from edge to edge, higher where there is more, and stays in its box', () => {
    const { line, zero } = trendShape(['10', '30.50', '20'], 100, 50)
    expect(line).toMatch(/^M0,[\d.]+L50,[\d.]+L100,[\d.]+$/)
    const [first = 0, second = 0, third = 0] = heights(line.replaceAll('L', 'M'))
    expect(second).toBeLessThan(third)
    expect(third).toBeLessThan(first)
    for (const y of [first, second, third]) expect(y > 0 && y < 50).toBe(true)
    expect(zero).toBeNull()
  })

  it('that is flat, or nothing at all, is in the middle', () => {
    expect(trendShape(['5', '5.00'], 10, 10).line).toBe('M0,5L10,5')
    expect(trendShape(['0', '0'], 10, 10).line).toBe('M0,5L10,5')
  })

  it('that crosses zero shows where zero is; one that does not, does not', () => {
    expect(trendShape(['-10', '10'], 10, 10).zero).toBe(5)
    expect(trendShape(['-10', '-1'], 10, 10).zero).toBeNull()
    expect(trendShape(['0', '1'], 10, 10).zero).toBeNull()
  })

  it('of huge amounts and of a year of days is a path', () => {
    expect(trendShape(['99999999999999999.99', '-99999999999999999.99'], 10, 10).line).toBe('M0,0.7L10,9.3')
    const year = trendShape(
      Array.from({ length: 365 }, (_, day) => `${day % 7}.005`),
      1000,
      100,
    )
    expect(`${year.line}${year.area}`).not.toMatch(/NaN|Infinity|undefined/)
  })
})
