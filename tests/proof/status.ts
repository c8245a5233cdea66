import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { isFinal } from '@/lib/domain/transfers/transfer-state'
import { continueTransfer, settleTransfer } from '@/lib/flows'
import type { SignedInCustomer } from '@/lib/flows/deps'
import { startTestApp, type TestApp } from '@/tests/support/app'
import { atBank, comeBack, type Payer, startPayer } from '@/tests/support/paying'
import { Violation } from './proven-client'

/*
 * Customers who came back from the bank without a decision, each with three tabs and a job that look as often as they
 * are told to, for the quarter of an hour in which the bank says PENDING. Time is the test's; the calls are real.
 */

export type StatusSummary = {
  transfers: number
  looks: number
  statusCalls: number
  mostOfOne: number
  beforeTheReturn: number
  afterTheEnd: number
  endedIn: Record<string, number>
}

const usernames = ['niccolo', 'aisha', 'chiara', 'giulia']
const TABS = 3
const AWAY_SECONDS = 60
const WAIT_SECONDS = 16 * 60
const LOOKS_AFTER = 5
/** The schedule's own (design: at most forty). */
const MOST_CALLS = 40
const atOnce = 10

type Waiting = {
  payer: Payer
  customer: SignedInCustomer
  transferId: string
  resourceId: string
  back: string
}

/** Throws a {@link Violation}. */
export async function proveStatus({ transfers }: { transfers: number }): Promise<StatusSummary> {
  const app = await startTestApp({ sandbox: { settings: { authorizationSeconds: 3_600 } } })
  try {
    const waiting: Waiting[] = []
    for (const [index, username] of usernames.entries()) {
      const share = Math.floor((transfers + usernames.length - 1 - index) / usernames.length)
      if (share > 0) waiting.push(...(await sendToBank(app, username, share)))
    }
    return await watch(app, waiting)
  } finally {
    await app.stop()
  }
}

async function sendToBank(app: TestApp, username: string, count: number): Promise<Waiting[]> {
  const payer = await startPayer(app, username)
  const { customerId } = payer
  const sent: Waiting[] = []
  for (let number = 0; number < count; number += 1) {
    const { transferId } = await atBank(payer, { amount: '1,00' })
    const owner = await app.server.store.transfers.ownerOf(transferId)
    const stored = await app.server.store.transfers.find(customerId, transferId)
    const resourceId = stored?.check?.resourceId
    if (owner === null || !resourceId) throw new Error('a transfer at the bank has an owner and a resource')
    const customer = { ...owner, sessionId: null }
    sent.push({ payer, customer, transferId, resourceId, back: returnAddress(app, resourceId) })
  }
  return sent
}

const scaStarted = z.object({ type: z.literal('sca-started'), resourceId: z.string(), redirectUri: z.url() })

/** Where the bank would send the customer back to. */
function returnAddress(app: TestApp, resourceId: string): string {
  const lines = readFileSync(join(app.sandbox.dataDir, 'state.jsonl'), 'utf8').split('\n').slice(0, -1)
  for (const line of lines) {
    const { data } = scaStarted.safeParse(JSON.parse(line))
    if (data?.resourceId === resourceId) return new URL(data.redirectUri).pathname
  }
  throw new Error('the approval did not begin')
}

async function watch(app: TestApp, waiting: readonly Waiting[]): Promise<StatusSummary> {
  const calls = createCounter(app)
  const looks = { count: 0 }
  await lookFor(app, waiting, AWAY_SECONDS, looks, calls.drain)
  const beforeTheReturn = calls.total()
  for (const { payer, back } of waiting) await comeBack(payer, back)
  await lookFor(app, waiting, WAIT_SECONDS, looks, calls.drain)
  const statusCalls = calls.total()
  const endedIn: Record<string, number> = {}
  for (const one of waiting) {
    const stored = await app.server.store.transfers.find(one.customer.customerId, one.transferId)
    if (stored === null || !isFinal(stored.state)) throw new Violation(`it still is ${stored?.state.name}`)
    endedIn[stored.state.name] = (endedIn[stored.state.name] ?? 0) + 1
    for (let look = 0; look < LOOKS_AFTER; look += 1) await lookOnce(app, one)
    await settleTransfer(app.server.flows, one.transferId)
  }
  calls.drain()
  const mostOfOne = Math.max(...waiting.map(({ resourceId }) => calls.of(resourceId)))
  const afterTheEnd = calls.total() - statusCalls
  if (beforeTheReturn > 0 || afterTheEnd > 0 || mostOfOne > MOST_CALLS) {
    throw new Violation(JSON.stringify({ beforeTheReturn, afterTheEnd, mostOfOne }))
  }
  return {
    transfers: waiting.length,
    looks: looks.count,
    statusCalls,
    mostOfOne,
    beforeTheReturn,
    afterTheEnd,
    endedIn,
  }
}

/** All tabs and jobs, each at the time that it was told, for so many seconds of the test's time. */
async function lookFor(
  app: TestApp,
  waiting: readonly Waiting[],
  seconds: number,
  looks: { count: number },
  drain: () => void,
): Promise<void> {
  const now = () => app.server.flows.now().getTime()
  const end = now() + seconds * 1_000
  const tab = (one: Waiting) => async () => {
    const { lookAgainInMs } = await lookOnce(app, one)
    return lookAgainInMs === null ? null : now() + lookAgainInMs
  }
  const job = (one: Waiting) => async () =>
    (await settleTransfer(app.server.flows, one.transferId))?.getTime() ?? null
  let queue = waiting.flatMap((one) =>
    [...Array.from({ length: TABS }, () => tab(one)), job(one)].map((act) => ({ act, at: now() })),
  )
  while (queue.length > 0) {
    queue.sort((one, other) => one.at - other.at)
    const next = queue[0]?.at ?? end
    if (next > end) return
    if (next > now()) app.moveClock((next - now()) / 1_000)
    const due = queue.slice(0, atOnce).filter(({ at }) => at <= now())
    queue = queue.slice(due.length)
    const again = await Promise.all(due.map(async ({ act }) => ({ act, at: await act() })))
    looks.count += due.length
    queue.push(...again.flatMap(({ act, at }) => (at === null ? [] : [{ act, at }])))
    drain()
  }
}

function lookOnce(app: TestApp, { customer, transferId }: Waiting) {
  const caller = { transactionId: app.server.flows.newId(), acceptLanguage: 'en' }
  return continueTransfer(app.server.flows, customer, caller, transferId)
}

/** Status calls by resource, as the bank saw them. */
function createCounter(app: TestApp) {
  const counts = new Map<string, number>()
  return {
    drain() {
      for (const { request } of app.sandbox.journal.entries()) {
        const resourceId = /\/operations\/([^/]+)\/status$/.exec(request.target)?.[1]
        if (resourceId !== undefined) counts.set(resourceId, (counts.get(resourceId) ?? 0) + 1)
      }
      app.sandbox.journal.clear()
    },
    of: (resourceId: string) => counts.get(resourceId) ?? 0,
    total: () => [...counts.values()].reduce((sum, count) => sum + count, 0),
  }
}
