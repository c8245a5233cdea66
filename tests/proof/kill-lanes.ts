import { z } from 'zod'
import {
  approachCall,
  type ConsentKind,
  confirmCall,
  consentCall,
} from '@/tests/integration/sandbox/consent-journey'
import { tokenCall, tokens } from '@/tests/integration/sandbox/journey'
import type { RawCall } from '@/tests/integration/sandbox/raw-client'
import { authorizeOnce, type ScaCustomer } from '@/tests/integration/sandbox/sca'
import { executeCall, payees, verifyCall } from '@/tests/integration/sandbox/transfer-journey'
import type { SeededRandom } from '@/tests/support/random'
import type { BankProcess } from './bank-process'
import { type ProvenClient, Violation } from './proven-client'

export type Transfer = {
  resourceId: string
  /** Of this transfer alone, to the letter. */
  description: string
  cents: bigint
  feeCents: bigint
  /** As the bank answered; null when no answer came. */
  cro: string | null
}

export type ConsentChange = { change: ConsentKind; key: string; resourceId: string }

/** The one step that was under way when the bank died: of it alone nobody knows whether it happened. */
export type Doing =
  | { kind: 'decide'; resourceId: string }
  | { kind: 'confirm'; consent: ConsentChange }
  | { kind: 'execute'; transfer: Transfer }
  | { kind: 'batch' | 'refresh' | 'other' }
  | null

/** One customer with one provider, doing one thing after another, and what the bank has acknowledged of it. */
export type Lane = {
  name: string
  customer: ScaCustomer & { customerId: string }
  /** Its transfers are paid from here; consents for this account are never taken back. */
  payerProductId: string
  otherProductIds: readonly string[]
  accessToken: string
  refreshToken: string
  batchToken: string
  /** `CATEGORY productId` of what is in force. */
  granted: Set<string>
  /** Of this round: */
  batchReads: number
  authorized: Set<string>
  executed: Transfer[]
  doing: Doing
}

export type Round = { bank: BankProcess; number: number; executionDate: string }

const created = z.object({ resources: z.object({ resourceId: z.uuid() }) })
const approached = z.object({ data: z.object({ scaRedirectURL: z.url() }) })
const done = z.object({ data: z.object({ cro: z.string() }) })

/** Works until the bank dies. Whatever goes wrong before that is a violation. */
export async function work(
  lane: Lane,
  client: ProvenClient,
  round: Round,
  random: SeededRandom,
): Promise<void> {
  try {
    while (!round.bank.killed) {
      await random.pick(workOf(lane))(lane, client, round, random)
      lane.doing = null
    }
  } catch (error) {
    if (!round.bank.killed || error instanceof Violation) throw error
  }
}

export const proofMark = 'PROVA'

/** Stands in the description of every transfer of a round. */
export const roundMark = (number: number) => `${proofMark} ${number}`

type Work = (lane: Lane, client: ProvenClient, round: Round, random: SeededRandom) => Promise<void>

function workOf({ batchReads }: Lane): Work[] {
  return [
    payOnce,
    payOnce,
    payOnce,
    changeConsent,
    changeConsent,
    refresh,
    ...(batchReads < 4 ? [readInBatch] : []),
  ]
}

export function payerOf({ accessToken, customer, payerProductId }: Lane) {
  return { token: accessToken, customerId: customer.customerId, productId: payerProductId }
}

async function payOnce(lane: Lane, client: ProvenClient, round: Round, random: SeededRandom): Promise<void> {
  const cents = BigInt(random.between(1, 99))
  const isInternal = random.chance(0.3)
  const description = `${roundMark(round.number)} ${lane.name} ${lane.executed.length} FINE`
  const data = {
    moneyTransferAmount: { currency: 'EUR', amount: `0.${String(cents).padStart(2, '0')}` },
    flagUrgency: false,
    type: 'SEPA',
    moneyTransferExecutionDate: round.executionDate,
    ibanBeneficiary: isInternal ? payees.aisha : payees.otherBank,
    beneficiaryName: 'Chi Riceve',
    description,
  }
  const resourceId = await create(lane, client, verifyCall(payerOf(lane), data))
  await approve(lane, client, resourceId)
  const transfer = { resourceId, description, cents, feeCents: isInternal ? 0n : 50n, cro: null }
  lane.doing = { kind: 'execute', transfer }
  const answer = await client.succeed(executeCall(payerOf(lane), resourceId))
  lane.executed.push({ ...transfer, cro: done.parse(answer.json()).data.cro })
  lane.authorized.delete(resourceId)
}

async function changeConsent(
  lane: Lane,
  client: ProvenClient,
  _round: Round,
  random: SeededRandom,
): Promise<void> {
  const key = `ACCOUNT_INFO ${random.pick(lane.otherProductIds)}`
  const change = lane.granted.has(key) ? 'revoke' : 'request'
  const { accessToken, customer } = lane
  const [name = '', productId = ''] = key.split(' ')
  const asked = consentCall(accessToken, customer.customerId, [{ name, products: [productId] }], change)
  const resourceId = await create(lane, client, asked)
  await approve(lane, client, resourceId)
  const consent: ConsentChange = { change, key, resourceId }
  lane.doing = { kind: 'confirm', consent }
  await client.succeed(confirmCall(accessToken, customer.customerId, resourceId, change))
  applyConsent(lane, consent)
  lane.authorized.delete(resourceId)
}

export function applyConsent({ granted }: Lane, { change, key }: ConsentChange): void {
  if (change === 'request') granted.add(key)
  else granted.delete(key)
}

async function create(lane: Lane, client: ProvenClient, call: RawCall): Promise<string> {
  lane.doing = { kind: 'other' }
  return created.parse((await client.succeed(call)).json()).resources.resourceId
}

async function approve(lane: Lane, client: ProvenClient, resourceId: string): Promise<void> {
  const answer = await client.succeed(approachCall(client.kit, lane.accessToken, resourceId))
  const { scaRedirectURL } = approached.parse(answer.json()).data
  lane.doing = { kind: 'decide', resourceId }
  await authorizeOnce(scaRedirectURL, lane.customer)
  lane.authorized.add(resourceId)
}

export function batchCall(lane: Lane, client: ProvenClient): RawCall {
  return {
    path: `/private/customers/${lane.customer.customerId}/products/${lane.payerProductId}/balance/retrieve`,
    token: lane.batchToken,
    signed: { keyId: client.kit.applications.client_credentials.name },
  }
}

async function readInBatch(lane: Lane, client: ProvenClient): Promise<void> {
  lane.doing = { kind: 'batch' }
  await client.succeed(batchCall(lane, client))
  lane.batchReads += 1
}

export async function refresh(lane: Lane, client: ProvenClient): Promise<void> {
  lane.doing = { kind: 'refresh' }
  const form = { grant_type: 'refresh_token', refresh_token: lane.refreshToken }
  const answer = await client.succeed(tokenCall(client.kit, form))
  const { access_token, refresh_token = '' } = tokens.parse(answer.json())
  lane.accessToken = access_token
  lane.refreshToken = refresh_token
}
