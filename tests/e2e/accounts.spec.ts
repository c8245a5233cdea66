import {
  approveAtBank,
  bankCalls,
  clearStage,
  expect,
  forgetCalls,
  said,
  signIn,
  stage,
  test,
  words,
} from './support'

const { en } = words

test.use({ locale: 'en-GB' })

test('known accounts are in the first HTML, with their age, and are refreshed behind', async ({ page }) => {
  await signIn(page, 'giulia')
  const list = page.getByRole('list', { name: en.accounts.listLabel })
  await expect(list.getByRole('listitem')).toHaveCount(12)
  await expect(list).toContainText('Nozze di Noè e Zoë')

  // The page's own refresh is over, and the page is left: what the bank sees now is what is asked below.
  await page.waitForLoadState('networkidle')
  await page.goto('about:blank')
  await forgetCalls()
  await stage({ fault: 'slow', match: { operation: 'accounts' }, parameters: { delayMs: 1500 } })
  const html = await (await page.request.get('/accounts')).text()
  expect(html).toContain('Nozze di Noè e Zoë')
  expect(await bankCalls()).toEqual([])
  await page.goto('/accounts')
  await expect(list.getByRole('listitem')).toHaveCount(12)
})

test('an IBAN is shown masked and copied whole', async ({ context, page }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, 'aisha')
  const row = page.getByRole('list', { name: en.accounts.listLabel }).getByRole('listitem').first()
  await expect(row).toContainText(/IT\d\d ···· \d{4}/)
  await row.getByRole('button').click()
  await expect(row.getByRole('status')).toHaveText(en.copy.copied)
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /^IT\d{2}[A-Z]\d{10}[0-9A-Z]{12}$/,
  )
})

test('says so to a customer without accounts', async ({ page }) => {
  await signIn(page, 'tommaso')
  await expect(page.getByText(en.noAccounts.title)).toBeVisible()
})

test('very long names stay inside the page at 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await signIn(page, 'chiara')
  await expect(page.getByRole('list', { name: en.accounts.listLabel })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
})

const failures = [
  ['unsigned-html', en.problem.bank_unreachable.title],
  ['other-key', en.problem.bank_answer_unverified.title],
  ['server-error', en.problem.bank_error.title],
  ['forbidden', en.problem.bank_forbidden.title],
  ['limit-reached', en.problem.bank_limit_reached.title],
] as const

for (const [fault, title] of failures) {
  test(`${fault}: said with a reference, and beside what is known once something is`, async ({ page }) => {
    await stage({ fault, match: { operation: 'accounts' } })
    await signIn(page, 'officine')
    await expect(said(page, title)).toBeVisible()
    await expect(page.getByText(/[2-9A-Z]{4}-[2-9A-Z]{4}/).first()).toBeVisible()

    await clearStage()
    await page.reload()
    const list = page.getByRole('list', { name: en.accounts.listLabel })
    await expect(list).toBeVisible()
    await expect(said(page, title)).toBeHidden()
    await stage({ fault, match: { operation: 'accounts' } })
    await page.getByRole('button', { name: en.accounts.refresh }).click()
    await expect(said(page, title)).toBeVisible()
    await expect(said(page, en.accounts.lastKnown)).toBeVisible()
    await expect(list).toBeVisible()
  })
}

test('what is known stays while the bank is down, and recovers', async ({ page }) => {
  await signIn(page, 'niccolo')
  const list = page.getByRole('list', { name: en.accounts.listLabel })
  await expect(list).toBeVisible()
  const recover = await stage({ fault: 'reset-after-request', match: { operation: 'accounts' } })
  await page.getByRole('button', { name: en.accounts.refresh }).click()
  await expect(said(page, en.problem.bank_unreachable.title)).toBeVisible()
  await expect(page.getByText(en.accounts.lastKnown)).toBeVisible()
  await expect(list).toBeVisible()
  await recover()
  await page.getByRole('button', { name: en.problem.retry }).click()
  await expect(said(page, en.problem.bank_unreachable.title)).toBeHidden()
})

test('a dead connection: still signed in, and reconnecting comes back here', async ({ page }) => {
  await signIn(page, 'niccolo')
  await expect(page.getByRole('list', { name: en.accounts.listLabel })).toBeVisible()
  await stage({ fault: 'token-expired', match: { operation: 'accounts' } })
  await stage({ fault: 'refresh-refused' })
  await page.getByRole('button', { name: en.accounts.refresh }).click()
  await expect(said(page, en.problem.connection_expired.title)).toBeVisible()
  await expect(page.getByRole('list', { name: en.accounts.listLabel })).toBeVisible()
  await page.reload()
  await expect(said(page, en.problem.connection_expired.title)).toBeVisible()
  await clearStage()
  await page.getByRole('button', { name: en.connect.reconnect }).first().click()
  await approveAtBank(page, 'niccolo')
  await page.waitForURL('**/accounts')
  await expect(said(page, en.problem.connection_expired.title)).toBeHidden()
})

test('somebody else signs in from another tab: nothing of the first customer is shown to them', async ({
  context,
  page,
}) => {
  await signIn(page, 'niccolo')
  const list = page.getByRole('list', { name: en.accounts.listLabel })
  await expect(list).toContainText('Conto')
  const names = await list.getByRole('listitem').locator('p').first().textContent()
  await page.getByRole('link', { name: en.shell.settings }).first().click()
  await page.waitForURL('**/settings')

  // Without signing out, which the first tab would be told of.
  const other = await context.newPage()
  await other.goto('/settings')
  await other.getByRole('button', { name: en.connect.reconnect }).click()
  await approveAtBank(other, 'aisha')
  await expect(other.getByRole('list', { name: en.accounts.listLabel }).getByRole('listitem')).toHaveCount(1)

  // The bank fails, so that whatever the first tab shows comes out of its memory.
  await stage({ fault: 'server-error', match: { operation: 'accounts' } })
  await page.getByRole('link', { name: en.shell.accounts }).first().click()
  await expect(said(page, en.problem.bank_error.title)).toBeVisible()
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await expect(page.locator('body')).not.toContainText(names ?? 'no name')
})

test('signed out in another tab: this one leaves the page by itself', async ({ context, page }) => {
  await signIn(page, 'niccolo')
  const other = await context.newPage()
  await other.goto('/settings')
  await other.getByRole('button', { name: en.signOut.here, exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await expect(page.locator('body')).not.toContainText('Conto')
})

test('reconnecting as another customer is said, not left to be noticed', async ({ page }) => {
  await signIn(page, 'niccolo')
  await page.goto('/settings')
  await page.getByRole('button', { name: en.connect.reconnect }).click()
  await approveAtBank(page, 'aisha')
  await page.waitForURL('**/accounts')
  await expect(page.getByText(en.anotherCustomer.title)).toBeVisible()
  await expect(page.getByRole('list', { name: en.accounts.listLabel }).getByRole('listitem')).toHaveCount(1)
})

test('offline: said as such, what is known stays, and the bank is asked again when the network is back', async ({
  context,
  page,
}) => {
  await signIn(page, 'aisha')
  await expect(page.getByRole('list', { name: en.accounts.listLabel })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.getByRole('button', { name: en.accounts.refresh }).click()
  await expect(said(page, en.problem.offline.title)).toBeVisible()
  await expect(page.getByRole('list', { name: en.accounts.listLabel })).toBeVisible()
  const why = page.getByText(en.problem.offline.meaning)
  await expect(why).toBeVisible()
  await context.setOffline(false)
  await expect(why).toHaveCount(0)
})
