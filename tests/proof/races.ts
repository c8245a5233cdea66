import { setTimeout as pause } from 'node:timers/promises'
import { settingsFor } from '@/tests/support/app'
import { truthOf } from '@/tests/support/bank-truth'
import { newMigratedDatabase } from '@/tests/support/database'
import * as paying from '@/tests/support/paying-visitor'
import { type SeededRandom, seededRandom } from '@/tests/support/random'
import { freePort, startTestSandbox, type TestSandbox } from '@/tests/support/sandbox'
import { createVisitor, overHttp, type Visitor } from '@/tests/support/visitor'
import { type AppProcess, startApp } from './app-process'
import { Violation } from './proven-client'
import { trueLook } from './true-look'

/*
 * Two servers on one PostgreSQL, a customer on two devices, each press twofold or twentyfold at the same moment, and
 * with it what others do then: the return from the bank, pages that poll, jobs of both servers, a second thought.
 */

export type RaceProof = {
  races: number
  /** The same seed gives the same choices; what the machine makes of them may differ. */
  seed: number
  onTransfer?(so: RaceSummary): void
}

export type RaceSummary = {
  /** Steps that were raced for. */
  races: number
  requests: number
  /** Answers by status; what is not 200 changed nothing. */
  answers: Record<string, number>
  transfers: number
  executed: number
  mostExecutesOfOne: number
  endedIn: Record<string, number>
}

type Scene = {
  sandbox: TestSandbox
  apps: AppProcess[]
  devices: paying.PayingCustomer[]
  random: SeededRandom
  summary: RaceSummary
  close(): Promise<void>
}

/** What the customer does when they are back from the bank, beside going on. */
const plots = ['pay', 'pay', 'edit', 'abandon'] as const
const crowds = [2, 20] as const
const usernames = ['niccolo', 'giulia', 'officine', 'chiara']
/** The bank keeps less than a hundred resources of one customer. */
const TRANSFERS_OF_ONE = 45
const REST_MS = 60_000
const moving = ['checking', 'starting', 'returned', 'authorized', 'executing', 'unknown']

/** Throws a {@link Violation} that names the seed and the transfer. */
export async function proveRaces({ races, seed, onTransfer = () => {} }: RaceProof): Promise<RaceSummary> {
  const random = seededRandom(seed)
  const summary: RaceSummary = {
    races: 0,
    requests: 0,
    answers: {},
    transfers: 0,
    executed: 0,
    mostExecutesOfOne: 0,
    endedIn: {},
  }
  const queue = [...usernames]
  while (summary.races < races) {
    const username = queue.shift() ?? ''
    queue.push(username)
    const scene = await setScene(username, random, summary)
    try {
      for (let number = 0; number < TRANSFERS_OF_ONE && summary.races < races; number += 1) {
        await raceOnce(scene, number).catch((error: unknown) => {
          const what = error instanceof Error ? (error.stack ?? error.message) : String(error)
          throw new Violation(`seed ${seed}, transfer ${summary.transfers + 1}: ${what}`, { cause: error })
        })
        onTransfer(summary)
      }
    } finally {
      await scene.close()
    }
  }
  return summary
}

async function setScene(username: string, random: SeededRandom, summary: RaceSummary): Promise<Scene> {
  const ports = await Promise.all([freePort(), freePort()])
  const appUrl = `http://localhost:${ports[0]}`
  const sandbox = await startTestSandbox({ appUrl })
  const database = await newMigratedDatabase('postgres')
  const apps: AppProcess[] = []
  const close = async () => {
    for (const app of apps) app.kill()
    await Promise.all(apps.map(({ gone }) => gone.catch(() => {})))
    await sandbox.stop()
    await database.remove()
  }
  try {
    for (const port of ports) {
      const settings = settingsFor(sandbox.kit, {
        APP_URL: appUrl,
        PORT: String(port),
        DATA_DIR: database.settings.dataDir,
        DATABASE_URL: database.settings.databaseUrl ?? '',
      })
      apps.push(await startApp(settings, false))
    }
    const oneTimeCode = sandbox.kit.customers.find((one) => one.username === username)?.oneTimeCode ?? ''
    const first = await paying.openPayer(
      createVisitor(appUrl, (request) => eitherOf(ports, random, request)),
      { username, oneTimeCode },
    )
    const visitor = createVisitor(appUrl, (request) => eitherOf(ports, random, request))
    const second = { ...first, visitor }
    await paying.signInAgain(second)
    return { sandbox, apps, devices: [first, second], random, summary, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** As a load balancer does. */
function eitherOf(ports: readonly number[], random: SeededRandom, request: Request): Promise<Response> {
  const url = new URL(request.url)
  url.port = String(random.pick(ports))
  return overHttp(new Request(url, request))
}

/** One transfer: each of its steps is raced for. */
async function raceOnce(scene: Scene, number: number): Promise<void> {
  const { random, summary, devices } = scene
  const [customer] = devices
  if (customer === undefined) throw new Error('a customer has a device')
  const order = paying.orderOf(number)
  const plot = random.pick(plots)
  const begun = await race(scene, (device) => paying.begin(device, order))
  const [{ transferId } = { transferId: '' }] = begun
  if (begun.some((view) => view.transferId !== transferId)) throw new Violation('one form made two transfers')
  const look = () => trueLook(scene.sandbox, customer, order, transferId)
  const stale = (device: paying.PayingCustomer) => paying.press(device, transferId, 'pay-now', { check: 1 })

  const draft = await look()
  await race(
    scene,
    (device) => paying.check(device, draft, order),
    (device) => paying.look(device, transferId),
  )
  const checked = await settled(look)
  require(checked, 'checked')
  await race(scene, (device) => paying.press(device, transferId, 'approve', { check: 1 }), stale)
  const handedOver = await settled(look)
  require(handedOver, 'at_bank')
  const back = await paying.approveAtBank(customer, handedOver)
  const comeBack = (visitor: Visitor) => visitor.get(back)
  await race(
    scene,
    (device) => paying.press(device, transferId, 'continue'),
    (device) => comeBack(device.visitor),
    ...(plot === 'pay'
      ? [stale]
      : [(device: paying.PayingCustomer) => paying.press(device, transferId, plot, { check: 1 })]),
  )
  // Whoever changed their mind came first, or too late.
  await comeBack(customer.visitor)
  const end = await settled(look)
  const { executeCalls, executed } = truthOf(scene.sandbox, order.note)
  const isPaid = end.state === 'accepted'
  const isGivenUp = plot !== 'pay' && (end.state === 'draft' || end.state === 'abandoned')
  if (!isPaid && !isGivenUp) throw new Violation(`it ended ${end.state} (${plot})`)
  if (isPaid !== (executed.length === 1))
    throw new Violation(`${end.state}, and executed ${executed.length} times`)
  summary.transfers += 1
  summary.executed += executed.length
  summary.mostExecutesOfOne = Math.max(summary.mostExecutesOfOne, executeCalls)
  summary.endedIn[end.state] = (summary.endedIn[end.state] ?? 0) + 1
}

type Act = (device: paying.PayingCustomer) => Promise<unknown>

/** The press on both devices, so many times at once, with some of the others in between. @returns what it was answered */
async function race<Answer>(
  { devices, random, summary }: Scene,
  act: (device: paying.PayingCustomer) => Promise<Answer>,
  ...others: Act[]
): Promise<Answer[]> {
  const crowd = random.pick(crowds)
  const acts: Act[] = [...Array.from({ length: crowd }, () => act), ...others, ...others]
  const answers: Answer[] = []
  summary.races += 1
  await Promise.all(
    shuffled(acts, random).map(async (one) => {
      const device = random.pick(devices)
      summary.requests += 1
      try {
        const answer = await one(device)
        note(summary, '200')
        // The same function: what it is answered is of this kind.
        if (one === act) answers.push(answer as Answer)
      } catch (error) {
        if (!(error instanceof paying.Refused) || error.status !== 409) throw error
        note(summary, String(error.status))
      }
    }),
  )
  return answers
}

const note = ({ answers }: RaceSummary, status: string) => {
  answers[status] = (answers[status] ?? 0) + 1
}

function shuffled<T>(list: readonly T[], random: SeededRandom): T[] {
  return list
    .map((item) => ({ item, place: random.next() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item)
}

async function settled(look: () => Promise<paying.PayingView>): Promise<paying.PayingView> {
  const deadline = performance.now() + REST_MS
  for (;;) {
    const view = await look()
    if (!moving.includes(view.state)) return view
    if (performance.now() > deadline) throw new Violation(`after a minute it is still ${view.state}`)
    await pause(50)
  }
}

function require({ state }: paying.PayingView, wanted: string): void {
  if (state !== wanted) throw new Violation(`it is ${state}, and not ${wanted}`)
}
