import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { startTestSandbox, type TestSandbox } from '@/tests/support/sandbox'
import { callBank, type RawAnswer } from './raw-client'

const mebibyte = 1024 * 1024
const path = '/private/customers/customerid-info'

let bank: TestSandbox
beforeAll(async () => {
  bank = await startTestSandbox()
})
afterAll(() => bank.stop())
afterEach(() => {
  bank.scenarios.clear()
  bank.journal.clear()
})

const message = z.object({ body: z.base64(), bodyBytes: z.number().nullable(), bodyIsCut: z.boolean() })
const entries = z.array(z.object({ id: z.string(), request: message, answer: message }))

async function readJournal(query: string): Promise<z.infer<typeof entries>> {
  return entries.parse(await (await fetch(`${bank.controlUrl}/journal${query}`)).json())
}

async function answerOf(bytes: number): Promise<RawAnswer> {
  bank.scenarios.add({
    fault: 'oversized-body',
    match: { operation: 'token' },
    times: 1,
    parameters: { bytes },
  })
  const call = {
    method: 'POST',
    path: '/auth/oauth/v2/token',
    contentType: 'application/x-www-form-urlencoded',
  }
  return callBank(bank.kit, { ...call, body: 'grant_type=none' })
}

describe('bodies', () => {
  test('are kept whole to the last byte', async () => {
    const { body } = await answerOf(mebibyte)
    const [entry] = await readJournal('')
    expect(entry?.answer).toMatchObject({ bodyBytes: mebibyte, bodyIsCut: false })
    expect(Buffer.from(entry?.answer.body ?? '', 'base64').equals(body)).toBe(true)
    expect(entry?.request).toEqual({
      ...entry?.request,
      body: Buffer.from('grant_type=none').toString('base64'),
      bodyBytes: 15,
      bodyIsCut: false,
    })
  })

  test('beyond a mebibyte are cut, and say so with their true length', async () => {
    const { body } = await answerOf(mebibyte + 1)
    const [entry] = await readJournal('')
    expect(entry?.answer).toMatchObject({ bodyBytes: mebibyte + 1, bodyIsCut: true })
    expect(Buffer.from(entry?.answer.body ?? '', 'base64').equals(body.subarray(0, mebibyte))).toBe(true)
  })

  test('that the bank did not read are none, of a length that nobody knows', async () => {
    await callBank(bank.kit, { method: 'POST', path, body: ' '.repeat(70_000) })
    const [entry] = await readJournal('')
    expect(entry?.request).toMatchObject({ body: '', bodyBytes: null, bodyIsCut: true })
  })
})

test('keeps at most 64 MiB, the newest', async () => {
  for (let call = 0; call < 70; call++) await answerOf(mebibyte)
  const kept = await readJournal('?limit=2000')
  expect(kept.length).toBeGreaterThan(60)
  expect(kept.length).toBeLessThan(64)
  expect(kept.map(({ id }) => id)).toEqual(bank.journal.entries().map(({ id }) => id))
})

test('keeps at most 2,000 entries and tells the newest 200, unless more or fewer are asked for', async () => {
  await callBank(bank.kit, { path })
  const [entry] = bank.journal.entries()
  if (!entry) throw new Error('nothing in the journal')
  for (let number = 1; number <= 2001; number++) bank.journal.add({ ...entry, id: `${number}` })
  const idsOf = async (query: string) => (await readJournal(query)).map(({ id }) => Number(id))
  const numbers = (from: number) => Array.from({ length: 2002 - from }, (_, index) => from + index)
  expect(await idsOf('')).toEqual(numbers(1802))
  expect(await idsOf('?limit=2')).toEqual([2000, 2001])
  expect(await idsOf('?limit=2000')).toEqual(numbers(2))
  for (const limit of ['0', '2001', 'all', '']) {
    expect((await fetch(`${bank.controlUrl}/journal?limit=${limit}`)).status).toBe(400)
  }
})
