import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTestSandbox, type TestSandbox } from '@/tests/support/sandbox'
import { refusalOf, signIn } from './journey'
import { mintBeside } from './minting'
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
  bank.clock.reset()
})

const accounts = (): RawCall => ({ path: '/private/customers/70010001/accounts', token })
const at = (path: string) => `${bank.controlUrl}${path}`

async function page(path = '/'): Promise<string> {
  const answer = await fetch(at(path), { headers: { Accept: 'text/html,application/xhtml+xml' } })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  return answer.text()
}

/** As a browser posts a form of the page; gives status and where it is sent. */
async function post(path: string, form: Record<string, string>, headers: Record<string, string> = {}) {
  const answer = await fetch(at(path), {
    method: 'POST',
    body: new URLSearchParams(form),
    headers: { Origin: bank.controlUrl ?? '', ...headers },
    redirect: 'manual',
  })
  return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() }
}

describe('the page', () => {
  test('is for browsers; programs read JSON at the same address', async () => {
    expect(await page()).toContain('<h2 id="clock">Clock</h2>')
    const answer = await fetch(at('/'))
    expect(await answer.json()).toMatchObject({
      faults: { 'server-error': '500 INTERNAL' },
      operations: expect.arrayContaining(['accounts', 'moneyTransfer-execute', 'printer']),
      settings: { scaApproach: 'REDIRECT' },
      now: expect.stringMatching(/Z$/),
    })
  })

  test('stages a scenario that acts, shows it, and removes it', async () => {
    const form = {
      fault: 'status',
      operation: 'accounts',
      customerId: '70010001',
      tpp: '',
      times: '',
      'parameters.status': '422',
      'parameters.detail': '<b>description</b>',
      'parameters.code': '',
    }
    expect(await post('/page/scenarios', form)).toMatchObject({ status: 303, location: '/' })
    expect(refusalOf(await callBank(bank.kit, accounts()))).toBe(
      '422 CHARACTER_NOT_ALLOWED <b>description</b>',
    )
    const shown = await page()
    expect(shown).toContain('detail &lt;b&gt;description&lt;/b&gt;')
    expect(shown).toContain('until removed')
    const [, id = ''] = /name="id" value="([^"]+)"/.exec(shown) ?? []
    await post('/page/scenarios/remove', { id })
    expect(bank.scenarios.list()).toEqual([])
    await post('/page/scenarios', { fault: 'slow', times: '2' })
    expect(bank.scenarios.list()).toMatchObject([{ fault: 'slow', match: {}, timesLeft: 2, parameters: {} }])
    await post('/page/scenarios/clear', {})
    expect(bank.scenarios.list()).toEqual([])
  })

  test.each([
    ['a fault that does not exist', { fault: 'nonsense' }, 'fault'],
    ['a number that is none', { fault: 'slow', 'parameters.delayMs': 'soon' }, 'parameters.delayMs'],
    ['an endpoint that does not exist', { fault: 'slow', operation: 'acounts' }, 'operation is none of'],
  ])('says what is wrong about %s, and keeps what was typed', async (_title, form, named) => {
    const refused = await post('/page/scenarios', { times: '17', ...form })
    expect(refused.status).toBe(400)
    expect(refused.text).toMatch(new RegExp(`role="alert">[^<]*${named.replace('.', '\\.')}`))
    expect(refused.text).toContain('name="times" value="17"')
    expect(bank.scenarios.list()).toEqual([])
  })

  test('changes readings and shows what they were at the start', async () => {
    expect((await post('/page/settings', { scaApproach: 'DECOUPLED', accessControl: 'true' })).status).toBe(
      303,
    )
    expect(await (await fetch(at('/settings'))).json()).toMatchObject({
      scaApproach: 'DECOUPLED',
      accessControl: true,
    })
    expect(await page()).toContain('(at start: REDIRECT)')
    const refused = await post('/page/settings', { scaApproach: 'REDIRECT', movementsPerPage: '0' })
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('movementsPerPage')])
    await post('/page/settings/reset', {})
    expect(await (await fetch(at('/settings'))).json()).toMatchObject({
      scaApproach: 'REDIRECT',
      accessControl: false,
    })
  })

  test('shows the latest calls, each with its bytes and verdicts, and nothing of them as HTML', async () => {
    const path = '/private/Nowhere?x=<script>alert(1)</script>'
    await callBank(bank.kit, { method: 'POST', path, body: '{"n":"<img>"}', token })
    const [, id = ''] = /href="\/page\/journal\/([^"]+)"/.exec(await page()) ?? []
    const entry = await page(`/page/journal/${id}`)
    expect(entry).toContain('POST /psd2/v0/private/Nowhere?x=&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(entry).toContain('{&quot;n&quot;:&quot;&lt;img&gt;&quot;}')
    expect(entry).toContain('<td>known endpoint</td><td>refused</td>')
    expect(`${await page()}${entry}`).not.toMatch(/<script|<img/)
    await post('/page/journal/clear', {})
    expect(bank.journal.entries()).toEqual([])
    const gone = await fetch(at(`/page/journal/${id}`))
    expect(gone.status).toBe(404)
  })

  test('shows names of providers as text', async () => {
    const kit = await mintBeside(bank, { name: '<i>Corsivo</i>' })
    await callBank(kit, accounts())
    const shown = await page()
    expect(shown).toContain('&lt;i&gt;Corsivo&lt;/i&gt;')
    expect(shown).not.toContain('<i>')
  })
})

describe('nothing that a foreign web page can reach', () => {
  const foreign = 'http://localhost:3000'
  const forms = [
    '/page/scenarios',
    '/page/scenarios/remove',
    '/page/scenarios/clear',
    '/page/settings',
    '/page/settings/reset',
    '/page/clock',
    '/page/journal/clear',
  ]

  test.each(forms)('%s takes no form from another origin, or from none', async (path) => {
    await callBank(bank.kit, accounts())
    bank.scenarios.add({ fault: 'slow' })
    const before = await stateOfControl()
    const [scenario] = bank.scenarios.list()
    const form = {
      fault: 'slow',
      jump: 'one-day',
      scaApproach: 'DECOUPLED',
      id: scenario?.id ?? '',
    }
    for (const origin of [foreign, 'null', 'http://localhost', `${bank.controlUrl}.example`]) {
      expect((await post(path, form, { Origin: origin })).status).toBe(403)
    }
    const without = await fetch(at(path), { method: 'POST', body: new URLSearchParams(form) })
    expect(without.status).toBe(403)
    expect(await stateOfControl()).toEqual(before)
  })

  /** What requests a page of another origin can send without asking first. */
  test.each([
    ['/scenarios', '{"fault":"server-error"}'],
    ['/clock', '{"moveSeconds":86400}'],
  ])('%s takes JSON under its own name only', async (path, body) => {
    const before = await stateOfControl()
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      const answer = await fetch(at(path), { method: 'POST', body, headers: { 'Content-Type': type } })
      expect(answer.status).toBe(415)
    }
    const headers = { 'Content-Type': 'application/json', Origin: foreign }
    expect((await fetch(at(path), { method: 'POST', body, headers })).status).toBe(403)
    expect(await stateOfControl()).toEqual(before)
  })

  test.each(['/scenarios', '/settings', '/clock', '/journal'])(
    'DELETE %s from another origin',
    async (path) => {
      await callBank(bank.kit, accounts())
      bank.scenarios.add({ fault: 'slow' })
      const before = await stateOfControl()
      expect((await fetch(at(path), { method: 'DELETE', headers: { Origin: foreign } })).status).toBe(403)
      const asked = await fetch(at(path), {
        method: 'OPTIONS',
        headers: { Origin: foreign, 'Access-Control-Request-Method': 'DELETE' },
      })
      expect(asked.headers.get('access-control-allow-origin')).toBeNull()
      expect(await stateOfControl()).toEqual(before)
    },
  )

  test('pages are not framed, run no script, and load nothing from elsewhere', async () => {
    const { headers } = await fetch(at('/'), { headers: { Accept: 'text/html' } })
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    )
  })

  /** Exactly, because nothing passes between the two readings of the real clock. */
  function movedMs(): number {
    for (;;) {
      const before = bank.clock.wall().getTime()
      const now = bank.clock.now().getTime()
      if (bank.clock.wall().getTime() === before) return now - before
    }
  }

  async function stateOfControl(): Promise<unknown> {
    const settings = await (await fetch(at('/settings'))).json()
    return [settings, movedMs(), bank.scenarios.list(), bank.journal.entries().length]
  }
})

describe('the journal as JSON', () => {
  test('by endpoint and from a time on', async () => {
    await callBank(bank.kit, accounts())
    await callBank(bank.kit, { path: '/private/customers/customerid-info', token })
    const read = async (query: string) => {
      const answer = await fetch(at(`/journal${query}`))
      return answer.status === 200 ? JSON.parse(await answer.text()).length : answer.status
    }
    expect(await read('')).toBe(2)
    expect(await read('?operation=accounts')).toBe(1)
    expect(await read('?operation=balance')).toBe(0)
    const [, second] = bank.journal.entries()
    expect(await read(`?since=${encodeURIComponent(second?.at ?? '')}`)).toBeGreaterThanOrEqual(1)
    expect(await read('?since=2999-01-01T00:00:00Z')).toBe(0)
    expect(await read('?since=yesterday')).toBe(400)
  })

  test('names endpoint, provider and customer as far as the checks came', async () => {
    await callBank(bank.kit, accounts())
    await callBank(bank.kit, { path: '/nowhere', certificate: null })
    expect(bank.journal.entries()).toMatchObject([
      { operation: 'accounts', tpp: 'PSDIT-BI-19495S', customerId: '70010001' },
      { operation: null, tpp: null, customerId: null },
    ])
  })
})
