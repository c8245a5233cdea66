import { Violation } from './proven-client'
import { proveStatus } from './status'

/*
 * `npm run proof:status`: 200 transfers wait for a bank that says PENDING, with three tabs each, for fifteen minutes of
 * the test's time. TRANSFERS (environment) makes it shorter.
 */
const started = Date.now()
try {
  const summary = await proveStatus({ transfers: Number(process.env.TRANSFERS ?? 200) })
  console.log(JSON.stringify({ held: true, seconds: (Date.now() - started) / 1_000, ...summary }))
} catch (error) {
  if (!(error instanceof Violation)) throw error
  console.log(JSON.stringify({ held: false, violation: error.message }))
  process.exitCode = 1
}
