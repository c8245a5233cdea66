import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { GET as readAccounts } from '@/app/api/accounts/route'
import { POST as connect } from '@/app/api/bank/connect/route'
import { GET as health } from '@/app/api/health/route'
import { checkBank } from '@/lib/flows'
import { createCustomerBrowser, signInAs, startTestApp, type TestApp } from '@/tests/support/app'

let app: TestApp
/** How far the bank's clock is behind ours. */
let bankBehindMs = 0
beforeAll(async () => {
  app = await startTestApp({ bankBehindMs: () => bankBehindMs })
})
afterAll(() => app.stop())
beforeEach(async () => {
  bankBehindMs = 0
  await checkBank(app.server.flows)
})

const warnings = () => app.logLines().match(/our clock differs from the bank's/g)?.length ?? 0
const clockInHealth = async () => (await (await health()).json()).clock.aheadSeconds
const lastExchange = () =>
  JSON.parse(
    app
      .logLines()
      .trim()
      .split('\n')
      .findLast((line) => line.includes('"bank exchange"')) ?? '{}',
  ).exchange

/** By the second of a Date, and one more that passes meanwhile. */
const about = (seconds: number) => [seconds - 1, seconds, seconds + 1, seconds + 2]

describe.each([
  ['ahead', 600],
  ['behind', -600],
])('a clock that is ten minutes %s, beyond what the bank permits', (_where, seconds) => {
  it('is logged for the operator, from the Date that the bank signed', async () => {
    expect(about(0)).toContain(await clockInHealth())
    const before = warnings()
    bankBehindMs = seconds * 1000
    expect(await checkBank(app.server.flows)).toMatchObject({ outcome: 'failed', cause: { status: 417 } })
    expect(about(seconds)).toContain(await clockInHealth())
    expect(about(seconds)).toContain(lastExchange().clockAheadSeconds)
    expect(warnings()).toBe(before + 1)
    await checkBank(app.server.flows)
    expect(warnings()).toBe(before + 1)
  })

  it('is shown to customers as our fault, at sign-in and on the accounts page', async () => {
    const browser = await signInAs('niccolo')
    bankBehindMs = seconds * 1000
    const started = await createCustomerBrowser().post(connect, '/api/bank/connect', {})
    expect(await started.json()).toMatchObject({ status: 503, code: 'bank_clock' })
    const accounts = await browser.get(readAccounts, '/api/accounts')
    expect(JSON.stringify(await accounts.json())).toContain('"bank_clock"')
  })
})

it('an answer that is refused for its Date says in the log by how much', async () => {
  bankBehindMs = 2 * 3600 * 1000
  expect(await checkBank(app.server.flows)).toMatchObject({
    outcome: 'failed',
    cause: { reason: 'date_out_of_range' },
  })
  expect(about(7200)).toContain(lastExchange().clockAheadSeconds)
  expect(lastExchange().steps).toContainEqual({ name: 'date', outcome: 'failed' })
  // It was not verified, so it is no fact about the bank's clock.
  expect(about(0)).toContain(await clockInHealth())
})

it('the same refusal with clocks that agree is an error of the bank', async () => {
  app.sandbox.scenarios.add({ fault: 'validation-error' })
  try {
    const started = await createCustomerBrowser().post(connect, '/api/bank/connect', {})
    expect(await started.json()).toMatchObject({ code: 'bank_error' })
  } finally {
    app.sandbox.scenarios.clear()
  }
})
