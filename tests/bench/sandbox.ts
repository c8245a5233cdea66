import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { Kit } from '@/sandbox/kit'
import { seedMovements } from '@/sandbox/seed/movements'
import { createCustomers } from '@/sandbox/state/customers'
import { grantConsent, productsOf } from '@/tests/integration/sandbox/consent-journey'
import { signIn } from '@/tests/integration/sandbox/journey'
import { basePathOf } from '@/tests/integration/sandbox/raw-client'
import { atMost, eachOf, oneInFlight, quantile, rounded, type Variants, type Verdict } from './measure'
import { createSandboxClient, rawClient } from './sandbox-client'

/*
 * What a call costs the sandbox over what it cannot avoid, measured side by side. The client is made here of undici and
 * node:crypto alone; it signs each call and verifies each answer.
 *   raw      an undici call over mutual TLS to Node's own server, which answers with the same bytes
 *   floor    a signature made, the raw call, that verified, and the same for the answer: what client and bank must do
 *   sandbox  a call of endpoint 2, signed, checked, answered, sealed, verified
 * And what the bank needs of its own time for one page of 10,000 movements, as its journal has it, and to make 100,000.
 */
const WARM_UP_ROUNDS = 300
const MOVEMENT_CALLS = 20
/** Twelve accounts, and 10,000 movements (sandbox/seed). */
const CALLER = { username: 'giulia', customerId: '70010002' }
const LARGEST = 'ovunque'
const SEED_MILLISECONDS = 2_000
const TRADER = { username: 'zenobia', customerId: '70010007' }

export async function benchSandbox(rounds: number): Promise<object> {
  const child = fork(fileURLToPath(new URL('sandbox-server.ts', import.meta.url)))
  try {
    const { kit, rawOrigin } = started.parse(await nextMessage(child))
    const call = await callCost(child, kit, rawOrigin, rounds)
    return { oneInFlight: call, movements: await movementsCost(child, kit), seed: seedCost() }
  } finally {
    if (child.connected) child.disconnect()
  }
}

/** The kit comes from a process of ours, whole; it is not read as data from outside. */
const started = z.object({ kit: z.custom<Kit>((value) => typeof value === 'object'), rawOrigin: z.string() })

function nextMessage(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    child.once('message', resolve)
    child.once('exit', () => reject(new Error('the bank of the benchmark has ended')))
  })
}

function ask(child: ChildProcess, message: object): Promise<unknown> {
  const answer = nextMessage(child)
  child.send(message)
  return answer
}

async function callCost(child: ChildProcess, kit: Kit, rawOrigin: string, rounds: number): Promise<object> {
  const { accessToken } = await signIn(kit, CALLER.username)
  const path = `${basePathOf(kit)}/private/customers/${CALLER.customerId}/accounts`
  const client = createSandboxClient(kit, accessToken)
  await client.call(path)
  const sample = await client.call(path)
  await ask(child, {
    kind: 'record',
    headers: Object.entries(sample.headers).filter(([name]) => !['connection', 'keep-alive'].includes(name)),
    bodyBase64: sample.body.toString('base64'),
  })
  const raw = rawClient(kit, rawOrigin, path, client.headersOf(path))
  const { makeSignature, checkSignature } = client
  const variants: Variants = new Map<string, () => Promise<unknown>>([
    ['raw', raw.call],
    [
      'floor',
      async () => {
        await makeSignature()
        await raw.call()
        checkSignature()
        await makeSignature()
        checkSignature()
      },
    ],
    ['sandbox', () => client.call(path)],
  ])
  await oneInFlight(variants, WARM_UP_ROUNDS)
  const samples = await oneInFlight(variants, rounds)
  await Promise.all([raw.close(), client.close()])
  return {
    rounds,
    p50Microseconds: eachOf(samples, 0.5),
    p95Microseconds: eachOf(samples, 0.95),
    sandboxToFloor: atMost(
      rounded(quantile(samples, 'sandbox', 0.5) / quantile(samples, 'floor', 0.5), 3),
      1.25,
    ),
  }
}

async function movementsCost(child: ChildProcess, kit: Kit): Promise<object> {
  const { accessToken } = await signIn(kit, TRADER.username)
  const [productId = ''] = await productsOf(kit, accessToken, TRADER.customerId)
  await grantConsent(kit, accessToken, TRADER.customerId, [{ name: 'ACCOUNT_INFO', products: [productId] }])
  const client = createSandboxClient(kit, accessToken)
  const address = `/private/customers/${TRADER.customerId}/products/${productId}/transactions/retrieve`
  const path = `${basePathOf(kit)}${address}?dateFrom=01/01/1990&dateTo=31/12/2190`
  let rows = 0
  let bytes = 0
  for (let call = 0; call < MOVEMENT_CALLS; call += 1) {
    const { body } = await client.call(path)
    bytes = body.length
    rows = movementsAnswer.parse(JSON.parse(body.toString())).data.transactionsAccounting.length
  }
  await client.close()
  const { durations } = durationsAnswer.parse(await ask(child, { kind: 'durations', targetPart: address }))
  const sorted = [...durations].sort((one, other) => one - other)
  return {
    rows,
    bytes,
    calls: sorted.length,
    firstMilliseconds: rounded(durations[0] ?? Number.NaN, 1),
    p50Milliseconds: rounded(sorted[Math.floor(sorted.length / 2)] ?? Number.NaN, 1),
    maxMilliseconds: atMost(rounded(sorted.at(-1) ?? Number.NaN, 1), 150),
  }
}

/** What the history of the account with 100,000 movements takes to be made, in milliseconds. */
function seedCost(): Verdict {
  const [account] = createCustomers().byUsername(LARGEST)?.accounts ?? []
  if (account === undefined) throw new Error(`${LARGEST} has no account`)
  const start = performance.now()
  seedMovements(account, '2026-11-28')
  return atMost(rounded(performance.now() - start), SEED_MILLISECONDS)
}

const movementsAnswer = z.object({ data: z.object({ transactionsAccounting: z.array(z.unknown()) }) })
const durationsAnswer = z.object({ durations: z.array(z.number()) })
