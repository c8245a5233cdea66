import { expect, test } from 'vitest'
import { proveKills } from '@/tests/proof/kill'
import { sized } from '@/tests/support/size'

test('killed at any moment, the bank has lost nothing that it had acknowledged, and doubled nothing', {
  timeout: 300_000,
}, async () => {
  const rounds = sized(3, 5)
  const done = await proveKills({ rounds, seed: 20_261_128 })
  expect(done.rounds).toBe(rounds)
  // the kills met work: transfers that were done, and steps that were not
  expect(done.transfers).toBeGreaterThan(0)
  expect(done.inDoubt).toBeGreaterThan(0)
})
