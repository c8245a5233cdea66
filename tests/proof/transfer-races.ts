import { randomInt } from 'node:crypto'
import { postgresMissing } from '@/tests/support/postgres-server'
import { Violation } from './proven-client'
import { proveRaces } from './races'

/*
 * `npm run proof:races`: races for each step of transfers between devices, servers, pages and jobs. Needs PostgreSQL, as
 * the tests do (tests/README.md). RACES and SEED (environment) repeat or shorten a run.
 */
const missing = postgresMissing()
if (missing !== undefined) throw new Error(`two servers need PostgreSQL: ${missing}`)
const seed = Number(process.env.SEED ?? randomInt(2 ** 32))
const started = Date.now()
try {
  const summary = await proveRaces({
    races: Number(process.env.RACES ?? 1_000),
    seed,
    onTransfer: (so) => {
      if (so.transfers % 10 === 0) console.error(JSON.stringify(so))
    },
  })
  console.log(JSON.stringify({ held: true, seed, seconds: (Date.now() - started) / 1_000, ...summary }))
} catch (error) {
  if (!(error instanceof Violation)) throw error
  console.log(JSON.stringify({ held: false, seed, violation: error.message }))
  process.exitCode = 1
}
// The PostgreSQL of the tests would keep the process.
process.exit()
