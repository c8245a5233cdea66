import { Violation } from './proven-client'
import { proveTamper } from './tamper'

/*
 * `npm run proof:tamper`: 60 attempts to have something else executed than was shown, and each step out of its order or with
 * another customer's ids.
 */
const started = Date.now()
try {
  const summary = await proveTamper()
  console.log(JSON.stringify({ held: true, seconds: (Date.now() - started) / 1_000, ...summary }))
} catch (error) {
  if (!(error instanceof Violation)) throw error
  console.log(JSON.stringify({ held: false, violation: error.message }))
  process.exitCode = 1
}
