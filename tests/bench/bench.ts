import { cpus, loadavg } from 'node:os'
import { measureCalls } from './calls'
import { rounded } from './measure'
import { measureMovements } from './movements'
import { measureOthersWait } from './others-wait'
import { measurePages } from './pages'
import { benchSandbox } from './sandbox'
import { measureStore } from './store'
import { measureTransfers } from './transfers'
import { measureTyped } from './typed'

/*
 * `npm run bench` measures every part, `npm run bench -- calls store` these two. Ratios are what counts: run it on a machine
 * that does nothing else; its load is printed. A part that fails costs its own figures only. A figure that has a limit
 * stands beside it.
 */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 2000)

const parts = {
  calls: () => measureCalls(ROUNDS),
  movements: measureMovements,
  typed: async () => measureTyped(),
  sandbox: () => benchSandbox(ROUNDS),
  store: measureStore,
  othersWait: measureOthersWait,
  pages: () => measurePages(),
  transfers: measureTransfers,
} satisfies Record<string, () => Promise<object>>

type Part = keyof typeof parts
const names = Object.keys(parts)
const isPart = (name: string): name is Part => Object.hasOwn(parts, name)

const asked = process.argv.slice(2)
const strange = asked.filter((name) => !isPart(name))
if (strange.length > 0) {
  process.stderr.write(`There is no part ${strange.join(', ')}. The parts are: ${names.join(', ')}.\n`)
  process.exit(2)
}

const report: Record<string, unknown> = {
  node: process.version,
  cpus: cpus().length,
  loadAtStart: rounded(loadavg()[0] ?? Number.NaN, 2),
}
for (const name of asked.length > 0 ? asked : names) {
  if (isPart(name)) report[name] = await measured(name)
}
process.stdout.write(`${JSON.stringify(report, null, 2)}\n`)
// Something that a failed part left open does not keep the figures of the others waiting.
process.exit()

async function measured(name: Part): Promise<object> {
  process.stderr.write(`${name} …\n`)
  try {
    return await parts[name]()
  } catch (error) {
    process.exitCode = 1
    process.stderr.write(`${name} failed: ${error instanceof Error ? error.stack : String(error)}\n`)
    return { failed: error instanceof Error ? error.message : String(error) }
  }
}
