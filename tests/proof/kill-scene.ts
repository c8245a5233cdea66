import { Agent } from 'node:https'
import { z } from 'zod'
import type { Kit } from '@/sandbox/kit'
import { balancesOf } from '@/tests/integration/sandbox/account-view'
import { batchToken } from '@/tests/integration/sandbox/banking'
import { customerOf, grantConsent, productsOf } from '@/tests/integration/sandbox/consent-journey'
import { signIn } from '@/tests/integration/sandbox/journey'
import { prepareCall } from '@/tests/integration/sandbox/transfer-journey'
import { type SeededRandom, seededRandom } from '@/tests/support/random'
import { freePort } from '@/tests/support/sandbox'
import { type BankPlace, outputOf } from './bank-process'
import { type Lane, payerOf, type Transfer } from './kill-lanes'
import { createProvenClient } from './proven-client'

/** Everything that is proved about. */
export type Scene = {
  place: BankPlace
  control: string
  random: SeededRandom
  /** Two providers, three customers each. */
  lanes: readonly { lane: Lane; kit: Kit }[]
  /** By currency, all there is: on accounts of customers, on the bank's own, under way. */
  money: string
  /** By account of a payer: what may be spent, and every transfer that was executed. */
  available: Map<string, bigint>
  transfers: Map<string, Transfer[]>
}

const usernames = ['niccolo', 'giulia', 'officine']

export const settings = ['accessTokenSeconds=31536000', 'executionStatus=settled'].flatMap((pair) => [
  '--setting',
  pair,
])

/** A Monday, later than any day on which this runs: what the seed has pending is booked by then. */
const firstDay = '2035-06-04'

export async function placeIn(dataDir: string): Promise<BankPlace> {
  const names = ['api', 'pages', 'control']
  const ports = await Promise.all(names.map(freePort))
  const flags = names.flatMap((name, index) => [`--${name}-port`, String(ports[index])])
  return { dataDir, flags: [...flags, '--control'] }
}

/** A running bank's two providers and three customers, with the consents that the transfers need. */
export async function setScene(place: BankPlace, seed: number): Promise<Scene> {
  const first: Kit = JSON.parse(await outputOf(place, 'kit'))
  const second: Kit = JSON.parse(await outputOf(place, 'mint', '--name', 'Secondo S.p.A.'))
  const scene: Scene = {
    place,
    control: first.controlUrl ?? '',
    random: seededRandom(seed),
    lanes: [],
    money: '',
    available: new Map(),
    transfers: new Map(),
  }
  await setBankTime(scene, `${firstDay}T10:00:00`)
  const kits = [first, second]
  scene.lanes = (
    await Promise.all(
      kits.map(async (kit, index) => {
        const batch = await batchToken(kit)
        return Promise.all(
          usernames.map(async (username) => ({
            kit,
            lane: await openLane(kit, username, `${username}${index + 1}`, batch),
          })),
        )
      }),
    )
  ).flat()
  scene.money = await moneyOf(scene)
  for (const { lane, kit } of scene.lanes) {
    scene.available.set(lane.payerProductId, (await balancesOf(kit, payerOf(lane))).available)
    scene.transfers.set(lane.payerProductId, [])
  }
  return scene
}

async function openLane(kit: Kit, username: string, name: string, batch: string): Promise<Lane> {
  const customerId = kit.customers.find((one) => one.username === username)?.customerId ?? ''
  const { accessToken, refreshToken } = await signIn(kit, username)
  const [payerProductId = '', ...otherProductIds] = await productsOf(kit, accessToken, customerId)
  const categories = ['ACCOUNT_INFO', 'PAYMENTS']
  const products = [payerProductId]
  await grantConsent(
    kit,
    accessToken,
    customerId,
    categories.map((category) => ({ name: category, products })),
  )
  return {
    name,
    customer: { ...customerOf(kit, customerId), customerId },
    payerProductId,
    otherProductIds,
    accessToken,
    refreshToken,
    batchToken: batch,
    granted: new Set(categories.map((category) => `${category} ${payerProductId}`)),
    batchReads: 0,
    authorized: new Set(),
    executed: [],
    doing: null,
  }
}

const clockAnswer = z.object({ bankTime: z.string() })
const ledgerAnswer = z.record(z.string(), z.record(z.string(), z.string()))
const prepareAnswer = z.object({ data: z.object({ executionDateMinimumWireTransferAtBank: z.string() }) })

/** `YYYY-MM-DDThh:mm:ss`, the bank's own. Acknowledged, a restart keeps it. */
export async function setBankTime({ control }: Scene, to: string): Promise<void> {
  const body = JSON.stringify({ to })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${control}/clock`, { method: 'POST', headers, body })
  if (!answer.ok) throw new Error(`the clock is answered ${answer.status}`)
}

export async function bankTimeOf({ control }: Scene): Promise<string> {
  return clockAnswer.parse(await (await fetch(`${control}/clock`)).json()).bankTime
}

export async function moneyOf({ control }: Scene): Promise<string> {
  const ledger = ledgerAnswer.parse(await (await fetch(`${control}/ledger`)).json())
  return Object.entries(ledger)
    .map(([currency, parts]) => `${currency} ${sumOf(Object.values(parts))}`)
    .sort()
    .join()
}

function sumOf(amounts: readonly string[]): bigint {
  return amounts.reduce((sum, amount) => sum + BigInt(amount.replace('.', '')), 0n)
}

/** The first day of transfers to other banks, `DD/MM/YYYY`: possible for all that are ordered today. */
export async function executionDateOf({ lanes }: Scene): Promise<string> {
  const [first] = lanes
  if (!first) throw new Error('nobody to ask for a date')
  const agent = new Agent()
  const client = createProvenClient(first.kit, agent)
  const answer = await client.succeed(prepareCall(payerOf(first.lane)))
  return prepareAnswer.parse(answer.json()).data.executionDateMinimumWireTransferAtBank
}
