import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { describeSetting, type SwitchableName, switchableNames } from '@/sandbox/control/settings'
import { defaultSettings } from '@/sandbox/index'
import { startTestSandbox, type TestSandbox } from '@/tests/support/sandbox'
import { refusalOf, signIn } from './journey'
import { callBank } from './raw-client'

let bank: TestSandbox
beforeAll(async () => {
  bank = await startTestSandbox({ settings: { movementsPerPage: 7 } })
})
afterAll(() => bank.stop())

async function send(method: string, body?: object): Promise<{ status: number; content: unknown }> {
  const answer = await fetch(`${bank.controlUrl}/settings`, {
    method,
    ...(body ? { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } } : {}),
  })
  const text = await answer.text()
  return { status: answer.status, content: text === '' ? null : JSON.parse(text) }
}

afterEach(() => send('DELETE'))

describe('over HTTP', () => {
  test('GET tells them all, DELETE goes back to those of the start', async () => {
    const atStart = { ...defaultSettings, movementsPerPage: 7 }
    expect(await send('GET')).toEqual({ status: 200, content: atStart })
    await send('PATCH', { movementsPerPage: 8, scaApproach: 'DECOUPLED' })
    expect(await send('GET')).toMatchObject({ content: { movementsPerPage: 8, scaApproach: 'DECOUPLED' } })
    expect((await send('DELETE')).status).toBe(204)
    expect(await send('GET')).toEqual({ status: 200, content: atStart })
  })

  test.each(switchableNames)('%s can be set to each of its values', async (name) => {
    const { about, values } = describeSetting(name)
    expect(about).not.toBe('')
    for (const value of 'min' in values
      ? [values.min, values.max]
      : values.map((text) => typed(name, text))) {
      expect(await send('PATCH', { [name]: value })).toMatchObject({
        status: 200,
        content: { [name]: value },
      })
    }
  })

  const typed = (name: SwitchableName, text: string) =>
    typeof defaultSettings[name] === 'boolean' ? text === 'true' : text

  test.each([
    ['fixed at start', { headerPrefix: 'XYZ' }, 'headerPrefix'],
    ['unknown', { nonsense: 1 }, 'nonsense'],
    ['another value', { scaApproach: 'SMOKE' }, 'scaApproach'],
    ['out of bounds', { movementsPerPage: 0 }, 'movementsPerPage'],
    ['of another type', { accessControl: 'true' }, 'accessControl'],
  ])('%s: refused by name, and nothing of the request holds', async (_title, change, named) => {
    const before = await send('GET')
    const refused = await send('PATCH', { twinFields: 'first', ...change })
    expect([refused.status, z.object({ error: z.string() }).parse(refused.content).error]).toEqual([
      400,
      expect.stringContaining(named),
    ])
    expect(await send('GET')).toEqual(before)
  })
})

describe('take effect at the next call', () => {
  const accounts = '/private/customers/70010001/accounts'

  test('certificateForm', async () => {
    const { accessToken } = await signIn(bank.kit, 'niccolo')
    await send('PATCH', { certificateForm: 'pem-url-encoded' })
    const answer = await callBank(bank.kit, { path: accounts, token: accessToken })
    expect(answer.header('svc-certificate')).toMatch(/^-----BEGIN%20CERTIFICATE/)
  })

  test('maxSkewSeconds, and a request id stays used for as long as its Date is acceptable', async () => {
    const { accessToken } = await signIn(bank.kit, 'niccolo')
    const requestId = '5f0f9d5e-7d0f-4c53-9a8a-0c1c5b3f7a11'
    const date = new Date(Date.now() - 20 * 60 * 1000)
    const late = { path: accounts, token: accessToken, signed: { date, requestId } }
    expect(refusalOf(await callBank(bank.kit, late))).toBe('417 DATE_SKEW Date')
    await send('PATCH', { maxSkewSeconds: 3600 })
    expect((await callBank(bank.kit, late)).status).toBe(200)
    expect(refusalOf(await callBank(bank.kit, late))).toBe('417 REQUEST_ID_REUSED TPP-Request-ID')
  })

  test('accessTokenSeconds, for tokens given from then on', async () => {
    const before = (await signIn(bank.kit, 'niccolo')).accessToken
    await send('PATCH', { accessTokenSeconds: 60 })
    const after = (await signIn(bank.kit, 'niccolo')).accessToken
    bank.clock.move(61_000)
    expect((await callBank(bank.kit, { path: accounts, token: before })).status).toBe(200)
    expect(refusalOf(await callBank(bank.kit, { path: accounts, token: after }))).toBe('401 TOKEN_INVALID')
    bank.clock.reset()
  })
})
