import { z } from 'zod'
import { type SeededRandom, seededRandom } from '@/tests/support/random'
import { paymentsIn, readAllBalances, requireEachPaymentOnce } from './audit'
import { lanesOf } from './lanes'
import { findOrder, type Observed } from './linearize'
import { compacted, type ModelState } from './model'
import { createStage, type Stage } from './perform'
import { createWorld, moveToMorning, type World } from './world'

export type Interleavings = { rounds: number; seed: number }

export type InterleavingsDone = {
  rounds: number
  /** Calls and clicks, and of how many the sending came before the answer to another. */
  steps: number
  overlapping: number
  /** How often each kind of step ended in which way. */
  outcomes: Map<string, number>
  /** The account of each transfer that was executed. */
  payments: string[]
}

/** Throws with seed, round and everything that was seen in it, when the bank answered as no order of the steps would. */
export async function proveInterleavings({ rounds, seed }: Interleavings): Promise<InterleavingsDone> {
  const { world, start } = await createWorld()
  const random = seededRandom(seed)
  const done: InterleavingsDone = { rounds: 0, steps: 0, overlapping: 0, outcomes: new Map(), payments: [] }
  try {
    const money = await moneyOf(world)
    let state = start
    while (done.rounds < rounds) {
      done.rounds += 1
      const isLast = done.rounds === rounds
      state = await playRound(world, state, random, done, isLast)
      const after = await moneyOf(world)
      if (after !== money) throw new Error(`money was ${money} and is ${after}`)
    }
    await requireEachPaymentOnce(world, done.payments)
    return done
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error)
    throw new Error(`seed ${seed}, round ${done.rounds}: ${what}`, { cause: error })
  } finally {
    world.agent.destroy()
    await world.bank.stop()
  }
}

async function playRound(
  world: World,
  before: ModelState,
  random: SeededRandom,
  done: InterleavingsDone,
  isLast: boolean,
): Promise<ModelState> {
  const { now, executionDay, date } = moveToMorning(
    world,
    random.chance(0.04) ? 91 : random.pick([1, 1, 1, 2, 7]),
  )
  const state = compacted({ ...before, now }, world.settings)
  const stage = createStage(world, date)
  const lanes = lanesOf(world, state, executionDay, random)
  await Promise.all(lanes.map((lane) => lane(stage)))
  const { observed } = stage
  count(observed, done)
  await lookAtConsents(stage)
  if (isLast) await readAllBalances(world, stage)
  return findOrder(state, observed, world.settings)
}

/** When all is quiet: which of two changes came last is seen in what they left. */
async function lookAtConsents(stage: Stage): Promise<void> {
  const changed = new Map<string, { tpp: string; customerId: string }>()
  for (const { step } of stage.observed) {
    if (step.do !== 'confirm' && step.do !== 'take back') continue
    const tpp = step.do === 'confirm' ? step.caller.tpp : step.tpp
    changed.set(`${tpp} ${step.customerId}`, { tpp, customerId: step.customerId })
  }
  for (const { tpp, customerId } of changed.values()) {
    await stage.perform({ do: 'list', caller: { tpp, token: customerId }, customerId })
  }
}

function count(observed: readonly Observed[], done: InterleavingsDone): void {
  done.steps += observed.length
  done.payments.push(...paymentsIn(observed))
  for (const one of observed) {
    const others = observed.filter((other) => other !== one)
    if (others.some(({ sent, answered }) => one.sent < answered && sent < one.answered)) done.overlapping += 1
    const kind = `${one.step.do}: ${one.outcome.replace(/^200 .*/, '200')}`
    done.outcomes.set(kind, (done.outcomes.get(kind) ?? 0) + 1)
  }
}

const ledgerAnswer = z.record(z.string(), z.record(z.string(), z.string()))

/** By currency, all there is: on accounts of customers, on the bank's own, under way. */
async function moneyOf({ bank }: World): Promise<string> {
  const ledger = ledgerAnswer.parse(await (await fetch(`${bank.controlUrl}/ledger`)).json())
  return Object.entries(ledger)
    .map(([currency, parts]) => {
      const sum = Object.values(parts).reduce((all, amount) => all + BigInt(amount.replace('.', '')), 0n)
      return `${currency} ${sum}`
    })
    .sort()
    .join()
}
