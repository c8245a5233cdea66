import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FaultName } from '@/sandbox/control/faults'
import { attachJobs, signInAs, startTestApp, type TestApp } from '@/tests/support/app'
import {
  beginWith,
  comeBack,
  decide,
  type Payer,
  press,
  returned,
  startPayer,
  view,
} from '@/tests/support/paying'

/* Beside secrets.test.ts and consent-secrets.test.ts, which do the same for sign-in and for consent. */

let app: TestApp
let payer: Payer
beforeAll(async () => {
  app = await startTestApp()
  await attachJobs(app.server)
  payer = await startPayer(app, 'officine')
})
afterAll(() => app.stop())

/** One of each kind of error; what each fault of all is to the client is tested in consent-secrets.test.ts. */
const faults: FaultName[] = [
  'validation-error',
  'special-characters',
  'forbidden',
  'server-error',
  'closed-account',
  'truncated-json',
  'no-content',
  'missing-field',
  'unsigned-html',
  'wrong-signature',
  'reset-after-request',
  'reset-before-headers',
  'reset-after-headers',
  'token-expired',
]

const payee = {
  payeeName: 'Ornella Vanoletti',
  iban: 'IT60X0542811101000000123456',
  note: 'Segretissima causale 77',
}

it('LOG-1: nothing of a transfer but ids and codes reaches a log line, an error or its history of events, whatever fails', async () => {
  const said: string[] = []
  const secrets = new Map(Object.entries(payee))
  const hear = async (answer: ReturnType<typeof press>) => {
    const { status, view: told } = await answer
    if (status >= 400) said.push(JSON.stringify(told))
  }
  const under = async (operation: string, work: (stage: () => void) => Promise<void>) => {
    for (const fault of faults) {
      const isOfProduct = fault !== 'closed-account' || !['status', 'sca-approach'].includes(operation)
      await work(() => {
        if (isOfProduct) app.sandbox.scenarios.add({ fault, match: { operation }, times: 1 })
      })
      app.sandbox.scenarios.clear()
      // An account that the bank called closed is marked so behind the answer.
      await app.server.flows.background.settled()
      await app.server.store.products.markOpen(payer.customerId, payer.productId)
      if (fault !== 'token-expired') continue
      payer = { ...payer, browser: await signInAs('officine') }
    }
    app.moveClock(75 * 60)
    payer = { ...payer, browser: await signInAs('officine') }
  }
  await under('moneyTransfer-verify', async (stage) => {
    const { transferId, draft } = await beginWith(payer, payee)
    stage()
    await hear(press(payer, transferId, 'check', { check: 0, draft }))
  })
  await under('sca-approach', async (stage) => {
    const { transferId, draft } = await beginWith(payer, payee)
    await press(payer, transferId, 'check', { check: 0, draft })
    stage()
    await hear(press(payer, transferId, 'approve', { check: 1 }))
  })
  for (const operation of ['status', 'moneyTransfer-execute', 'printer']) {
    await under(operation, async (stage) => {
      const { transferId, bankUrl, draft } = await toBank()
      expect(draft).toMatchObject(payee)
      const back = await decide(payer, { bankUrl })
      stage()
      await comeBack(payer, back)
      await hear(press(payer, transferId, 'continue'))
      secrets.set('ticket of the approval page', new URL(bankUrl ?? '').searchParams.get('ticket') ?? '')
      secrets.set('id of the return', back.split('/').at(-1) ?? '')
      const { timeline } = await view(payer, transferId)
      said.push(JSON.stringify(timeline))
    })
  }
  const done = await returned(payer, payee)
  await press(payer, done.transferId, 'continue')
  const wire = app.sandbox.journal.entries().map((entry) => JSON.stringify(entry))
  secrets.set('access token', /Bearer ([0-9a-f-]{36})/.exec(wire.join('\n'))?.[1] ?? '')
  const logged = app.logLines()
  expect(logged).toContain('executeTransfer')
  for (const [name, secret] of secrets) {
    expect(secret.length, `${name} was not captured`).toBeGreaterThan(6)
    expect(logged.includes(secret), `${name} is in the log`).toBe(false)
    expect(logged.includes(encodeURIComponent(secret)), `${name} is in the log, encoded`).toBe(false)
    expect(
      said.some((text) => text.includes(secret)),
      `${name} is in what was said`,
    ).toBe(false)
  }
}, 300_000)

async function toBank() {
  const { transferId, draft } = await beginWith(payer, payee)
  await press(payer, transferId, 'check', { check: 0, draft })
  return (await press(payer, transferId, 'approve', { check: 1 })).view
}
