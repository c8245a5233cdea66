import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { startTestSandbox } from '@/tests/support/sandbox'
import { type Banking, signedIn } from './banking'
import { grantConsent, succeed } from './consent-journey'
import { type Browser, createBrowser } from './journey'
import { logInToBank } from './own-bank'
import { fieldsOfForm } from './sca'
import { startPaying, transfer } from './transfer-journey'

const balanceAnswer = z.object({
  data: z.object({
    accountBalance: z.object({ amount: z.string() }),
    availableBalance: z.object({ amount: z.string() }),
  }),
})

/** Real time as this bank sees it, beside the real one. */
let wallOffsetMs = 0
let banking: Banking
let browser: Browser
beforeAll(async () => {
  const bank = await startTestSandbox({ wall: () => new Date(Date.now() + wallOffsetMs) })
  banking = { bank, kit: bank.kit, ...(await signedIn(bank.kit, 'niccolo')) }
})
afterAll(() => banking.bank.stop())
beforeEach(() => {
  browser = createBrowser()
})

const at = (path: string) => `${banking.bank.pagesUrl}${path}`
const titleOf = (page: string) => /<h1[^>]*>([^<]*)/.exec(page)?.[1] ?? ''
const alertOf = (page: string) => /role="alert"[^>]*>([^<]*)/.exec(page)?.[1] ?? ''

async function pageAt(url: string): Promise<string> {
  return (await (await browser.get(url)).text()).replaceAll('\u00a0', ' ')
}

const logIn = (fields: Record<string, string>) => logInToBank(browser, banking.bank.pagesUrl, fields)

describe('log in and out', () => {
  test('by username and password, and out again', async () => {
    expect((await logIn({ username: ' Giulia', password: 'Magnolia-12' })).status).toBe(303)
    const page = await pageAt(at('/my'))
    expect(titleOf(page)).toBe('Welcome, Giulia Peccoz Lévêque')
    const answer = await browser.post(at('/my/log-out'), fieldsOfForm(page, '/my/log-out') ?? {})
    expect(answer.headers.get('location')).toBe('/my?lang=en')
    expect(titleOf(await pageAt(at('/my')))).toBe('Log in')
  })

  test('a wrong password says so; the fifth closes this username for ten real minutes, and no other', async () => {
    const wrong = { username: 'chiara', password: 'guess' }
    for (let attempt = 0; attempt < 4; attempt++) {
      const answer = await logIn(wrong)
      expect(answer.status).toBe(401)
      expect(alertOf(await answer.text())).toMatch(/^Username or password is wrong/)
    }
    expect((await logIn(wrong)).status).toBe(403)
    const right = { username: 'chiara', password: 'Corbezzolo-7' }
    const answer = await logIn(right)
    expect(answer.status).toBe(403)
    expect(alertOf(await answer.text())).toMatch(/^There were too many wrong passwords/)
    expect((await logIn({ username: 'giulia', password: 'Magnolia-12' })).status).toBe(303)
    browser = createBrowser()
    banking.bank.clock.move(601_000)
    expect((await logIn(right)).status).toBe(403)
    banking.bank.clock.reset()
    wallOffsetMs = 601_000
    expect((await logIn(right)).status).toBe(303)
    wallOffsetMs = 0
  })

  test('an unknown username is never locked, because such guesses are not stored', async () => {
    const invented = { username: 'nessuno', password: 'guess' }
    for (let attempt = 0; attempt < 7; attempt++) expect((await logIn(invented)).status).toBe(401)
  })

  test('ten minutes without a page end the session; a page in between keeps it', async () => {
    const { bank } = banking
    await logIn({ pick: 'giulia' })
    bank.clock.move(599_000)
    expect(titleOf(await pageAt(at('/my')))).toMatch(/^Welcome/)
    bank.clock.move(599_000)
    expect(titleOf(await pageAt(at('/my')))).toMatch(/^Welcome/)
    bank.clock.move(601_000)
    expect(titleOf(await pageAt(at('/my')))).toBe('Log in')
    bank.clock.reset()
  })

  test('every login begins a session of its own and ends the one before', async () => {
    const form = fieldsOfForm(await pageAt(at('/my')), '/my/login')
    const secrets = []
    for (const pick of ['giulia', 'aisha']) {
      const answer = await browser.post(at('/my/login'), { ...form, pick })
      const [cookie = ''] = answer.headers.getSetCookie().filter((line) => line.startsWith('zefiro_session='))
      expect(cookie).toMatch(/^zefiro_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
      secrets.push(cookie.split(';')[0] ?? '')
    }
    const titles = []
    for (const Cookie of [...secrets, `zefiro_session=${'x'.repeat(43)}`]) {
      titles.push(
        titleOf(await (await fetch(at('/my'), { headers: { Cookie, 'Accept-Language': 'en' } })).text()),
      )
    }
    expect(titles).toEqual(['Log in', 'Welcome, Aïsha Bâ', 'Log in'])
  })

  test('without a login there is nothing to see and nothing to do', async () => {
    for (const path of ['/my/accounts/x', '/my/approve/x', '/my/revoke?tpp=x&category=all&product=all']) {
      const answer = await browser.get(at(path))
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/my?lang=en'])
    }
    for (const path of ['/my/revoke', '/my/approve/x', '/my/log-out']) {
      expect((await browser.post(at(path), {})).headers.get('location')).toBe('/my?lang=en')
    }
  })
})

describe('accounts', () => {
  test('each with the balances that the interface tells', async () => {
    const { kit, token, customerId, products } = banking
    await grantConsent(kit, token, customerId, [{ name: 'ACCOUNT_INFO', products: products.slice(0, 1) }])
    const path = `/private/customers/${customerId}/products/${products[0]}/balance/retrieve`
    const { data } = balanceAnswer.parse((await succeed(kit, { path, token })).json())
    await logIn({ pick: 'niccolo' })
    const page = (await pageAt(at('/my'))).replaceAll(',', '')
    expect(page).toContain(`<dd>${data.accountBalance.amount} EUR</dd>`)
    expect(page).toContain(`<dd>${data.availableBalance.amount} EUR</dd>`)
    expect(page).toContain('Conto di casa – Niccolò D&#39;Amico')
  })

  test('movements in pages of fifty, each once, to the oldest', async () => {
    await logIn({ pick: 'niccolo' })
    let path: string | undefined = `/my/accounts/${banking.products[0]}?lang=en`
    const sizes: number[] = []
    const starts = new Set<string>()
    while (path !== undefined && sizes.length < 50) {
      const page = await pageAt(at(path))
      const list = /aria-labelledby="movements"[\s\S]*/.exec(page)?.[0] ?? ''
      sizes.push([...list.matchAll(/<li>/g)].length)
      starts.add(list)
      path = /href="([^"]*before=[^"]*)">Older/.exec(list)?.[1]?.replaceAll('&amp;', '&')
    }
    expect(sizes.length).toBeGreaterThan(2)
    expect(new Set(sizes.slice(0, -1))).toEqual(new Set([50]))
    expect(sizes.at(-1)).toBeLessThanOrEqual(50)
    expect(starts.size).toBe(sizes.length)
  })

  test('a transfer is there at once, not booked yet, and booked later', async () => {
    const { bank, kit, payer } = await startPaying('niccolo')
    await transfer(kit, payer, { description: 'Regalo per Zoe', flagUrgency: false })
    await logInToBank(browser, bank.pagesUrl, { pick: 'niccolo' })
    const url = `${bank.pagesUrl}/my/accounts/${payer.productId}`
    const sectionOf = (page: string, id: string) =>
      new RegExp(`<section class="card" aria-labelledby="${id}">[\\s\\S]*?</section>`).exec(page)?.[0]
    const before = await pageAt(url)
    expect(sectionOf(before, 'pending')).toContain('-25.00 EUR')
    expect(sectionOf(before, 'movements')).not.toContain('Regalo per Zoe')
    bank.clock.move(9 * 60_000)
    const after = await pageAt(url)
    expect(sectionOf(after, 'pending')).not.toContain('Regalo per Zoe')
    expect(sectionOf(after, 'movements')?.toLowerCase()).toContain('regalo per zoe')
    await bank.stop()
  })

  test('what a movement says is text', async () => {
    await logIn({ pick: 'niccolo' })
    const page = await pageAt(at(`/my/accounts/${banking.products[0]}`))
    expect(page).toContain('GRAZIE &lt;3')
    expect(page).not.toContain('<3')
  })

  test.each([
    ['of another customer', async () => (await signedIn(banking.kit, 'aisha')).products[0] ?? ''],
    ['that does not exist', async () => 'AAAAAAAAAA'],
  ])('an account %s is not there', async (_title, productId) => {
    await logIn({ pick: 'niccolo' })
    expect((await browser.get(at(`/my/accounts/${await productId()}`))).status).toBe(404)
  })

  test('odd places begin at the newest', async () => {
    await logIn({ pick: 'niccolo' })
    for (const before of ['-1', 'x', '1e9', '99999999999']) {
      const page = await pageAt(at(`/my/accounts/${banking.products[0]}?before=${before}`))
      expect(page).toContain('Not booked yet')
    }
    expect(await pageAt(at(`/my/accounts/${banking.products[0]}?before=1`))).toContain(
      'There is no older movement.',
    )
  })

  test('nothing at all is said in words', async () => {
    await logIn({ pick: 'tommaso' })
    const page = await pageAt(at('/my?lang=it'))
    expect(page).toContain('Non hai ancora conti presso di noi.')
    expect(page).toContain('Nulla attende la tua decisione.')
    expect(page).toContain('Non hai consentito nulla ad alcuna terza parte.')
  })
})
