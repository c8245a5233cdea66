import { randomInt } from 'node:crypto'
import { proveCrashes } from './crash'

/*
 * `npm run proof:crash`: kills the app at every boundary of a transfer, and at random moments. RUNS (of each boundary),
 * KILLS (at random), ONLY (boundaries, by commas), LANES (so many apps at once), DATABASE (pglite, postgres) and SEED (environment) repeat or shorten
 * a run.
 */
const { RUNS, KILLS, ONLY, LANES, DATABASE, SEED } = process.env
const seed = Number(SEED ?? randomInt(2 ** 32))
const only = ONLY === undefined ? {} : { only: ONLY.split(',') }
const started = Date.now()
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
const held = summary.violations.length === 0
const seconds = (Date.now() - started) / 1_000
console.log(JSON.stringify({ held, database: DATABASE ?? 'pglite', seed, seconds, ...summary }))
// A PostgreSQL of our own would keep the process.
process.exit(held ? 0 : 1)
