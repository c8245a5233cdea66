import { randomInt } from 'node:crypto'
import { proveKills } from './kill'
import { Violation } from './proven-client'

/*
 * `npm run proof:sandbox`: kills the bank at random moments and looks whether anything that it had acknowledged is gone
 * or doubled. ROUNDS and SEED (environment) repeat a run.
 */
const rounds = Number(process.env.ROUNDS ?? 200)
const seed = Number(process.env.SEED ?? randomInt(2 ** 32))
console.log(`${rounds} kills, seed ${seed}`)
try {
  const done = await proveKills({
    rounds,
    seed,
    onRound: (so) => {
      if (so.rounds % 10 === 0) console.log(JSON.stringify(so))
    },
  })
  console.log(`held: nothing acknowledged is missing or doubled. ${JSON.stringify(done)}`)
} catch (error) {
  if (!(error instanceof Violation)) throw error
  console.error(`VIOLATED: ${error.message}`)
  process.exitCode = 1
}
