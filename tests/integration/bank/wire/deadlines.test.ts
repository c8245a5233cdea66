import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BankLimits } from '@/lib/bank'
import { prepareSettings } from '@/lib/bank/settings'
import { createTransport } from '@/lib/bank/wire/transport'
import {
  bytesOf,
  callContext,
  failureOf,
  type HostileBank,
  type SeenRequest,
  startHostileBank,
} from '@/tests/support/hostile-bank'
import { envelope } from '@/tests/support/sealed-answer'

let bank: HostileBank
beforeAll(async () => {
  bank = await startHostileBank()
})
afterAll(() => bank.close())
beforeEach(() => {
  bank.requests.length = 0
})

const good = (request: SeenRequest) => bank.seal(request, { body: envelope({ customerid: '10023456' }) })

/** A client whose connection stands already, so that a short deadline is spent on what the test is about. */
async function connected(limits: Partial<BankLimits>) {
  const { client } = bank.client({ limits })
  bank.answer(good)
  for (let answered = false; !answered; ) {
    answered = await client.getCustomerId(callContext()).then(
      () => true,
      () => false,
    )
  }
  bank.requests.length = 0
  return client
}

describe('deadlines', () => {
  // Long enough for a busy machine to have sent the request by then.
  const hasty = { deadlineMilliseconds: 1_500 }
  const late = { name: 'BankUnreachableError', reason: 'deadline', sent: true }

  test('an answer that never comes', async () => {
    const client = await connected(hasty)
    bank.answer(() => undefined)
    expect(await failureOf(client.getCustomerId(callContext()))).toMatchObject(late)
    expect(bank.requests).toHaveLength(1)
  })

  test('a body that stops half way', async () => {
    const client = await connected(hasty)
    bank.answer((request) => bytesOf(good(request)).subarray(0, -10))
    expect(await failureOf(client.getCustomerId(callContext()))).toMatchObject(late)
  })

  test('a body that keeps dripping', async () => {
    const client = await connected(hasty)
    bank.answer((request) => {
      const bytes = bytesOf({ ...good(request), body: Buffer.alloc(100_000, ' ') })
      let sent = bytes.indexOf('\r\n\r\n') + 4
      request.socket.write(bytes.subarray(0, sent))
      const drip = setInterval(() => request.socket.write(bytes.subarray(sent, ++sent)), 20)
      request.socket.on('close', () => clearInterval(drip))
      return undefined
    })
    expect(await failureOf(client.getCustomerId(callContext()))).toMatchObject(late)
  })

  test('a request that waits for a connection until its time is up has sent nothing', async () => {
    const settings = prepareSettings(bank.config({ limits: { connections: 1 } }), new Date())
    const transport = createTransport(settings)
    const holder = new AbortController()
    const send = (timeoutMilliseconds: number, signal?: AbortSignal) =>
      transport
        .send({
          origin: bank.origin,
          method: 'PUT',
          path: '/execute',
          headers: [],
          body: undefined,
          maxBodyBytes: 1000,
          timeoutMilliseconds,
          signal,
        })
        .catch((error: unknown) => error)
    const arrived = new Promise<void>((resolve) => {
      bank.answer(() => void resolve())
    })
    const holding = send(60_000, holder.signal)
    await arrived
    expect(await send(20)).toMatchObject({ reason: 'deadline', sent: false })
    holder.abort()
    expect(await holding).toMatchObject({ reason: 'aborted', sent: true })
    await transport.close()
    expect(bank.requests).toHaveLength(1)
  })

  test('the caller’s signal stops a call', async () => {
    const controller = new AbortController()
    bank.answer(() => {
      controller.abort()
      return undefined
    })
    const context = { ...callContext(), signal: controller.signal }
    const { client } = bank.client()
    expect(await failureOf(client.getCustomerId(context))).toMatchObject({ reason: 'aborted', sent: true })
    expect(await failureOf(client.getCustomerId(context))).toMatchObject({ reason: 'aborted', sent: false })
    expect(bank.requests).toHaveLength(1)
  })

  test('more calls than the limit are refused at once', async () => {
    const client = await connected({ ...hasty, callsInFlight: 1 })
    bank.answer(() => undefined)
    const calls = [client.getCustomerId(callContext()), client.getCustomerId(callContext())].map(failureOf)
    const reasons = (await Promise.all(calls)).map((error) => error.reason)
    expect(reasons.sort()).toEqual(['busy', 'deadline'])
  })
})
