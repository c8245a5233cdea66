import type { Page } from 'playwright/test'
import { press } from '@/tests/support/paying-visitor'
import { beginChange } from '@/tests/support/visitor'
import { heading, productIds, share, startAfresh, write } from './consent-steps'
import { expect, test, visitorOf, words } from './support'
import { orderQuickly, returnQuickly, startPaying } from './transfer-steps'

/* The page is translated by the browser, which puts elements of its own in place of every text. What comes later stays right. */

const { en } = words

test.use({ locale: 'en-GB' })

/**
 * As browsers do: each text node makes way for elements with a text of their own. The worst of them: it keeps the words
 * as they are, so that they can be compared, and heeds no `translate`.
 */
function translate(page: Page): Promise<number> {
  return page.evaluate(() => {
    const texts: Text[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode)
    for (const text of texts) {
      if (text.data.trim() === '' || text.parentElement?.closest('script, style, noscript, textarea'))
        continue
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.textContent = text.data
      outer.append(inner)
      text.replaceWith(outer)
    }
    return texts.length
  })
}

/** What can be read on the page, line by line, without what counts the time. */
const readable = (page: Page) =>
  page.evaluate(() => {
    const main = document.querySelector('main')
    if (main === null) return []
    const copy = main.cloneNode(true) as HTMLElement
    for (const one of copy.querySelectorAll('time, [role=status], script')) one.remove()
    return [...copy.querySelectorAll('p, li, dd, dt, h1, h2, h3, td, th, a, button, label, summary')]
      .filter((one) => one.querySelector('p, li, dd, dt, h1, h2, h3, td, th') === null)
      .map((one) => (one.textContent ?? '').replace(/\s+/g, ' ').trim())
      .map((text) => text.replace(/\b\d\d:\d\d\b/g, 'hh:mm'))
  })

/** A document loaded now says the same as the page that was translated and brought up to date. */
async function expectSameAsLoaded(page: Page): Promise<void> {
  const fresh = await page.context().newPage()
  await fresh.goto(page.url())
  // Both have the bank asked by themselves, and say so until it has answered.
  await expect(async () => expect(await readable(page)).toEqual(await readable(fresh))).toPass({
    timeout: 45_000,
  })
  await fresh.close()
}

/** A transfer is paid, so that there is less on the account than a moment ago. */
async function pay(page: Page, productId: string, cents: number): Promise<string> {
  const payer = { page, username: 'niccolo', productId } as const
  const order = await orderQuickly(payer, cents)
  await returnQuickly(payer, order)
  const customer = { visitor: visitorOf(page), username: 'niccolo', productId, oneTimeCode: '' }
  await expect
    .poll(async () => (await press(customer, order.transferId, 'continue', {})).state)
    .toBe('accepted')
  return order.transferId
}

test('rows, totals and movements are right after a refresh of a translated page', async ({ page }) => {
  test.setTimeout(180_000)
  const productId = await startPaying(page, 'niccolo')
  for (const path of ['/accounts', `/accounts/${productId}`, `/accounts/${productId}?trend=90`]) {
    await page.goto(path)
    const refresh = page.getByRole('button', { name: en.accounts.refresh, exact: true })
    await expect(refresh).toBeVisible()
    await page.waitForLoadState('networkidle')
    const before = await readable(page)
    expect(await translate(page)).toBeGreaterThan(10)
    await pay(page, productId, 1_217 + path.length)
    const asked = page.waitForResponse(/overview|refresh/)
    await page.locator('main button', { hasText: en.accounts.refresh }).first().click()
    await asked
    await expect.poll(async () => (await readable(page)).join() === before.join()).toBe(false)
    await expectSameAsLoaded(page)
  }
})

test('a transfer that moves on while its page is translated is shown right, from review to receipt', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const productId = await startPaying(page, 'niccolo')
  const payer = { page, username: 'niccolo', productId } as const
  const order = await orderQuickly(payer, 2_391)
  await page.goto(`/transfers/${order.transferId}`)
  await page.waitForLoadState('networkidle')
  await translate(page)
  await returnQuickly(payer, order)
  await expect(heading(page)).toHaveText(en.transferState.title.accepted)
  await translate(page)
  await expectSameAsLoaded(page)

  await page.goto('/transfers')
  await page.waitForLoadState('networkidle')
  await translate(page)
  await page.getByRole('link', { name: en.shell.accounts }).first().click()
  await expect(page.getByRole('list', { name: en.accounts.listLabel })).toBeVisible()
  await translate(page)
  await page.getByRole('link', { name: en.shell.transfers }).first().click()
  await expect(heading(page)).toHaveText(en.transfers.title)
  await expectSameAsLoaded(page)
})

test('consents that change, and an approval that ends, are right on a translated page', async ({ page }) => {
  await startAfresh(page, 'niccolo')
  await page.goto('/consents')
  await page.waitForLoadState('networkidle')
  await translate(page)
  await share(page, 'niccolo', [0, 1])
  await page.getByRole('link', { name: en.shell.settings }).first().click()
  await expect(heading(page)).toHaveText(en.settings.title)
  await page.getByRole('link', { name: en.shell.consents }).first().click()
  await expect(page.getByText(en.freshen.upToDate)).toBeVisible()
  await expectSameAsLoaded(page)

  const [, , third = ''] = await productIds(page)
  const scopes = [{ category: 'ACCOUNT_INFO', productIds: [third] }]
  const { authorization } = await beginChange(visitorOf(page), 'grant', scopes)
  await page.goto(`/authorizations/${authorization.authorizationId}`)
  const before = await heading(page).textContent()
  await translate(page)
  await write(page, `/api/authorizations/${authorization.authorizationId}/abandon`, {})
  await expect(heading(page)).not.toHaveText(before ?? '')
  await expectSameAsLoaded(page)
})

test('figures, account numbers and names are kept from translation', async ({ page }) => {
  const productId = await startPaying(page, 'niccolo')
  const transferId = await pay(page, productId, 3_111)
  const paths = [
    '/accounts',
    `/accounts/${productId}`,
    `/accounts/${productId}/details`,
    '/consents',
    '/transfers',
    '/transfers/new',
    `/transfers/${transferId}`,
    `/transfers/new?repeat=${transferId}`,
    '/settings/details',
  ]
  for (const path of paths) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    const open = await page.evaluate(() => {
      const found: string[] = []
      const exact = /[€$£]|\b[A-Z]{2}\d\d (?:····|\w{4} \w{4})|\b\d{4} \d{4} \d{4}/
      const main = document.querySelector('main') ?? document.body
      const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
      while (walker.nextNode()) {
        const parent = walker.currentNode.parentElement
        const text = walker.currentNode.textContent ?? ''
        const isKept = parent?.closest('[translate]')?.getAttribute('translate') === 'no'
        const isSeen = parent !== null && parent.closest('script, .sr-only, option, .hidden') === null
        if (exact.test(text) && isSeen && !isKept) found.push(text)
      }
      return found
    })
    expect({ path, open }).toEqual({ path, open: [] })
  }
})
