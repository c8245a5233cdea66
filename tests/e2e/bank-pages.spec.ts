import { createServer } from 'node:http'
import {
  beginSca,
  consentCall,
  grantConsent,
  productsOf,
  resourceIdOf,
} from '@/tests/integration/sandbox/consent-journey'
import { signIn } from '@/tests/integration/sandbox/journey'
import { orderTransfer } from '@/tests/integration/sandbox/transfer-journey'
import { startTestSandbox, type TestSandbox } from '@/tests/support/sandbox'
import { expect, expectAccessible, test } from './support'

/** The bank's pages in a browser, with a bank of its own and a provider that only says that somebody came back. */
const customerId = '70010001'
const code = '204100'

let bank: TestSandbox
let token: string
let products: string[]
const cookiesAtProvider: string[] = []
const provider = createServer((request, response) => {
  cookiesAtProvider.push(request.headers.cookie ?? '')
  const planted = ['zefiro_session', 'zefiro_browser'].map((name) => `${name}=${'x'.repeat(43)}; Path=/`)
  response
    .writeHead(200, { 'Content-Type': 'text/html', 'Set-Cookie': planted })
    .end('<!doctype html><title>Provider</title>Back')
})

test.use({ locale: 'en-GB' })
// They share a bank, which one worker starts once.
test.describe.configure({ mode: 'default' })

test.beforeAll(async () => {
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  const address = provider.address()
  const port = typeof address === 'object' ? address?.port : undefined
  bank = await startTestSandbox({ appUrl: `http://localhost:${port}` })
  token = (await signIn(bank.kit, 'niccolo')).accessToken
  products = await productsOf(bank.kit, token, customerId)
  await grantConsent(bank.kit, token, customerId, [
    { name: 'ACCOUNT_INFO', products },
    { name: 'PAYMENTS', products: products.slice(0, 1) },
  ])
})

test.afterAll(async () => {
  await bank.stop()
  provider.close()
})

async function consentUrl(): Promise<string> {
  const categories = [{ name: 'ACCOUNT_INFO', products }]
  return beginSca(bank.kit, token, await resourceIdOf(bank.kit, consentCall(token, customerId, categories)))
}

test('by keyboard only: log in, mistype the code, approve, and back at the provider', async ({ page }) => {
  await page.goto(await consentUrl())
  const tabTo = async (name: string, role: 'textbox' | 'button') => {
    const target = page.getByRole(role, { name, exact: true })
    await target.waitFor()
    for (let presses = 0; presses < 30; presses += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`${name} cannot be reached with the Tab key`)
  }
  await tabTo('Username', 'textbox')
  await page.keyboard.type('niccolo')
  await tabTo('Password', 'textbox')
  await page.keyboard.type('Tiglio-2041')
  await page.keyboard.press('Enter')
  await tabTo('One-time code', 'textbox')
  await page.keyboard.type('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toBeFocused()
  await tabTo('One-time code', 'textbox')
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/api/sca/callback/**')
  await expect(page.getByText('Back')).toBeVisible()
})

test('the cookies of the bank reach no application on this machine, and none of theirs reaches the bank', async ({
  page,
}) => {
  await page.goto(await consentUrl())
  await page.getByRole('button', { name: /Niccolò/ }).click()
  cookiesAtProvider.length = 0
  await page.getByRole('button', { name: 'Refuse' }).click()
  await page.waitForURL('**/api/sca/callback/**')
  expect(cookiesAtProvider[0]).toBe('')
  // what it planted is not what the bank is sent, which still knows who is logged in
  await page.goto(`${bank.pagesUrl}/my`)
  await expect(page.getByRole('heading', { name: /^Welcome, Niccolò/ })).toBeVisible()
  await page.goto(`${bank.pagesUrl.replace('127.0.0.1', 'localhost')}/my`)
  await expect(page.getByRole('heading', { name: /^Welcome, Niccolò/ })).toBeVisible()
  expect(page.url()).toContain(bank.pagesUrl)
})

test('refusing needs no code, and the back button shows what became of it', async ({ page }) => {
  await page.goto(await consentUrl())
  await page.getByRole('button', { name: /Niccolò/ }).click()
  await page.getByRole('button', { name: 'Refuse' }).click()
  await page.waitForURL('**/api/sca/callback/**')
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'This request was refused' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to Sportello' })).toBeVisible()
})

for (const [device, viewport] of [
  ['desktop', { width: 1280, height: 900 }],
  ['phone', { width: 390, height: 844 }],
] as const) {
  test(`axe finds nothing on the bank's pages on a ${device}, and nothing is wider than the screen`, async ({
    page,
  }) => {
    const check = async () => {
      await expectAccessible(page)
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0)
    }
    test.slow()
    await page.setViewportSize(viewport)
    const url = await consentUrl()
    await page.goto(url)
    await check()
    await page.getByRole('button', { name: /Niccolò/ }).click()
    await check()
    await page.getByLabel('One-time code').fill('000000')
    await page.getByRole('button', { name: 'Approve' }).click()
    await check()
    const payer = { token, customerId, productId: products[0] ?? '' }
    await page.goto(await beginSca(bank.kit, token, await orderTransfer(bank.kit, payer)))
    await check()
    await page.goto(`${bank.pagesUrl}/my`)
    await check()
    await page.getByRole('link', { name: /^Conto di casa/ }).click()
    await check()
    await page.goBack()
    await page.getByRole('link', { name: 'Take back everything' }).click()
    await check()
    await page.goto(url)
    await page.getByRole('button', { name: 'Let it expire' }).click()
    await page.goto(url)
    await check()
    await page.goto(`${bank.pagesUrl}/my`)
    await page.getByRole('button', { name: 'Log out' }).click()
    await check()
  })
}
