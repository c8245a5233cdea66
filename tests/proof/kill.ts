import { mkdtemp, rm } from 'node:fs/promises'
import { Agent } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Kit } from '@/sandbox/kit'
import { balancesOf } from '@/tests/integration/sandbox/account-view'
import { seededRandom } from '@/tests/support/random'
import { type BankProcess, startAndKill, startBank } from './bank-process'
import { auditLane, auditMovements, movementsOf } from './kill-audit'
import { type Lane, payerOf, proofMark, roundMark, type Transfer, work } from './kill-lanes'
import {
  bankTimeOf,
  executionDateOf,
  moneyOf,
  placeIn,
  type Scene,
  setBankTime,
  setScene,
  settings,
} from './kill-scene'
import { createProvenClient, type ProvenClient, Violation } from './proven-client'

/*
 * The bank is killed with SIGKILL while two providers work for three customers, and started again. What an answer had
 * acknowledged must be there once, and what no answer told of, once or not at all.
 */

export type KillProof = {
  rounds: number
  /** The same seed gives the same choices and moments; what the machine makes of them may differ. */
  seed: number
  onRound?(done: KillSummary): void
}

/** What the kills hit. `inDoubt`: steps that were under way. */
export type KillSummary = {
  rounds: number
  killsAtStart: number
  transfers: number
  authorizedOnly: number
  inDoubt: number
}

/** A round's kill comes so many calls after its beginning, and a little later. */
const callsBefore = [1, 150] as const
const laterMs = [0, 15] as const
const startMs = [0, 1500] as const
const shareKilledAtStart = 0.2

/** Throws a {@link Violation} that names the seed and the round. */
export async function proveKills({ rounds, seed, onRound = () => {} }: KillProof): Promise<KillSummary> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sandbox-kill-'))
  const done: KillSummary = { rounds: 0, killsAtStart: 0, transfers: 0, authorizedOnly: 0, inDoubt: 0 }
  const place = await placeIn(dataDir)
  let bank: BankProcess | null = null
  try {
    bank = await startBank(place, ...settings)
    const scene = await setScene(place, seed)
    while (done.rounds < rounds) {
      bank = await killAndStart(scene, bank, done)
      onRound(done)
    }
    for (const { lane, kit } of scene.lanes) {
      const client = createProvenClient(kit, new Agent())
      const rows = await movementsOf(lane, client, '01/01/2035')
      auditMovements(lane.name, rows, proofMark, scene.transfers.get(lane.payerProductId) ?? [])
    }
    return done
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error)
    throw new Violation(`seed ${seed}, round ${done.rounds + 1}: ${what}`, { cause: error })
  } finally {
    await bank?.kill()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** One round: a new day, work, the kill, perhaps another one during the start, the start, the audit. */
async function killAndStart(scene: Scene, bank: BankProcess, done: KillSummary): Promise<BankProcess> {
  const { random, lanes, place } = scene
  const number = done.rounds + 1
  const today = dayAfter(await bankTimeOf(scene))
  await setBankTime(scene, `${today}T10:00:00`)
  const round = { bank, number, executionDate: await executionDateOf(scene) }
  const agent = new Agent({ keepAlive: true })
  const moment = countdown(random.between(...callsBefore))
  const working = lanes.map(({ lane, kit }) => {
    Object.assign(lane, { batchReads: 0, authorized: new Set(), executed: [], doing: null })
    const client = createProvenClient(kit, agent, moment.count)
    return work(lane, client, round, seededRandom(random.between(0, 2 ** 32 - 1)))
  })
  await Promise.race([moment.reached, Promise.all(working)])
  await pause(random.between(...laterMs))
  await bank.kill()
  await Promise.all(working)
  agent.destroy()
  done.inDoubt += lanes.filter(({ lane }) => lane.doing !== null).length
  if (random.chance(shareKilledAtStart)) {
    await startAndKill(place, random.between(...startMs), ...settings)
    done.killsAtStart += 1
  }
  const next = await startBank(place, ...settings)
  await auditRound(scene, today, number)
  done.rounds = number
  done.transfers += lanes.reduce((sum, { lane }) => sum + lane.executed.length, 0)
  done.authorizedOnly += lanes.reduce((sum, { lane }) => sum + lane.authorized.size, 0)
  return next
}

function countdown(from: number): { count(): void; reached: Promise<void> } {
  let left = from
  let reach = () => {}
  const reached = new Promise<void>((resolve) => {
    reach = resolve
  })
  const count = () => {
    left -= 1
    if (left === 0) reach()
  }
  return { count, reached }
}

function dayAfter(bankTime: string): string {
  return new Date(Date.parse(`${bankTime.slice(0, 10)}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
}

async function auditRound(scene: Scene, today: string, number: number): Promise<void> {
  const bankTime = await bankTimeOf(scene)
  if (!bankTime.startsWith(`${today}T10:`)) throw new Violation(`the bank's time is ${bankTime}`)
  const agent = new Agent({ keepAlive: true })
  const audited = scene.lanes.map(({ lane, kit }) => ({ lane, kit, client: createProvenClient(kit, agent) }))
  await Promise.all(audited.map(({ lane, client }) => auditLane(lane, client)))
  await Promise.all(
    accountsOf(audited).map(async ({ lane, kit, client, transfers }) => {
      await auditAccount(scene, lane, kit, client, transfers, number, today)
    }),
  )
  const money = await moneyOf(scene)
  if (money !== scene.money) throw new Violation(`money was ${scene.money} and is ${money}`)
  agent.destroy()
}

type Audited = { lane: Lane; kit: Kit; client: ProvenClient }

/** Each payer's account once, with what both providers had executed from it. */
function accountsOf(audited: readonly Audited[]): (Audited & { transfers: Transfer[] })[] {
  const payers = new Map<string, Audited & { transfers: Transfer[] }>()
  for (const one of audited) {
    const { payerProductId, executed } = one.lane
    const payer = payers.get(payerProductId) ?? { ...one, transfers: [] }
    payer.transfers.push(...executed)
    payers.set(payerProductId, payer)
  }
  return [...payers.values()]
}

async function auditAccount(
  scene: Scene,
  lane: Lane,
  kit: Kit,
  client: ProvenClient,
  transfers: Transfer[],
  number: number,
  today: string,
): Promise<void> {
  const { payerProductId, name } = lane
  scene.transfers.get(payerProductId)?.push(...transfers)
  const rows = await movementsOf(lane, client, today.split('-').reverse().join('/'))
  auditMovements(name, rows, roundMark(number), transfers)
  const spent = transfers.reduce((sum, { cents, feeCents }) => sum + cents + feeCents, 0n)
  const expected = (scene.available.get(payerProductId) ?? 0n) - spent
  scene.available.set(payerProductId, expected)
  const { available } = await balancesOf(kit, payerOf(lane))
  if (available !== expected)
    throw new Violation(`${name}: ${available} cents are available, not ${expected}`)
}
