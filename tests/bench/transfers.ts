import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { type Demo, startDemo } from '@/tests/support/demo'
import * as paying from '@/tests/support/paying-visitor'
import { createVisitor, decideAtBank, overHttp, type Visitor } from '@/tests/support/visitor'
import { bankCallsOf } from './app-log'
import { atMost, median, rounded, type Verdict } from './measure'

/*
 * What the app itself takes while a transfer is made, against what `npm run demo` starts. Alone:
 * `node --import tsx tests/bench/transfers.ts`.
 */
const CUSTOMER = 'giulia'
const ROUNDS = 40
/** A server that has just started is slower; and the bank keeps less than a hundred resources of a customer. */
const WARM_UP_ROUNDS = 50
/** Of the first reads of a status (lib/domain/transfers/status-schedule.ts). */
const POLL_MILLISECONDS = 1_000

type Round = { toBank: number; own: number; signedCall: number; toExecute: number }

/**
 * What the app takes of its own from the press of "check" to its call for the bank's verdict being signed, beside that call
 * from its signing to its answer checked; and from the status that says AUTHORIZED to the bank having execute. `checkToBank`
 * is the whole way, from another program, HTTP and the framework included, of which a request that is refused at once has
 * its `emptyRequest` too.
 */
export async function measureTransfers(): Promise<object> {
  const demo = await startDemo()
  try {
    const visitor = createVisitor(demo.appUrl, overHttp)
    const payer = await paying.openPayer(visitor, { username: CUSTOMER, oneTimeCode: '' })
    const rounds: Round[] = []
    for (let number = 0; number < WARM_UP_ROUNDS + ROUNDS; number += 1) {
      const round = await payOnce(demo, payer, number)
      if (number >= WARM_UP_ROUNDS) rounds.push(round)
    }
    const own = mean(rounds.map((round) => round.own))
    const signedCall = mean(rounds.map((round) => round.signedCall))
    return {
      rounds: ROUNDS,
      ownMilliseconds: rounded(own, 1),
      signedCallMilliseconds: rounded(signedCall, 1),
      ownToSignedCall: atMost(rounded(own / signedCall, 2), 1.5),
      checkToBankMilliseconds: rounded(median(rounds.map((round) => round.toBank)), 1),
      emptyRequestMilliseconds: rounded(await emptyRequest(visitor), 1),
      authorizedToExecuteMilliseconds: slowest(rounds.map((round) => round.toExecute)),
    }
  } finally {
    await demo.stop()
  }
}

async function payOnce(demo: Demo, payer: paying.PayingCustomer, number: number): Promise<Round> {
  const order = paying.orderOf(number)
  const draft = await paying.begin(payer, order)
  await forget(demo)
  let pressedAt = 0
  const [signed] = await bankCallsOf(demo, 'transfers.check', async () => {
    pressedAt = now()
    await paying.check(payer, draft, order)
  })
  const [verify] = await journal(demo, 'moneyTransfer-verify')
  const { transferId } = draft
  const { bankUrl } = await paying.press(payer, transferId, 'approve', { check: 1 })
  const back = await decideAtBank(bankUrl ?? '', CUSTOMER)
  if (back === null || verify === undefined || signed === undefined) throw new Error('it was not approved')
  await payer.visitor.get(back)
  // A job may be at it already.
  while ((await paying.press(payer, transferId, 'continue')).state !== 'accepted') await pause(50)
  const status = (await journal(demo, 'status')).at(-1)
  const [execute] = await journal(demo, 'moneyTransfer-execute')
  if (status === undefined || execute === undefined) throw new Error('the bank was not asked')
  return {
    toBank: verify.at - pressedAt,
    own: signed.signedAfterMilliseconds,
    signedCall: signed.totalMilliseconds,
    toExecute: execute.at - (status.at + status.durationMs),
  }
}

const exchanges = z.array(
  z.object({ at: z.coerce.date().transform((at) => at.getTime()), durationMs: z.number() }),
)

/** What the bank was asked, the oldest first; `at` in milliseconds since 1970. */
async function journal(demo: Demo, operation: string) {
  const answer = await fetch(`${demo.controlUrl}/journal?operation=${operation}`)
  return exchanges.parse(await answer.json())
}

const forget = (demo: Demo) => fetch(`${demo.controlUrl}/journal`, { method: 'DELETE' })

/** There and back, of a request that is not from our own pages. */
async function emptyRequest(visitor: Visitor): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = performance.now()
    await visitor.post('/api/transfers', {}, { origin: 'https://elsewhere.example' })
    times.push(performance.now() - start)
  }
  return median(times)
}

const mean = (samples: readonly number[]) => samples.reduce((sum, one) => sum + one, 0) / samples.length

/** Milliseconds since 1970, with their fractions. */
const now = () => performance.timeOrigin + performance.now()

const slowest = (samples: readonly number[]): Verdict =>
  atMost(rounded(Math.max(...samples)), POLL_MILLISECONDS)

if (process.argv[1]?.endsWith('transfers.ts')) {
  process.stdout.write(`${JSON.stringify(await measureTransfers(), null, 2)}\n`)
}
