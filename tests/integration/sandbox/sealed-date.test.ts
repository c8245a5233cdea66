import { verify, X509Certificate } from 'node:crypto'
import { createServer, Agent as HttpAgent, request as httpRequest } from 'node:http'
import { Agent } from 'node:https'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { prepareSeal, sealAnswer } from '@/sandbox/http/seal'
import { writeAnswer } from '@/sandbox/http/write'
import { defaultSettings } from '@/sandbox/index'
import { startTestSandbox, type TestSandbox } from '@/tests/support/sandbox'
import { sized } from '@/tests/support/size'
import { signIn } from './journey'
import { callBank, provenText, type RawAnswer, type RawCall, sealOf, toAnswer } from './raw-client'

let bank: TestSandbox
beforeAll(async () => {
  bank = await startTestSandbox()
})
afterAll(() => bank.stop())

const accounts = '/private/customers/70010001/accounts'

/** One Date line, and the signature holds over exactly that one. */
function carriesSignedDate(call: RawCall, answer: RawAnswer): boolean {
  const dates = answer.headers.filter(([name]) => name.toLowerCase() === 'date')
  const { text, signature } = provenText(bank.kit, call, answer)
  return dates.length === 1 && verify('sha256', text, sealOf(answer).publicKey, signature)
}

/** Runs `call` so many times, eight at once, and returns how often it gave false. */
async function countMismatches(times: number, call: () => Promise<boolean>): Promise<number> {
  let left = times
  let mismatches = 0
  const caller = async () => {
    while (left-- > 0) if (!(await call())) mismatches += 1
  }
  await Promise.all(Array.from({ length: 8 }, caller))
  return mismatches
}

describe('SIG-17: the Date that is signed is the Date that is sent', () => {
  test('many answers, sealed and written just before a second turns', async () => {
    const seal = prepareSeal(bank.keys.bank.seal)
    const { publicKey } = new X509Certificate(bank.keys.bank.seal.cert)
    const path = '/private/x'
    const target = `/psd2/v0${path}`
    const built = new Date('2026-11-27T09:00:00.999Z')
    const server = createServer((_incoming, response) => {
      const plain = { status: 200, headers: [], body: Buffer.from('{}') }
      sealAnswer(plain, { method: 'GET', target }, built, defaultSettings, seal).then((answer) =>
        writeAnswer(response, answer),
      )
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const agent = new HttpAgent({ keepAlive: true, maxSockets: 8 })
    const fetchAnswer = () =>
      new Promise<RawAnswer>((resolve, reject) => {
        const request = httpRequest({ port, host: '127.0.0.1', agent }, (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('end', () => resolve(toAnswer(200, response.rawHeaders, Buffer.concat(chunks))))
        })
        request.on('error', reject)
        request.end()
      })
    const mismatches = await countMismatches(sized(900, 9000), async () => {
      const answer = await fetchAnswer()
      const { text, signature } = provenText(bank.kit, { path }, answer)
      const dates = answer.headers.filter(([name]) => name === 'Date').map(([, value]) => value)
      return dates.join() === built.toUTCString() && verify('sha256', text, publicKey, signature)
    })
    agent.destroy()
    server.close()
    expect(mismatches).toBe(0)
  })

  test('many answers of the bank itself under load, over more than one second', async () => {
    const { accessToken: token } = await signIn(bank.kit, 'niccolo')
    const agent = new Agent({ keepAlive: true, maxSockets: 8 })
    const dates = new Set<string>()
    const call = async () => {
      const right = { path: accounts, token }
      const answer = await callBank(bank.kit, right, agent)
      dates.add(answer.header('date') ?? '')
      return answer.status === 200 && carriesSignedDate(right, answer)
    }
    let mismatches = await countMismatches(sized(200, 1000), call)
    while (dates.size < 2) mismatches += await countMismatches(8, call)
    agent.destroy()
    expect(mismatches).toBe(0)
  })

  test('built at 09:00:00.999 and flushed at 09:00:01.002: it is dated 09:00:00, and so signed', async () => {
    // tomorrow, so that certificates made today are in time
    const day = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
    const built = new Date(`${day}T09:00:00.999Z`)
    let now = built
    const staged = await startTestSandbox({ wall: () => now })
    // an exchange is written down after it is sealed and before it is flushed
    const { add } = staged.journal
    staged.journal.add = (entry) => {
      now = new Date(`${day}T09:00:01.002Z`)
      add(entry)
    }
    const call = { path: accounts, signed: { date: built } }
    const answer = await callBank(staged.kit, call)
    expect([answer.status, now.getUTCSeconds()]).toEqual([401, 1])
    expect(answer.header('date')).toBe(built.toUTCString())
    expect(carriesSignedDate(call, answer)).toBe(true)
    await staged.stop()
  })
})
