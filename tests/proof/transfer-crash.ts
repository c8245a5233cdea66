import { randomInt } from 'node:crypto'
import { proveCrashes } from './crash'
import { Violation } from './proven-client'

/*
 * `npm run proof:crash`: kills the app at every boundary of a transfer, and at random moments. RUNS (of each boundary),
 * KILLS (at random), ONLY (boundaries, by commas), LANES (so many apps at once), DATABASE (pglite, postgres) and SEED (environment) repeat or shorten
 * a run.
 */
const { RUNS, KILLS, ONLY, LANES, DATABASE, SEED } = process.env
const seed = Number(SEED ?? randomInt(2 ** 32))
const only = ONLY === undefined ? {} : { only: ONLY.split(',') }
const started = Date.now()
try {
  const summary = await proveCrashes({
    runs: Number(RUNS ?? 10),
    randomKills: Number(KILLS ?? 300),
    lanes: Number(LANES ?? 2),
    database: DATABASE === 'postgres' ? 'postgres' : 'pglite',
    seed,
    ...only,
    onKill: (so) => {
      const done = so.kills.named + so.kills.random
      if (done % 20 === 0) console.error(JSON.stringify(so))
    },
  })
  console.log(
    JSON.stringify({
      held: true,
      database: DATABASE ?? 'pglite',
      seed,
      seconds: (Date.now() - started) / 1_000,
      ...summary,
    }),
  )
} catch (error) {
  if (!(error instanceof Violation)) throw error
  console.log(JSON.stringify({ held: false, seed, violation: error.message }))
  process.exitCode = 1
}

// A PostgreSQL of our own would keep the process.
process.exit()
