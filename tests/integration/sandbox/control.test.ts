import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTestSandbox, type TestSandbox } from '@/tests/support/sandbox'
import { refusalOf, signIn } from './journey'
import { callBank, type RawCall } from './raw-client'

let bank: TestSandbox
let token: string
beforeAll(async () => {
  bank = await startTestSandbox()
  token = (await signIn(bank.kit, 'niccolo')).accessToken
})
afterAll(() => bank.stop())
afterEach(() => {
  bank.scenarios.clear()
  bank.journal.clear()
})

const accounts = (): RawCall => ({ path: '/private/customers/70010001/accounts', token })

describe('which calls a fault acts on', () => {
  test('as many times as asked, then never again', async () => {
    bank.scenarios.add({ fault: 'server-error', times: 2 })
    const statuses = []
    for (let call = 0; call < 3; call++) statuses.push((await callBank(bank.kit, accounts())).status)
    expect(statuses).toEqual([500, 500, 200])
  })

  test('one customer, one path, one method', async () => {
    bank.scenarios.add({ fault: 'server-error', match: { customerId: '70010002' } })
    bank.scenarios.add({ fault: 'server-error', match: { method: 'POST' } })
    bank.scenarios.add({ fault: 'server-error', match: { path: '/private/customers/70010002' } })
    expect((await callBank(bank.kit, accounts())).status).toBe(200)
    bank.scenarios.add({ fault: 'forbidden', match: { customerId: '70010001', path: '/private' } })
    expect((await callBank(bank.kit, accounts())).status).toBe(403)
  })

  test('only calls that pass the checks', async () => {
    bank.scenarios.add({ fault: 'server-error' })
    expect((await callBank(bank.kit, { ...accounts(), certificate: null })).status).toBe(403)
  })
})

describe('over HTTP', () => {
  const control = (path: string, init?: RequestInit) => fetch(`${bank.controlUrl}${path}`, init)
  const post = (path: string, content: object) =>
    control(path, {
      method: 'POST',
      body: JSON.stringify(content),
      headers: { 'Content-Type': 'application/json' },
    })

  test('the journal has raw target, headers, body, certificate and every verdict', async () => {
    const call = { method: 'POST', path: '/private/Nowhere?X=%2F', body: '{"è":1}', token }
    await callBank(bank.kit, call)
    const [entry] = bank.journal.entries()
    expect(await (await control('/journal')).json()).toEqual([JSON.parse(JSON.stringify(entry))])
    expect(entry).toMatchObject({
      request: {
        method: 'POST',
        target: '/psd2/v0/private/Nowhere?X=%2F',
        body: Buffer.from('{"è":1}').toString('base64'),
      },
      answer: { status: 404 },
    })
    expect(entry?.certificateSerial).toMatch(/^[0-9A-F]{32}$/)
    expect(entry?.checks.map(({ check, verdict }) => `${check}: ${verdict}`)).toEqual([
      'client certificate presented: passed',
      'client certificate trusted: passed',
      'qualified website certificate: passed',
      'PSD2 statement: passed',
      'registered provider: passed',
      'bounded body: passed',
      'required headers: passed',
      'recent date: passed',
      'digest of the body: passed',
      'signature parameters: passed',
      'known application: passed',
      'seal certificate: passed',
      'seal certificate in time: passed',
      'request signature: passed',
      'fresh request id: passed',
      'known endpoint: refused',
    ])
    expect((await control('/journal', { method: 'DELETE' })).status).toBe(204)
    expect(await (await control('/journal')).json()).toEqual([])
  })

  test('a scenario is added, listed and removed', async () => {
    const added = await post('/scenarios', { fault: 'server-error', match: { customerId: '70010001' } })
    expect(added.status).toBe(201)
    expect(await (await control('/scenarios')).json()).toEqual([
      {
        id: expect.any(String),
        fault: 'server-error',
        match: { customerId: '70010001' },
        timesLeft: null,
        parameters: {},
      },
    ])
    expect((await callBank(bank.kit, accounts())).status).toBe(500)
    await control('/scenarios', { method: 'DELETE' })
    expect((await callBank(bank.kit, accounts())).status).toBe(200)
  })

  test('an unknown fault or a misspelt field is refused, and names it', async () => {
    const unknown = await post('/scenarios', { fault: 'nonsense' })
    expect([unknown.status, await unknown.text()]).toEqual([400, expect.stringContaining('fault')])
    expect((await post('/scenarios', { fault: 'slow', time: 1 })).status).toBe(400)
  })

  test('the clock moves business time, and messages keep the real one', async () => {
    await post('/clock', { moveSeconds: 1801 })
    const answer = await callBank(bank.kit, accounts())
    expect(refusalOf(answer)).toBe('401 TOKEN_INVALID')
    expect(Math.abs(Date.parse(answer.header('date') ?? '') - Date.now())).toBeLessThan(60_000)
    await control('/clock', { method: 'DELETE' })
    expect((await callBank(bank.kit, accounts())).status).toBe(200)
  })

  test('the API and page ports know nothing of it, and without being asked for it is not there', async () => {
    const paths = [
      '/journal',
      '/scenarios',
      '/settings',
      '/clock',
      '/ledger',
      '/page/scenarios',
      '/page/clock',
    ]
    for (const path of paths) {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const init = { method, headers: { Origin: bank.pagesUrl } }
        expect((await fetch(`${bank.pagesUrl}${path}`, init)).status).toBe(404)
      }
      expect((await callBank(bank.kit, { path, token })).status).toBe(404)
      expect((await callBank(bank.kit, { path, method: 'POST', body: '{}', token })).status).toBe(404)
    }
    const closed = await startTestSandbox({ controlPort: null })
    expect(closed.kit.controlUrl).toBeNull()
    await callBank(closed.kit, accounts())
    expect(closed.journal.entries()).toEqual([])
    await closed.stop()
  })
})
