import { randomInt } from 'node:crypto'
import { startDemo } from '@/tests/support/demo'
import { interleave, startParty } from '@/tests/support/two-customers'
import { createVisitor, overHttp } from '@/tests/support/visitor'

/*
 * `npm run proof:leaks`: two customers at work on one server at the same time, pages included, against the production
 * build and the development server; looks for anything of the one in an answer to the other. ROUNDS and SEED
 * (environment) repeat a run; `-- production` or `-- development` makes one of the two.
 */
const interleavings = Number(process.env.ROUNDS ?? 1_000)
const seed = Number(process.env.SEED ?? randomInt(2 ** 32))
console.log(`${interleavings} interleavings, seed ${seed}`)
const [only] = process.argv.slice(2)
if (only !== 'development') await prove('production')
if (only !== 'production') await prove('development', '--dev')

async function prove(name: string, ...flags: '--dev'[]): Promise<void> {
  const demo = await startDemo(...flags)
  try {
    const him = await startParty('matteo', createVisitor(demo.appUrl, overHttp))
    const her = await startParty('aisha', createVisitor(demo.appUrl, overHttp))
    const report = await interleave([him, her], {
      interleavings,
      seed,
      kinds: ['page', 'read'],
      changes: true,
    })
    const holds = report.leaks.length === 0 && report.withOwnMarks > report.answers / 3
    console.log(`${holds ? 'held' : 'VIOLATED'}, ${name}: ${JSON.stringify(report)}`)
    if (!holds) process.exitCode = 1
  } finally {
    await demo.stop()
  }
}
