import { expect, test } from 'vitest'
import { sized } from '@/tests/support/size'
import { proveInterleavings } from './interleaving/run'

/** INTERLEAVINGS and INTERLEAVINGS_SEED repeat a run, or make another; a failure names its seed. */
const rounds = Number(process.env.INTERLEAVINGS ?? sized(100, 1000))
const seed = Number(process.env.INTERLEAVINGS_SEED ?? 20_261_128)

test('whatever two providers and three customers do at once, the bank answers as if one step came after the other', {
  timeout: 900_000,
}, async () => {
  const { overlapping, outcomes } = await proveInterleavings({ rounds, seed })
  // How many steps overlap depends on the machine: here nearly all of them do.
  expect(overlapping).toBeGreaterThan(0)
  const seen = [...outcomes.keys()].join('\n')
  for (const outcome of [
    'execute: 200',
    'execute: 400 STEP_NOT_ALLOWED FINISHED',
    'execute: 412 AMOUNT_NOT_AVAILABLE',
    'execute: 412 RESOURCE_UNKNOWN',
    'execute: 403 SCA_NOT_AUTHORIZED PENDING',
    'confirm: 200',
    'confirm: 400 STEP_NOT_ALLOWED FINISHED',
    'balance: 200',
    'balance: 403 CONSENT_MISSING',
    'balance: 403 CUSTOMER_SCA_EXPIRED',
    'balance: 420 LIMIT_EXCEEDED',
    'take back: done',
    'decide: over',
  ]) {
    expect(seen).toContain(outcome)
  }
})
