import type { TransferView } from '@/lib/contracts/transfers'
import type { ScenarioRequest } from '@/sandbox/control/scenarios'
import { startTestApp, type TestApp } from '@/tests/support/app'
import type { BankTruth } from '@/tests/support/bank-truth'
import { truthOf } from '@/tests/support/bank-truth'
import { draftOf } from '@/tests/support/draft'
import {
  goOnUntil,
  type Payer,
  type Press,
  press,
  pressed,
  returned,
  startPayer,
  view,
} from '@/tests/support/paying'
import { Violation } from './proven-client'

/*
 * The bank executes a transfer, and its answer is lost. The app must say that it does not know, must never send again,
 * whatever is pressed, and must find out by itself.
 */

type Staged = Pick<ScenarioRequest, 'fault' | 'parameters'>

/** How an answer is lost. */
export const ways = {
  'reset before headers': { fault: 'reset-before-headers' },
  'reset after headers': { fault: 'reset-after-headers', parameters: { bytes: 0 } },
  'reset in the body': { fault: 'reset-after-headers' },
  'HTML 504': { fault: 'unsigned-html', parameters: { status: 504 } },
  'bad signature': { fault: 'wrong-signature' },
  // Longer than the longest call.
  timeout: { fault: 'slow', parameters: { delayMs: 60_000 } },
} as const satisfies Record<string, Staged>

/** What a status read is answered from then on. The first and the second prove nothing, the third is no answer. */
export const statuses = {
  AUTHORIZED: null,
  PENDING: { fault: 'unknown-enum', parameters: { field: 'data.authorizationStatus', value: 'PENDING' } },
  'not to be had': { fault: 'status-unavailable' },
  gone: { fault: 'not-found-backend' },
} as const satisfies Record<string, Staged | null>

export type Way = keyof typeof ways
export type Status = keyof typeof statuses

export type LostSummary = {
  transfers: number
  executes: number
  executed: number
  /** The request itself was lost; so the bank executed nothing. */
  neverArrived: number
  saidUnknown: number
  /** Presses and looks while it was unknown. */
  presses: number
  resolvedByStatus: number
  resolvedByMovement: number
  stillUnknown: number
}

const usernames: Record<Status, string> = {
  AUTHORIZED: 'niccolo',
  PENDING: 'aisha',
  'not to be had': 'chiara',
  gone: 'giulia',
}
const atOnce = 5
const presses: readonly Press[] = ['pay-now', 'approve', 'edit', 'abandon', 'continue']
/** So long after a look at the movements a customer at the page has them looked at again. */
const LOOK_SECONDS = 25

/** Each way with each status, so many transfers of each. Throws a {@link Violation}. */
export async function proveLost({
  each,
  only = keysOf(ways),
  onCell = () => {},
}: {
  each: number
  only?: readonly Way[]
  onCell?: (way: Way, status: Status, so: LostSummary) => void
}): Promise<LostSummary> {
  const summary: LostSummary = {
    transfers: 0,
    executes: 0,
    executed: 0,
    neverArrived: 0,
    saidUnknown: 0,
    presses: 0,
    resolvedByStatus: 0,
    resolvedByMovement: 0,
    stillUnknown: 0,
  }
  for (const way of only) {
    const app = await startTestApp()
    try {
      for (const status of keysOf(statuses)) {
        await playCell(app, way, status, each, summary).catch((error: unknown) => {
          if (!(error instanceof Error)) throw error
          throw new Violation(`${way}, status ${status}: ${error.message}`, { cause: error })
        })
        onCell(way, status, summary)
      }
    } finally {
      await app.stop()
    }
  }
  return summary
}

export const keysOf = <Key extends string>(record: Record<Key, unknown>) => Object.keys(record) as Key[]

type Lost = { transferId: string; note: string }

async function playCell(
  app: TestApp,
  way: Way,
  status: Status,
  each: number,
  summary: LostSummary,
): Promise<void> {
  const payer = await startPayer(app, usernames[status])
  const lost: Lost[] = []
  while (lost.length < each) {
    const count = Math.min(atOnce, each - lost.length)
    lost.push(
      ...(await Promise.all(
        Array.from({ length: count }, async (_, index): Promise<Lost> => {
          const number = lost.length + index
          const note = `Persa ${summary.transfers + number}`
          const { transferId } = await returned(payer, { amount: `2,${String(number + 10)}`, note })
          return { transferId, note }
        }),
      )),
    )
  }
  await app.server.flows.background.settled()
  // So that there is a moment in which nobody knows, however slow this machine is. The list before execute is not hidden.
  let hidden: { id: string } | undefined
  const hide = () => {
    hidden ??= app.sandbox.scenarios.add({ fault: 'server-error', match: { operation: 'transactions' } })
  }
  const unhide = () => {
    if (hidden !== undefined) app.sandbox.scenarios.remove(hidden.id)
    hidden = undefined
  }
  const restore = stage(app, way, status, hide)
  try {
    const isSent = ({ state }: TransferView) => state !== 'returned' && state !== 'authorized'
    for (const { transferId } of lost) {
      unhide()
      await goOnUntil(payer, transferId, isSent)
    }
    for (const one of lost) await requireUnknown(payer, one, summary)
    unhide()
    await lookAfter(payer, lost, LOOK_SECONDS)
    for (const one of lost) await tally(payer, one, summary)
  } finally {
    restore()
  }
}

async function lookAfter(payer: Payer, lost: readonly Lost[], seconds: number): Promise<void> {
  payer.app.moveClock(seconds)
  await Promise.all(lost.map(({ transferId }) => pressed(payer, transferId, 'continue')))
  await payer.app.server.flows.background.settled()
}

/**
 * The answer of execute is lost. Until then the status is what it is; the first read after it fails, so that there is a
 * moment in which nobody knows.
 */
function stage(app: TestApp, way: Way, status: Status, hideMovements: () => void): () => void {
  const { flows } = app.server
  const { bank } = flows
  const { scenarios } = app.sandbox
  scenarios.add({ ...ways[way], match: { operation: 'moneyTransfer-execute' } })
  flows.bank = {
    ...bank,
    executeTransfer: (context, request) => {
      hideMovements()
      const match = { path: `/private/operations/${request.step.resourceId}/status` }
      scenarios.add({ fault: 'status-unavailable', match, times: 1 })
      const then = statuses[status]
      if (then !== null) scenarios.add({ ...then, match })
      return bank.executeTransfer(context, request)
    },
  }
  return () => {
    flows.bank = bank
    scenarios.clear()
  }
}

async function requireUnknown(payer: Payer, { transferId, note }: Lost, summary: LostSummary): Promise<void> {
  const said = await view(payer, transferId)
  if (said.state !== 'unknown' || said.money !== 'maybe' || said.actions.length > 0) {
    throw new Violation(`it is called ${said.state}, and may be ${said.actions.join()}`)
  }
  summary.saidUnknown += 1
  const { check } = said
  const draft = draftOf({ productId: payer.productId, note })
  const bodies = [...presses.map((name) => [name, { check }] as const), ['check', { check, draft }] as const]
  await Promise.all(bodies.map(([name, body]) => press(payer, transferId, name, body)))
  summary.presses += bodies.length
  const after = await view(payer, transferId)
  if (after.state !== 'unknown') throw new Violation(`after some presses it is ${after.state}`)
  requireOnce(truthOf(payer.app.sandbox, note))
}

async function tally(payer: Payer, { transferId, note }: Lost, summary: LostSummary): Promise<void> {
  const { state, money, timeline } = await view(payer, transferId)
  const truth = truthOf(payer.app.sandbox, note)
  requireOnce(truth)
  if (truth.executed.length === 0) summary.neverArrived += 1
  if (truth.executed.length > 0 && state !== 'unknown' && !(state === 'accepted' && money === 'accepted')) {
    throw new Violation(`the bank has executed it, and it is called ${state}`)
  }
  summary.transfers += 1
  summary.executes += truth.executeCalls
  summary.executed += truth.executed.length
  if (state === 'unknown') summary.stillUnknown += 1
  else if (timeline.some(({ what }) => what === 'movement_found')) summary.resolvedByMovement += 1
  else summary.resolvedByStatus += 1
}

/** Not at all, where the request itself was lost on a connection that the bank had just closed. */
function requireOnce({ executeCalls, executed }: BankTruth): void {
  if (executeCalls > 1 || executed.length !== executeCalls) {
    throw new Violation(`execute was sent ${executeCalls} times, and done ${executed.length}`)
  }
}
