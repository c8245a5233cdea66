import { scaleLinear } from 'd3-scale'
import { area, curveLinear, line } from 'd3-shape'

/** Where a line of amounts is drawn: numbers for pictures only. Whatever is read is the amounts themselves. */
export type TrendShape = {
  line: string
  area: string
  /** Where zero is, where some are above and some below it. */
  zero: number | null
}

/** Of the height, above the highest and under the lowest. */
const AIR = 0.08
/** Nobody sees a tenth of a pixel. */
const DIGITS = 1

/**
 * Paths of these amounts in a box of this size, evenly from left to right. The box begins a little under the lowest and
 * not at zero, so that changes of a large balance can be seen; the area reaches to zero where that is in sight.
 *
 * @param amounts decimals, at least two
 */
export function trendShape(amounts: readonly string[], width: number, height: number): TrendShape {
  const values = amounts.map(Number)
  const [lowest, highest] = [Math.min(...values), Math.max(...values)]
  // A balance that stands still is a line in the middle.
  const air = (highest - lowest || Math.abs(highest) || 1) * AIR
  const [from, to] = [lowest - air, highest + air]
  const x = scaleLinear([0, values.length - 1], [0, width])
  const y = scaleLinear([from, to], [height, 0])
  const ground = Math.min(Math.max(0, from), to)
  const place = (_: number, index: number) => x(index)
  const lineOf = line<number>(place, y).curve(curveLinear).digits(DIGITS)
  const areaOf = area<number>(place, y(ground), y).curve(curveLinear).digits(DIGITS)
  return {
    line: lineOf(values) ?? '',
    area: areaOf(values) ?? '',
    zero: lowest < 0 && highest > 0 ? Number(y(0).toFixed(DIGITS)) : null,
  }
}
