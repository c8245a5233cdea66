import { signInProblems } from '@/lib/contracts/sign-in'
import { expect, expectAccessible, said, signIn, stage, test, words } from './support'

const { en, it } = words

test.use({ locale: 'en-GB' })

test('axe finds nothing on the public pages', async ({ page }) => {
  await page.goto('/')
  await expectAccessible(page)
  await page.goto('/no-such-page')
  await expect(page.getByText(en.errors.notFoundTitle)).toBeVisible()
  await expectAccessible(page)
})

for (const address of ['/no-such-page', '/accounts/100%', '/sign-in/problem', '/authorizations/returned']) {
  test(`the language can be changed outside a session: ${address}`, async ({ page }) => {
    await page.goto(address)
    const heading = page.getByRole('heading', { level: 1 })
    const before = (await heading.textContent()) ?? ''
    await page.getByRole('button', { name: 'Italiano' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'it')
    await expect(heading).not.toHaveText(before)
    await expect(page.getByRole('navigation', { name: it.shell.navigation })).toHaveCount(0)
  })
}

test('every way a sign-in can end has its own page, and axe finds nothing on it', async ({ page }) => {
  const titles = new Set<string | null>()
  for (const reason of [...signInProblems, 'made-up']) {
    await page.goto(`/sign-in/problem?reason=${reason}&reference=K7P2-9XQ4`)
    titles.add(await page.getByRole('heading', { level: 1 }).textContent())
    await expectAccessible(page)
  }
  expect(titles.size).toBe(signInProblems.length + 1)
})

test('the problem page shows nothing of an address that somebody made up', async ({ page }) => {
  await page.goto('/sign-in/problem?reason=<b>x</b>&reference=Call%20%2B39%20000%20now')
  await expect(page.getByText('000 now')).toHaveCount(0)
})

for (const [device, viewport] of [
  ['desktop', { width: 1280, height: 860 }],
  ['phone', { width: 390, height: 844 }],
] as const) {
  test(`axe finds nothing in the signed-in area on a ${device}`, async ({ page }) => {
    await page.setViewportSize(viewport)
    await signIn(page, 'giulia')
    await expect(page.getByRole('list', { name: en.accounts.listLabel })).toBeVisible()
    await expectAccessible(page)
    await stage({ fault: 'other-key', match: { operation: 'accounts' } })
    await page.getByRole('button', { name: en.accounts.refresh }).click()
    await expect(said(page, en.problem.bank_answer_unverified.title)).toBeVisible()
    await expectAccessible(page)
    await page.goto('/settings')
    await expectAccessible(page)
    await page.getByRole('button', { name: en.signOut.everywhere }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page)
  })
}

test("axe finds nothing on the first view without accounts, and on the bank's own pages", async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('button', { name: en.connect.continue }).first().click()
  await page.waitForURL('**/login**')
  await expectAccessible(page)
  await page.getByRole('button', { name: /Tommaso/ }).click()
  await page.getByRole('button', { name: 'Allow' }).waitFor()
  await expectAccessible(page)
  await stage({ fault: 'unsigned-html', match: { operation: 'accounts' } })
  await page.getByRole('button', { name: 'Allow' }).click()
  await expect(said(page, en.problem.bank_unreachable.title)).toBeVisible()
  await expectAccessible(page)
})
