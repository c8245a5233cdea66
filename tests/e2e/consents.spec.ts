import type { Locator, Page } from 'playwright/test'
import {
  approve,
  choose,
  filled,
  heading,
  productIds,
  send,
  share,
  startAfresh,
  takeBackAtBank,
  toBank,
} from './consent-steps'
import { clearStage, expect, expectAccessible, expectSettled, said, stage, test, words } from './support'

/* What is shared, and taking it back: by category, as a whole, at the bank; by keyboard alone; for ears. */

const { en } = words
const { authorization } = en

test.use({ locale: 'en-GB' })

test('a category of all accounts, then everything: what ends is said first, and only that ends', async ({
  page,
}) => {
  await startAfresh(page, 'niccolo')
  await page.goto('/consents')
  await expect(page.getByText(en.consents.nothing)).toBeVisible()
  await share(page, 'niccolo', [0, 1], ['ACCOUNT_INFO', 'FUNDS_AVAILABILITY'])
  await page.goto('/accounts')
  await expect.poll(() => filled(page, en)).toHaveLength(2)
  await page.goto('/consents')
  await expect(page.getByRole('table').getByText(/^Since /)).toHaveCount(4)
  await expect(page.getByText(/^Last used /).first()).toBeVisible()

  const funds = en.categories.FUNDS_AVAILABILITY
  await page
    .getByRole('link', { name: en.consents.takeBackCategory.replace('{category}', funds.name) })
    .click()
  await expect(page.getByText(funds.ends)).toBeVisible()
  await expect(page.getByText(en.categories.ACCOUNT_INFO.ends)).toHaveCount(0)
  await send(page, en)
  await toBank(page)
  await approve(page)
  await expect(heading(page)).toHaveText(authorization.done.takenBack)
  await expectSettled(page)

  await page.getByRole('link', { name: authorization.openConsents }).click()
  await expect(page.getByRole('table').getByText(/^Since /)).toHaveCount(2)
  await page.getByRole('link', { name: en.consents.takeBackAll }).click()
  await expect(heading(page)).toHaveText(en.takeBack.titleAll)
  await expect(page.getByText(en.categories.ACCOUNT_INFO.ends)).toBeVisible()
  await send(page, en)
  await toBank(page)
  await approve(page)
  await expect(heading(page)).toHaveText(authorization.done.takenBack)
  await page.goto('/consents')
  await expect(page.getByText(en.consents.nothing)).toBeVisible()
  await expect(page.getByText(/^You took back: /)).toHaveCount(2)
  await expectSettled(page)
  await page.goto('/consents/take-back')
  await expect(page.getByText(en.takeBack.nothing)).toBeVisible()
  await expectAccessible(page)
})

test('on a phone a category can be taken back whole, and nothing is wider than the page', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await startAfresh(page, 'matteo')
  await share(page, 'matteo', [0, 1])
  await page.goto('/consents')
  const name = en.consents.takeBackCategory.replace('{category}', en.categories.ACCOUNT_INFO.name)
  await expect(page.getByRole('link', { name })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await page.getByRole('link', { name }).click()
  await expect(page.getByText(en.categories.ACCOUNT_INFO.ends)).toBeVisible()
})

test('taken back at the bank: noticed on the next look, said until it is read, and our copy is gone', async ({
  page,
}) => {
  await startAfresh(page, 'matteo')
  await share(page, 'matteo', [0])
  const [first = ''] = await productIds(page)
  await page.goto('/accounts')
  await expect.poll(() => filled(page, en)).toHaveLength(1)
  await takeBackAtBank('matteo')

  await page.goto('/consents')
  await expect(page.getByText(en.sharing.endedTitle)).toBeVisible()
  await expect(page.getByText(en.consents.nothing)).toBeVisible()
  await expectSettled(page)
  await expectAccessible(page)
  await page.goto('/accounts')
  await expect(page.getByText(en.sharing.endedTitle)).toBeVisible()
  const movements = await (await page.request.get(`/api/accounts/${first}/movements`)).json()
  expect(movements).toMatchObject({ isShared: false, movements: [], total: 0, covered: null })
  const overview = await (await page.request.get('/api/overview')).json()
  expect(overview.accounts[0]).toMatchObject({ balance: null, reading: { kind: 'not_shared' } })

  await page.getByRole('button', { name: en.seen.button }).click()
  await expect(page.getByText(en.sharing.endedTitle)).toBeHidden()
  await expect(heading(page)).toBeFocused()
  await page.goto('/consents')
  await expect(page.getByText(/^Ended at the bank: /).first()).toBeVisible()
  await expect(page.getByText(en.sharing.endedTitle)).toBeHidden()
})

test('the bank’s list of consents cannot be had: what is known stays, with the reason', async ({ page }) => {
  await startAfresh(page, 'matteo')
  const [name = ''] = await share(page, 'matteo', [0])
  for (const [fault, code] of [
    ['server-error', 'bank_error'],
    ['other-key', 'bank_answer_unverified'],
    ['unsigned-html', 'bank_unreachable'],
  ] as const) {
    await stage({ fault, match: { operation: 'consent-list' } })
    await page.goto('/consents')
    await expect(said(page, en.problem[code].title)).toBeVisible()
    await expect(
      page.getByRole('link', { name: en.consents.takeBackAccount.replace('{name}', name) }),
    ).toBeVisible()
    await expectSettled(page)
    await clearStage()
  }
  await page.getByRole('button', { name: en.problem.retry }).click()
  await expect(page.getByText(en.freshen.upToDate)).toBeVisible()
})

test('by keyboard alone: share, approve at the bank, take back', async ({ page }) => {
  await startAfresh(page, 'matteo')
  await page.goto('/consents/new')
  const accounts = page.getByRole('group', { name: en.shareForm.accounts })
  await tabTo(page, accounts.getByRole('checkbox').first())
  await page.keyboard.press('Space')
  await tabTo(page, page.getByRole('checkbox', { name: en.categories.ACCOUNT_INFO.name, exact: true }))
  await page.keyboard.press('Space')
  await tabTo(page, page.getByRole('button', { name: en.shareForm.submit }))
  await page.keyboard.press('Enter')
  await approveByKeyboard(page)
  await expect(heading(page)).toHaveText(authorization.done.shared)

  await tabTo(page, page.getByRole('link', { name: authorization.openConsents }))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/consents')
  await tabTo(page, page.getByRole('link', { name: en.consents.takeBackAll }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: en.takeBackForm.submit }))
  await page.keyboard.press('Enter')
  await approveByKeyboard(page)
  await expect(heading(page)).toHaveText(authorization.done.takenBack)
})

test('a page that waits announces what changes, and not each time it asks', async ({ page }) => {
  await startAfresh(page, 'matteo')
  await choose(page, en, [0])
  await send(page, en)
  await toBank(page)
  await stage({ fault: 'limit-reached', match: { operation: 'status' } })
  await approve(page)
  await expect(page.getByRole('alert').filter({ hasText: en.problem.bank_limit_reached.title })).toBeVisible()
  await page.evaluate(() => {
    const heard: string[] = []
    Object.assign(window, { heard })
    const listen = new MutationObserver((changes) => {
      for (const { target } of changes) {
        const element = target instanceof Element ? target : target.parentElement
        const region = element?.closest('[role=status], [role=alert], [aria-live]')
        if (region) heard.push(region.textContent ?? '')
      }
    })
    listen.observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  const heard = () => page.evaluate((): unknown => Reflect.get(window, 'heard'))
  for (let asked = 0; asked < 3; asked += 1) await page.waitForResponse('**/continue')
  expect(await heard()).toEqual([])
  await clearStage()
  await expect(heading(page)).toHaveText(authorization.done.shared)
  await expect.poll(heard).toContain(authorization.done.shared)
})

/** Presses Tab until this has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('it cannot be reached with the Tab key')
}

/** From the page that says where the way leads, through the bank's, and back. */
async function approveByKeyboard(page: Page): Promise<void> {
  await page.waitForURL(/authorizations\/[\w-]+$/)
  await tabTo(page, page.getByRole('link', { name: /^Continue to/ }))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/sca?*')
  const code = (await page.locator('code').first().textContent()) ?? ''
  await tabTo(page, page.getByLabel('One-time code'))
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
  await page.waitForURL(/authorizations\/[\w-]+$/)
}
