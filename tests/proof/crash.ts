import { setTimeout as pause } from 'node:timers/promises'
import { settingsFor } from '@/tests/support/app'
import { type BankTruth, truthOf } from '@/tests/support/bank-truth'
import { type DatabaseKind, newMigratedDatabase } from '@/tests/support/database'
import * as paying from '@/tests/support/paying-visitor'
import { seededRandom } from '@/tests/support/random'
import { freePort, startTestSandbox, type TestSandbox } from '@/tests/support/sandbox'
import { createVisitor, overHttp } from '@/tests/support/visitor'
import { type AppProcess, startApp } from './app-process'
import { boundaries } from './boundaries'
import { payThrough, type Way } from './pay-through'
import { Violation } from './proven-client'
import { trueLook } from './true-look'

/*
 * The app is killed with SIGKILL while a customer pays, at a boundary by name or at any moment, and started again. What
 * it then says of the transfer is held against the bank's own books, at every look; and the customer goes on with it, or
 * finds it finished.
 */

export type CrashProof = {
  /** Of each boundary. */
  runs: number
  randomKills: number
  /** Only these boundaries; all of them when absent. */
  only?: readonly string[]
  /** So many banks and apps at the same time. */
  lanes?: number
  /** The embedded one when absent. On PostgreSQL a restart takes half as long. */
  database?: DatabaseKind
  /** The same seed gives the same choices and moments; what the machine makes of them may differ. */
  seed: number
  onKill?(summary: CrashSummary): void
}

export type CrashSummary = {
  violations: string[]
  boundaries: number
  kills: { named: number; random: number }
  /** Kills after which no request of the customer had failed: it had all been done. */
  randomAfterTheEnd: number
  transfers: number
  executed: number
  mostExecutesOfOne: number
  /** Of transfers by what they were when they stood still after the restart. */
  restedIn: Record<string, number>
  endedIn: Record<string, number>
  /** Seconds from the start of the process until it answers, and until the transfer stood still in a true state. */
  slowest: { restart: number; truth: number; killedAt: string }
  /** Unknown after a restart although the bank had executed: what they came to in the end. */
  doubts: { executed: number; resolved: number; notExecuted: number }
}

type Kill = { at: string | null; laterMs: number }

/** So many kills on one bank and one database. */
const KILLS_IN_A_SCENE = 40
const GONE_MS = 60_000
const TRUTH_MS = 60_000
const DOUBT_MS = 70_000
/** What is not to last: something was being asked, or comes next by itself. */
const moving = ['checking', 'starting', 'returned', 'authorized', 'executing']
const payers = ['niccolo', 'aisha', 'chiara', 'giulia']

/** @returns with what was violated, and by which kill; the proof goes on after it */
export async function proveCrashes(proof: CrashProof): Promise<CrashSummary> {
  const random = seededRandom(proof.seed)
  const named = proof.only ?? boundaries
  const summary = newSummary(named.length)
  const kills: Kill[] = [
    ...Array.from({ length: proof.runs }, () =>
      named.map((at) => ({ at, laterMs: random.between(0, 12) })),
    ).flat(),
    ...Array.from({ length: proof.randomKills }, () => ({ at: null, laterMs: random.next() })),
  ]
  const scenes = Array.from({ length: Math.ceil(kills.length / KILLS_IN_A_SCENE) }, (_, index) => ({
    place: index + 1,
    username: random.pick(payers),
    kills: kills.slice(index * KILLS_IN_A_SCENE, (index + 1) * KILLS_IN_A_SCENE),
  }))
  const lane = async () => {
    for (let next = scenes.shift(); next !== undefined; next = scenes.shift()) {
      await playScene(proof, next, summary)
    }
  }
  await Promise.all(Array.from({ length: proof.lanes ?? 1 }, lane))
  return summary
}

async function playScene(
  { seed, database = 'pglite', onKill = () => {} }: CrashProof,
  { place, username, kills }: { place: number; username: string; kills: readonly Kill[] },
  summary: CrashSummary,
): Promise<void> {
  const scene = await setScene(username, database)
  try {
    for (const kill of kills) {
      await killOnce(scene, kill, summary).catch(async (error: unknown) => {
        const where = `seed ${seed}, transfer ${scene.number} of scene ${place}, killed at ${kill.at ?? 'a random moment'}`
        summary.violations.push(`${where}: ${error instanceof Error ? error.message : String(error)}`)
        scene.app.kill()
        await scene.app.gone
        scene.app = await startApp(scene.settings, true)
      })
      onKill(summary)
    }
    await settleDoubts(scene, summary)
  } finally {
    await scene.close()
  }
}

function newSummary(count: number): CrashSummary {
  return {
    violations: [],
    boundaries: count,
    kills: { named: 0, random: 0 },
    randomAfterTheEnd: 0,
    transfers: 0,
    executed: 0,
    mostExecutesOfOne: 0,
    restedIn: {},
    endedIn: {},
    slowest: { restart: 0, truth: 0, killedAt: '' },
    doubts: { executed: 0, resolved: 0, notExecuted: 0 },
  }
}

type Scene = {
  sandbox: TestSandbox
  customer: paying.PayingCustomer
  app: AppProcess
  settings: Record<string, string>
  number: number
  /** How long a whole transfer takes without a kill (milliseconds). */
  wayMs: number
  doubts: { order: paying.PayingOrder; transferId: string }[]
  close(): Promise<void>
}

async function setScene(username: string, kind: DatabaseKind): Promise<Scene> {
  const port = await freePort()
  const appUrl = `http://localhost:${port}`
  const sandbox = await startTestSandbox({ appUrl })
  const database = await newMigratedDatabase(kind)
  const settings = settingsFor(sandbox.kit, {
    APP_URL: appUrl,
    PORT: String(port),
    DATA_DIR: database.settings.dataDir,
    DATABASE_URL: database.settings.databaseUrl ?? '',
  })
  let app: AppProcess | undefined
  const close = async () => {
    if (scene !== undefined) app = scene.app
    app?.kill()
    await app?.gone.catch(() => {})
    await sandbox.stop()
    await database.remove()
  }
  let scene: Scene | undefined
  try {
    app = await startApp(settings, true)
    const oneTimeCode = sandbox.kit.customers.find((one) => one.username === username)?.oneTimeCode ?? ''
    const visitor = createVisitor(appUrl, overHttp)
    const customer = await paying.openPayer(visitor, { username, oneTimeCode })
    scene = { sandbox, customer, app, settings, number: 0, wayMs: 1_000, doubts: [], close }
    await payThrough(scene, paying.orderOf(0))
    const start = performance.now()
    await payThrough(scene, paying.orderOf(1))
    scene.wayMs = performance.now() - start
    return scene
  } catch (error) {
    await close()
    throw error
  }
}

/** One transfer, one kill, one restart. */
async function killOnce(scene: Scene, kill: Kill, summary: CrashSummary): Promise<void> {
  scene.number += 1
  const order = paying.orderOf(scene.number + 1)
  const way: Way = { view: null, back: null, order }
  const timer = kill.at === null ? setTimeout(() => scene.app.kill(), kill.laterMs * scene.wayMs) : undefined
  if (kill.at !== null) scene.app.dieAt(kill.at, kill.laterMs)
  const failure = await payThrough(scene, order, way).then(
    () => null,
    (error: unknown) => error,
  )
  clearTimeout(timer)
  // A request of an app that dies fails, and so may that which it was to make of it.
  if (failure !== null || kill.at !== null) await Promise.race([scene.app.gone, pause(GONE_MS)])
  if (failure instanceof Violation || (failure !== null && !scene.app.isGone)) throw failure
  if (kill.at !== null && !scene.app.isGone) throw new Violation('it did not come to this boundary')
  if (failure === null && kill.at === null) summary.randomAfterTheEnd += 1
  scene.app.kill()
  await scene.app.gone
  summary.kills[kill.at === null ? 'random' : 'named'] += 1
  const restarted = performance.now()
  scene.app = await startApp(scene.settings, true)
  await afterRestart(scene, kill, way, summary, restarted)
}

async function afterRestart(
  scene: Scene,
  kill: Kill,
  way: Way,
  summary: CrashSummary,
  restarted: number,
): Promise<void> {
  const restart = secondsSince(restarted)
  way.view ??= await paying.begin(scene.customer, way.order)
  const { transferId } = way.view
  // Nobody presses anything: jobs alone bring it to a state that is true and stays.
  for (;;) {
    const view = await trueLook(scene.sandbox, scene.customer, way.order, transferId)
    way.view = view
    if (!moving.includes(view.state)) break
    if (performance.now() - restarted > TRUTH_MS)
      throw new Violation(`a minute after the restart it is ${view.state}`)
    await pause(50)
  }
  const truth = secondsSince(restarted)
  if (truth > summary.slowest.truth) summary.slowest = { restart, truth, killedAt: kill.at ?? 'random' }
  count(summary.restedIn, way.view.state)
  const end = await payThrough(scene, way.order, way)
  count(summary.endedIn, end.state)
  summary.transfers += 1
  if (end.state === 'unknown') {
    scene.doubts.push({ order: way.order, transferId })
    return
  }
  tally(summary, truthOf(scene.sandbox, way.order.note))
}

const secondsSince = (start: number) => Math.round((performance.now() - start) / 100) / 10

function tally(summary: CrashSummary, { executeCalls, executed }: BankTruth): void {
  summary.executed += executed.length
  summary.mostExecutesOfOne = Math.max(summary.mostExecutesOfOne, executeCalls)
}

const count = (counts: Record<string, number>, name: string) => {
  counts[name] = (counts[name] ?? 0) + 1
}

/** What nobody knows after a kill is made certain by the movements, where the bank has executed. */
async function settleDoubts(scene: Scene, summary: CrashSummary): Promise<void> {
  const deadline = performance.now() + DOUBT_MS
  for (const { order, transferId } of scene.doubts) {
    const { executed } = truthOf(scene.sandbox, order.note)
    let view = await trueLook(scene.sandbox, scene.customer, order, transferId)
    while (executed.length > 0 && view.state === 'unknown' && performance.now() < deadline) {
      await paying.press(scene.customer, transferId, 'continue')
      await pause(500)
      view = await trueLook(scene.sandbox, scene.customer, order, transferId)
    }
    tally(summary, truthOf(scene.sandbox, order.note))
    if (executed.length === 0) summary.doubts.notExecuted += 1
    else summary.doubts.executed += 1
    if (view.state === 'accepted') summary.doubts.resolved += 1
  }
}
