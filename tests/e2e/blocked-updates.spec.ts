import type { Page, Route } from 'playwright/test'
import { beginChange } from '@/tests/support/visitor'
import { productIds, startAfresh, write } from './consent-steps'
import { bankCalls, expect, forgetCalls, test as plainTest, setAppAhead, visitorOf, words } from './support'
import { orderQuickly, returnQuickly, startPaying } from './transfer-steps'

/*
 * Something between the browser and the app refuses the requests with which the framework renders a page again. It then
 * loads the document instead: once, and not again and again.
 */

const { en } = words

/** The framework writes to the console that a request failed; nothing else may stand there. */
const test = plainTest.extend<{ page: Page }>({
  page: async ({ context }, use) => {
    const page = await context.newPage()
    const wrong: string[] = []
    page.on('pageerror', (error) => wrong.push(error.message))
    await use(page)
    await setAppAhead(0)
    expect(wrong).toEqual([])
  },
})

test.use({ locale: 'en-GB' })

type Headers = Record<string, string>
const without = (headers: Headers, ...names: string[]): Headers =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)))

const refusals: Record<string, (route: Route) => Promise<void>> = {
  'answered 403 with HTML': (route) =>
    route.fulfill({ status: 403, contentType: 'text/html', body: '<h1>Forbidden</h1>' }),
  'answered 500': (route) => route.fulfill({ status: 500, body: 'Internal Server Error' }),
  'answered 200 with nothing in it': (route) =>
    route.fulfill({ status: 200, contentType: 'text/x-component', body: '' }),
  'refused at the connection': (route) => route.abort('connectionrefused'),
  'stripped of its RSC header': (route) =>
    route.continue({ headers: without(route.request().headers(), 'rsc') }),
  'answered by another build': async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text()).replace(/"b":"[^"]+"/, '"b":"another-build"')
    await route.fulfill({ response: answer, body })
  },
}

/** From now on, every request with an RSC header. @returns what ends it */
async function refuse(page: Page, how: (route: Route) => Promise<void>): Promise<() => Promise<void>> {
  const isAsked = (route: Route) => 'rsc' in route.request().headers()
  await page.route('**/*', (route) => (isAsked(route) ? how(route) : route.fallback()))
  return () => page.unroute('**/*')
}

/** How many documents the page has loaded since. */
function countDocuments(page: Page): () => number {
  let count = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) count += 1
  })
  return () => count
}

const notice = (page: Page) => page.getByText(en.notRemade.title)

/** Nothing more happens by itself, for the page's next twelve seconds. */
async function expectAtRest(page: Page, documents: () => number, most: number): Promise<void> {
  await page.waitForLoadState('networkidle')
  await forgetCalls()
  await page.clock.runFor(12_000)
  await page.waitForLoadState('networkidle')
  expect([page.url(), documents() <= most, await bankCalls()]).toEqual([page.url(), true, []])
}

for (const [what, how] of Object.entries(refusals)) {
  test(`a page whose update is ${what} loads once more, says so, and asks nothing`, async ({ page }) => {
    await startPaying(page, 'niccolo')
    await page.clock.install()
    for (const path of ['/accounts', '/consents']) {
      const documents = countDocuments(page)
      const end = await refuse(page, how)
      await page.goto(path)
      await expect(notice(page)).toBeVisible()
      const since = new RegExp(en.notRemade.since.replace('{at}', '.*, \\d\\d:\\d\\d'))
      await expect(page.getByText(since)).toBeVisible()
      await expectAtRest(page, documents, 2)
      expect(documents()).toBe(2)

      // Nothing is in the way any more: the page is loaded again, asks and is rendered again as usual.
      await end()
      const asked = page.waitForResponse(/\/api\/(overview|sharing)$/)
      await page.getByRole('button', { name: en.notRemade.load }).click()
      await asked
      await expect(notice(page)).toBeHidden()
      await page.waitForLoadState('networkidle')
      expect(documents()).toBe(3)
    }
  })
}

test('a page and a link whose requests are swallowed load the document after ten seconds', async ({
  page,
}) => {
  const asked = () =>
    page.waitForRequest((request) => {
      const headers = request.headers()
      return 'rsc' in headers && !('next-router-prefetch' in headers)
    })
  await startAfresh(page, 'niccolo')
  await page.clock.install()
  await refuse(page, () => new Promise(() => undefined))
  const documents = countDocuments(page)
  const update = asked()
  await page.goto('/consents')
  await update
  await page.clock.runFor(10_000)
  await expect(notice(page)).toBeVisible()
  await expectAtRest(page, documents, 2)

  const press = asked()
  await page.getByRole('link', { name: en.shell.settings }).first().click()
  await press
  await page.clock.runFor(10_000)
  await page.waitForURL('**/settings')
  expect(documents()).toBe(3)
})

test('no page of the signed-in area loads itself again and again', async ({ page }) => {
  test.setTimeout(180_000)
  const productId = await startPaying(page, 'niccolo')
  await page.clock.install()
  await refuse(page, async (route) => route.fulfill({ status: 403, body: '' }))
  const paths = [
    `/accounts/${productId}`,
    `/accounts/${productId}/details`,
    `/accounts/${productId}?text=a&trend=90`,
    '/consents/new',
    `/consents/take-back?account=${productId}`,
    '/settings',
    '/settings/details',
    '/settings/forget',
    '/transfers',
    '/transfers/new',
  ]
  const said: string[] = []
  for (const path of paths) {
    const documents = countDocuments(page)
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    await expectAtRest(page, documents, 2)
    if (await notice(page).isVisible()) said.push(path)
  }
  expect(said).toEqual([
    `/accounts/${productId}`,
    `/accounts/${productId}/details`,
    `/accounts/${productId}?text=a&trend=90`,
    '/settings/details',
    '/settings/forget',
  ])
})

test('a transfer and an approval that move on are shown once more, and then rest', async ({ page }) => {
  const payer = { page, username: 'niccolo', productId: await startPaying(page, 'niccolo') } as const
  const order = await orderQuickly(payer, 4_217)
  await page.clock.install()
  await refuse(page, async (route) => route.fulfill({ status: 403, body: '' }))
  const documents = countDocuments(page)
  await page.goto(`/transfers/${order.transferId}`)
  await returnQuickly(payer, order)
  await page.clock.runFor(30_000)
  await expect(notice(page)).toBeVisible()
  await expectAtRest(page, documents, 2)

  const others = (await productIds(page)).filter((productId) => productId !== payer.productId)
  const scopes = [{ category: 'ACCOUNT_INFO', productIds: others.slice(0, 1) }]
  const { authorization } = await beginChange(visitorOf(page), 'grant', scopes)
  const more = countDocuments(page)
  await page.goto(`/authorizations/${authorization.authorizationId}`)
  await write(page, `/api/authorizations/${authorization.authorizationId}/abandon`, {})
  await page.clock.runFor(30_000)
  await expect(notice(page)).toBeVisible()
  await expectAtRest(page, more, 2)
})

test('in a browser without storage it is known by the name of the tab, which is given back', async ({
  page,
}) => {
  await startAfresh(page, 'niccolo')
  await page.clock.install()
  await page.addInitScript(() => {
    const refused = { get: () => { throw new DOMException('denied', 'SecurityError') } } // biome-ignore format: one line
    Object.defineProperty(window, 'sessionStorage', refused)
    Object.defineProperty(window, 'localStorage', refused)
  })
  await refuse(page, async (route) => route.fulfill({ status: 403, body: '' }))
  const documents = countDocuments(page)
  await page.goto('/consents')
  await expect(notice(page)).toBeVisible()
  await expectAtRest(page, documents, 2)
  expect(await page.evaluate(() => window.name)).toBe('')
})

test('a link out of such a page loads its document, and a page that came in place updates itself again', async ({
  page,
}) => {
  await startAfresh(page, 'niccolo')
  const end = await refuse(page, async (route) => route.fulfill({ status: 403, body: '' }))
  await page.goto('/consents')
  await expect(notice(page)).toBeVisible()
  const documents = countDocuments(page)
  await page.getByRole('link', { name: en.shell.settings }).first().click()
  await page.waitForURL('**/settings')
  expect(documents()).toBe(1)
  await page.goBack()
  await expect(notice(page)).toBeVisible()
  await end()
  const before = documents()
  await page.getByRole('link', { name: en.shell.accounts }).first().click()
  await page.waitForURL('**/accounts')
  await page.getByRole('link', { name: en.shell.consents }).first().click()
  await expect(page.getByText(en.freshen.upToDate)).toBeVisible()
  await expect(notice(page)).toBeHidden()
  expect(documents()).toBe(before)
})

test('who opens the page again while an update is on its way finds one that asks as ever', async ({
  page,
}) => {
  await startAfresh(page, 'niccolo')
  const update = page.waitForRequest((request) => 'rsc' in request.headers())
  const end = await refuse(page, () => new Promise(() => undefined))
  await page.goto('/consents')
  await update
  await end()
  await page.goto('/consents')
  await expect(page.getByText(en.freshen.upToDate)).toBeVisible()
  await expect(notice(page)).toBeHidden()
})

test('a state of the page that arrives cut short makes our server send the page whole', async ({ page }) => {
  await startAfresh(page, 'niccolo')
  const broken: Record<string, string> = {
    cut: '%5B%22%22%2C%7B%22child',
    'not encoded': '%E0%A4%A',
    'of another version': encodeURIComponent('["",{},"x",7,true]'),
    huge: 'a'.repeat(41_000).slice(0, 12_000),
  }
  for (const [what, state] of Object.entries(broken)) {
    await page.unrouteAll()
    await page.route('**/*', (route) => {
      const headers = route.request().headers()
      if ('rsc' in headers)
        return route.continue({ headers: { ...headers, 'next-router-state-tree': state } })
      return route.fallback()
    })
    const documents = countDocuments(page)
    const answers: number[] = []
    page.on('response', (response) => {
      if ('rsc' in response.request().headers()) answers.push(response.status())
    })
    await page.goto('/consents')
    await expect(page.getByText(en.freshen.upToDate)).toBeVisible()
    expect({ what, documents: documents(), others: answers.filter((status) => status !== 200) }).toEqual({
      ...{ what, documents: 1, others: [] },
    })
  }
})
