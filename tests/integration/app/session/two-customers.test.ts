import { afterAll, beforeAll, expect, it } from 'vitest'
import { APP_URL, startTestApp, type TestApp } from '@/tests/support/app'
import { sized } from '@/tests/support/size'
import { throughHandlers } from '@/tests/support/through-handlers'
import { interleave, startParty } from '@/tests/support/two-customers'
import { createVisitor } from '@/tests/support/visitor'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

it('OA-9: two customers who read, share, take back and are forgotten at the same time read nothing of each other', async () => {
  const him = await startParty('matteo', createVisitor(APP_URL, throughHandlers))
  const her = await startParty('aisha', createVisitor(APP_URL, throughHandlers))
  const report = await interleave([him, her], {
    interleavings: sized(120, 1000),
    seed: 20_261_128,
    kinds: ['read'],
    changes: true,
  })
  expect(report.leaks).toEqual([])
  // The answers were answers: what is a customer's own is in them.
  expect(report.withOwnMarks).toBeGreaterThan(report.answers / 3)
}, 600_000)
