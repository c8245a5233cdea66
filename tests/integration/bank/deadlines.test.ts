import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
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

describe('deadlines', () => {
  const hasty = { limits: { deadlineMilliseconds: 300 } }
  const late = { name: 'BankUnreachableError', reason: 'deadline', sent: true }

  test('an answer that never comes', async () => {
    bank.answer(() => undefined)
    expect(await failureOf(bank.client(hasty).client.getCustomerId(callContext()))).toMatchObject(late)
    expect(bank.requests).toHaveLength(1)
  })

  test('a body that stops half way', async () => {
    bank.answer((request) => bytesOf(good(request)).subarray(0, -10))
    expect(await failureOf(bank.client(hasty).client.getCustomerId(callContext()))).toMatchObject(late)
  })

  test('a body that keeps dripping', async () => {
    bank.answer((request) => {
      const bytes = bytesOf({ ...good(request), body: Buffer.alloc(100_000, ' ') })
      let sent = bytes.indexOf('\r\n\r\n') + 4
      request.socket.write(bytes.subarray(0, sent))
      const drip = setInterval(() => request.socket.write(bytes.subarray(sent, ++sent)), 20)
      request.socket.on('close', () => clearInterval(drip))
      return undefined
    })
    expect(await failureOf(bank.client(hasty).client.getCustomerId(callContext()))).toMatchObject(late)
  })

  test('a call that waits for a connection until its time is up has sent nothing', async () => {
    bank.answer(() => undefined)
    const { client } = bank.client({ limits: { deadlineMilliseconds: 300, connections: 1 } })
    const calls = [client.getCustomerId(callContext()), client.getCustomerId(callContext())].map(failureOf)
    const sent = (await Promise.all(calls)).map((error) => 'sent' in error && error.sent)
    expect(sent.sort()).toEqual([false, true])
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
    bank.answer(() => undefined)
    const { client } = bank.client({ limits: { ...hasty.limits, callsInFlight: 1 } })
    const calls = [client.getCustomerId(callContext()), client.getCustomerId(callContext())].map(failureOf)
    const reasons = (await Promise.all(calls)).map((error) => error.reason)
    expect(reasons.sort()).toEqual(['busy', 'deadline'])
  })
})
