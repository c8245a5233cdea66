import { z } from 'zod'
import { confirmCall } from '@/tests/integration/sandbox/consent-journey'
import { refusalOf, signIn } from '@/tests/integration/sandbox/journey'
import type { RawAnswer, RawCall } from '@/tests/integration/sandbox/raw-client'
import { executeCall } from '@/tests/integration/sandbox/transfer-journey'
import { applyConsent, batchCall, type Lane, payerOf, refresh, type Transfer } from './kill-lanes'
import { type ProvenClient, Violation } from './proven-client'

const batchAccessesPerDay = 4

const customerAnswer = z.object({ data: z.object({ customerid: z.string() }) })
const listAnswer = z.object({
  data: z.object({ categories: z.array(z.object({ name: z.string(), products: z.array(z.string()) })) }),
})
const statusAnswer = z.object({
  data: z.object({ authorizationStatus: z.string(), executionStatus: z.string() }),
})
const executeAnswer = z.object({ data: z.object({ cro: z.string() }) })
const row = z.object({
  amountTransaction: z.object({ amount: z.string() }),
  extendedDescription: z.string(),
  idMoneyTransfer: z.string(),
  codeDescription: z.string(),
})
const movementsAnswer = z.object({
  data: z.object({ transactionsAccounting: z.array(row), transactionsNotAccounting: z.array(row) }),
  _links: z.object({ next: z.object({ href: z.string() }).optional() }),
})

export type Row = z.infer<typeof row>

function must(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Violation(what)
}

const outcome = (answer: RawAnswer) => (answer.status === 200 ? '200' : refusalOf(answer))

/**
 * After a restart: what this lane was acknowledged is there once, and what it was not is there once or not at all. What
 * was under way is then brought to its end, so that afterwards everything is known again.
 */
export async function auditLane(lane: Lane, client: ProvenClient): Promise<void> {
  const { accessToken: token, customer, name } = lane
  const identity = await client.succeed({ path: '/private/customers/customerid-info', token })
  const { customerid } = customerAnswer.parse(identity.json()).data
  must(customerid === customer.customerId, `${name}: the token opens another customer`)
  await auditResources(lane, client)
  await auditConsents(lane, client)
  await auditBatch(lane, client)
  if (lane.doing?.kind === 'refresh') Object.assign(lane, await signIn(client.kit, customer.username))
  else await refresh(lane, client)
  lane.doing = null
}

async function auditResources(lane: Lane, client: ProvenClient): Promise<void> {
  const { doing, name } = lane
  const underWay = resourceOf(lane)
  for (const { resourceId } of lane.executed) {
    const status = await statusOf(lane, client, resourceId)
    must(status === 'AUTHORIZED EXECUTED', `${name}: an executed transfer is ${status}`)
  }
  for (const resourceId of lane.authorized) {
    if (resourceId === underWay) continue
    const status = await statusOf(lane, client, resourceId)
    must(status === 'AUTHORIZED PENDING', `${name}: an authorized resource is ${status}`)
  }
  if (doing?.kind === 'decide') {
    const status = await statusOf(lane, client, doing.resourceId)
    must(/^(AUTHORIZED|PENDING) PENDING$/.test(status), `${name}: a resource at SCA is ${status}`)
  }
  const [last] = lane.executed.slice(-1)
  if (last) {
    const again = outcome(await client.call(executeCall(payerOf(lane), last.resourceId)))
    must(again === '400 STEP_NOT_ALLOWED FINISHED', `${name}: executed once more: ${again}`)
  }
  if (doing?.kind === 'execute') lane.executed.push(await finishTransfer(lane, client, doing.transfer))
}

function resourceOf({ doing }: Lane): string | null {
  if (doing?.kind === 'execute') return doing.transfer.resourceId
  return doing?.kind === 'confirm' ? doing.consent.resourceId : null
}

async function statusOf(lane: Lane, client: ProvenClient, resourceId: string): Promise<string> {
  const path = `/private/operations/${resourceId}/status`
  const { data } = statusAnswer.parse((await client.succeed({ path, token: lane.accessToken })).json())
  return `${data.authorizationStatus} ${data.executionStatus}`
}

/** Executed before the kill or now, and in no case twice. */
async function finishTransfer(lane: Lane, client: ProvenClient, transfer: Transfer): Promise<Transfer> {
  const status = await statusOf(lane, client, transfer.resourceId)
  const answer = await client.call(executeCall(payerOf(lane), transfer.resourceId))
  const expected = {
    'AUTHORIZED PENDING': '200',
    'AUTHORIZED EXECUTED': '400 STEP_NOT_ALLOWED FINISHED',
  }[status]
  must(
    outcome(answer) === expected,
    `${lane.name}: a transfer in doubt is ${status} and then ${outcome(answer)}`,
  )
  if (answer.status !== 200) return transfer
  return { ...transfer, cro: executeAnswer.parse(answer.json()).data.cro }
}

async function auditConsents(lane: Lane, client: ProvenClient): Promise<void> {
  const { doing, accessToken, customer, name } = lane
  const before = await consentsOf(lane, client)
  const expected = [...lane.granted].sort().join()
  if (doing?.kind !== 'confirm') {
    must(before === expected, `${name}: consents are ${before} and not ${expected}`)
    return
  }
  applyConsent(lane, doing.consent)
  const afterwards = [...lane.granted].sort().join()
  must([expected, afterwards].includes(before), `${name}: consents in doubt are ${before}`)
  const { resourceId, change } = doing.consent
  const answer = outcome(await client.call(confirmCall(accessToken, customer.customerId, resourceId, change)))
  must(
    answer === (before === expected ? '200' : '400 STEP_NOT_ALLOWED FINISHED'),
    `${name}: a confirmation in doubt is answered ${answer}`,
  )
}

async function consentsOf({ accessToken: token, customer }: Lane, client: ProvenClient): Promise<string> {
  const path = `/private/customers/${customer.customerId}/consent/list`
  const { categories } = listAnswer.parse((await client.succeed({ path, token })).json()).data
  return categories
    .flatMap(({ name, products }) => products.map((productId) => `${name} ${productId}`))
    .sort()
    .join()
}

/** The accesses left today are those that were not acknowledged, one in doubt aside. */
async function auditBatch(lane: Lane, client: ProvenClient): Promise<void> {
  let left = 0
  let answer = outcome(await client.call(batchCall(lane, client)))
  for (; answer === '200' && left <= batchAccessesPerDay; left += 1) {
    answer = outcome(await client.call(batchCall(lane, client)))
  }
  must(answer === '420 LIMIT_EXCEEDED', `${lane.name}: a batch read is answered ${answer}`)
  const most = batchAccessesPerDay - lane.batchReads
  const least = lane.doing?.kind === 'batch' ? most - 1 : most
  must(left === most || left === least, `${lane.name}: ${left} batch accesses are left, not ${most}`)
}

/** Movements of the payer's account, newest first, from a day (DD/MM/YYYY) on; all pages. */
export async function movementsOf(lane: Lane, client: ProvenClient, dateFrom: string): Promise<Row[]> {
  const base = `/private/customers/${lane.customer.customerId}/products/${lane.payerProductId}/transactions/`
  const rows: Row[] = []
  let rel: string | undefined = `retrieve?dateFrom=${dateFrom}&dateTo=31/12/2190`
  while (rel !== undefined) {
    const call: RawCall = { path: `${base}${rel}`, token: lane.accessToken }
    const { data, _links } = movementsAnswer.parse((await client.succeed(call)).json())
    rows.push(...data.transactionsNotAccounting, ...data.transactionsAccounting)
    rel = _links.next?.href
  }
  return rows
}

/**
 * Of the rows with this mark, each transfer stands there once, with its amount, its reference and its fee, and nothing
 * else does.
 */
export function auditMovements(
  name: string,
  rows: readonly Row[],
  mark: string,
  transfers: readonly Transfer[],
): void {
  const ours = rows.filter(({ extendedDescription }) => extendedDescription.includes(` ${mark} `))
  must(
    ours.length === transfers.length,
    `${name}: ${ours.length} transfers are on the account, not ${transfers.length}`,
  )
  for (const { description, cents, feeCents, cro } of transfers) {
    const [mine, twin] = ours.filter((one) => one.extendedDescription.endsWith(` ${description}`))
    must(mine !== undefined && twin === undefined, `${name}: ${description} is not there once`)
    must(cro === null || mine.idMoneyTransfer === cro, `${name}: ${description} has another reference`)
    must(
      mine.amountTransaction.amount === `-${decimal(cents)}0`,
      `${name}: ${description} has another amount`,
    )
    const fees = rows.filter((one) => one.idMoneyTransfer === mine.idMoneyTransfer && one !== mine)
    must(
      fees.map(({ amountTransaction }) => amountTransaction.amount).join() ===
        (feeCents === 0n ? '' : `-${decimal(feeCents)}0`),
      `${name}: ${description} has other fees`,
    )
  }
}

export function decimal(cents: bigint): string {
  const digits = cents.toString().padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}
