import { keysOf, proveLost, ways } from './lost'
import { Violation } from './proven-client'

/*
 * `npm run proof:lost`: the answer of execute is lost in six ways, with four answers to the status reads that follow, 25
 * transfers of each. EACH and WAYS (by commas; environment) make it shorter.
 */
const { EACH, WAYS } = process.env
const started = Date.now()
try {
  const summary = await proveLost({
    each: Number(EACH ?? 25),
    only: keysOf(ways).filter((way) => WAYS === undefined || WAYS.split(',').includes(way)),
    onCell: (way, status, so) => console.error(way, status, JSON.stringify(so)),
  })
  console.log(JSON.stringify({ held: true, seconds: (Date.now() - started) / 1_000, ...summary }))
} catch (error) {
  if (!(error instanceof Violation)) throw error
  console.log(JSON.stringify({ held: false, violation: error.message }))
  process.exitCode = 1
}
