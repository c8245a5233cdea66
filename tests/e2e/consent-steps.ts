import type { APIResponse, Locator, Page } from 'playwright/test'
import { z } from 'zod'
import { createBrowser } from '@/tests/integration/sandbox/journey'
import { logInToBank } from '@/tests/integration/sandbox/own-bank'
import { fieldsOfForm } from '@/tests/integration/sandbox/sca'
import { beginChange, finishChange } from '@/tests/support/visitor'
import { appUrl, controlUrl, ports } from './ports'
import { expect, signInUnseen, type Username, visitorOf, words } from './support'

/* Consent as a customer goes through it in a browser, and at the bank's own site. */

type Words = typeof words.en

const bankUrl = `http://127.0.0.1:${ports.pages}`

export const heading = (page: Page) => page.getByRole('heading', { level: 1 })

export function rowsOf(page: Page, t: Words): Locator {
  return page.getByRole('list', { name: t.accounts.listLabel }).getByRole('listitem')
}

/** Names of the accounts that show a figure, once the page has been brought up to date. */
export async function filled(page: Page, t: Words): Promise<string[]> {
  const rows = rowsOf(page, t)
  const names: string[] = []
  for (let index = 0; index < (await rows.count()); index += 1) {
    const row = rows.nth(index)
    if (/[€$]/.test((await row.textContent()) ?? '')) {
      names.push((await row.locator('p').first().textContent()) ?? '')
    }
  }
  return names
}

/** Where in the form that is open the first account of which this is said stands. */
export async function placeOf(page: Page, said: RegExp): Promise<number> {
  const accounts = page.getByRole('group', { name: words.en.shareForm.accounts }).locator('label')
  await accounts.first().waitFor()
  const place = (await accounts.allTextContents()).findIndex((text) => said.test(text))
  expect(place).toBeGreaterThanOrEqual(0)
  return place
}

/** A write of our own pages, as this browser sends it. */
export function write(page: Page, path: string, data: object): Promise<APIResponse> {
  return page.request.post(path, { headers: { origin: appUrl }, data })
}

/** The address of ours that the bank was last told to send the customer back to. */
export async function returnAddress(): Promise<string> {
  const entries = z
    .array(
      z.object({
        operation: z.string().nullable(),
        request: z.object({ headers: z.array(z.array(z.string())) }),
      }),
    )
    .parse(await (await fetch(`${controlUrl}/journal`)).json())
  const [last] = entries.filter(({ operation }) => operation === 'sca-approach').slice(-1)
  return last?.request.headers.find(([name]) => /^tpp-redirect-uri$/i.test(name ?? ''))?.[1] ?? ''
}

const asked = z.object({
  data: z.object({ categories: z.array(z.object({ name: z.string(), products: z.array(z.string()) })) }),
})

/** The categories of the last consent that we asked the bank for. */
export async function askedOfBank(): Promise<{ name: string; products: string[] }[]> {
  const entries = z
    .array(z.object({ operation: z.string().nullable(), request: z.object({ body: z.string() }) }))
    .parse(await (await fetch(`${controlUrl}/journal`)).json())
  const [last] = entries.filter(({ operation }) => operation === 'consent-request').slice(-1)
  const body = Buffer.from(last?.request.body ?? '', 'base64').toString()
  return asked.parse(JSON.parse(body)).data.categories
}

/** Time passes at the bank, until `DELETE /clock`; ours stands. */
export async function passTimeAtBank(moveSeconds: number): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ moveSeconds })
  await fetch(`${controlUrl}/clock`, { method: 'POST', headers, body })
}

export async function resetBankTime(): Promise<void> {
  await fetch(`${controlUrl}/clock`, { method: 'DELETE' })
}

/** Ids of the accounts, as our own API has them. */
export async function productIds(page: Page): Promise<string[]> {
  const list = z.object({ accounts: z.array(z.object({ productId: z.string() })) })
  return list
    .parse(await (await page.request.get('/api/accounts')).json())
    .accounts.map(({ productId }) => productId)
}

/** Ticks accounts by their place in the form, and categories. @returns the names of the accounts */
export async function choose(
  page: Page,
  t: Words,
  positions: number[],
  categories: (keyof Words['categories'])[] = ['ACCOUNT_INFO'],
): Promise<string[]> {
  await page.goto('/consents/new')
  const group = page.getByRole('group', { name: t.shareForm.accounts })
  const names: string[] = []
  for (const position of positions) {
    await group.getByRole('checkbox').nth(position).check()
    names.push((await group.locator('label').nth(position).locator('span span').first().textContent()) ?? '')
  }
  for (const category of categories) {
    await page.getByRole('checkbox', { name: t.categories[category].name, exact: true }).check()
  }
  return names
}

/** Sends the form that is open, to share or to take back, and lands on the page of its run. */
export async function send(page: Page, t: Words): Promise<string> {
  await page.getByRole('button', { name: t.shareForm.submit }).click()
  await page.waitForURL(/authorizations\/[\w-]+$/)
  return page.url()
}

export async function toBank(page: Page): Promise<void> {
  await page.getByRole('link', { name: /^(Continue to|Continua verso)/ }).click()
  await page.waitForURL('**/sca?*')
}

export async function approve(page: Page): Promise<void> {
  await typeCode(page)
  await page.getByRole('button', { name: /^(Approve|Autorizza)$/ }).click()
  await page.waitForURL(/authorizations\/[\w-]+$/)
}

export async function typeCode(page: Page): Promise<void> {
  const code = (await page.locator('code').first().textContent()) ?? ''
  await page.getByLabel(/One-time code|Codice monouso/).fill(code)
}

const ownAccounts = z.object({
  accounts: z.array(
    z.object({ productId: z.string(), nickname: z.string(), type: z.object({ description: z.string() }) }),
  ),
})

type Chosen = { names: string[]; productIds: string[] }

/** Asks for accounts by their place in the customer's list, without the pages. */
async function ask(page: Page, positions: number[], categories: (keyof Words['categories'])[]) {
  const visitor = visitorOf(page)
  const { accounts } = ownAccounts.parse(await (await visitor.get('/api/accounts')).json())
  const chosen = positions.flatMap((position) => accounts[position] ?? [])
  const productIds = chosen.map(({ productId }) => productId)
  const scopes = categories.map((category) => ({ category, productIds }))
  const { authorization } = await beginChange(visitor, 'grant', scopes)
  const names = chosen.map(({ nickname, type }) => nickname.trim() || type.description)
  return { visitor, authorization, names, productIds }
}

/** Shares accounts by their place in the customer's list, the quick way: for tests of what comes after. */
export async function shareAt(
  page: Page,
  username: Username,
  positions: number[],
  categories: (keyof Words['categories'])[] = ['ACCOUNT_INFO'],
): Promise<Chosen> {
  const { visitor, authorization, names, productIds } = await ask(page, positions, categories)
  expect(await finishChange(visitor, username, authorization)).toBe('done')
  return { names, productIds }
}

/** The same. @returns the names of the accounts */
export async function share(...given: Parameters<typeof shareAt>): Promise<string[]> {
  return (await shareAt(...given)).names
}

/**
 * On the page of a request to share the customer's first account, the quick way: for tests of what comes after the form.
 * @returns the name of the account
 */
export async function openRequest(page: Page, position = 0): Promise<string> {
  const { authorization, names } = await ask(page, [position], ['ACCOUNT_INFO'])
  await page.goto(`/authorizations/${authorization.authorizationId}`)
  return names[0] ?? ''
}

const openRuns = z.object({ open: z.array(z.object({ authorizationId: z.string() })) })

/**
 * Signed in as a customer who shares nothing and has no request under way, whatever other tests left. No page is open
 * yet.
 */
export async function startAfresh(page: Page, username: Username): Promise<void> {
  await signInUnseen(page, username)
  const { open } = openRuns.parse(await (await page.request.get('/api/sharing')).json())
  for (const { authorizationId } of open) {
    await write(page, `/api/authorizations/${authorizationId}/abandon`, {})
  }
  await takeBackAtBank(username)
  const { notices } = z
    .object({ notices: z.array(z.object({ eventId: z.string() })) })
    .parse(await (await page.request.get('/api/sharing')).json())
  const [newest] = notices
  if (newest) await write(page, '/api/sharing/seen', newest)
}

/** The customer, somewhere else, on the bank's own site: takes back all they allow us. False when it was nothing. */
export async function takeBackAtBank(username: Username): Promise<boolean> {
  const browser = createBrowser()
  await logInToBank(browser, bankUrl, { pick: username })
  const mine = await (await browser.get(`${bankUrl}/my`)).text()
  const path = hrefsIn(mine).find((href) => /^\/my\/revoke\?.*category=all.*product=all/.test(href))
  if (path === undefined) return false
  const page = await (await browser.get(`${bankUrl}${path}`)).text()
  const code = /<code>(\d+)<\/code>/.exec(page)?.[1] ?? ''
  await browser.post(`${bankUrl}/my/revoke`, { ...fieldsOfForm(page, '/my/revoke'), code })
  return true
}

/** The customer approves what waits for them in the bank's own channel, to which nobody sends them (DECOUPLED). */
export async function approveInBankChannel(username: Username): Promise<void> {
  const browser = createBrowser()
  await logInToBank(browser, bankUrl, { pick: username })
  const mine = await (await browser.get(`${bankUrl}/my`)).text()
  const path = hrefsIn(mine).find((href) => href.startsWith('/my/approve/')) ?? ''
  const page = await (await browser.get(`${bankUrl}${path}`)).text()
  const action = new URL(path, bankUrl).pathname
  const code = /<code>(\d+)<\/code>/.exec(page)?.[1] ?? ''
  await browser.post(`${bankUrl}${action}`, { ...fieldsOfForm(page, action), code, decision: 'approve' })
}

const hrefsIn = (page: string): string[] =>
  [...page.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))
