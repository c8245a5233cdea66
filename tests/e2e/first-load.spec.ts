import type { Page } from 'playwright/test'
import { appRoutes } from '@/tests/support/app-routes'
import { ownCalls } from '@/tests/support/own-addresses'
import { startParty } from '@/tests/support/two-customers'
import { createVisitor, overHttp } from '@/tests/support/visitor'
import { appUrl } from './ports'
import { expect, signIn, test } from './support'

/** Kilobytes (1,000 bytes) of script, as they travel, that a browser loads for the page and nothing else. */
const BUDGETS: Record<string, number> = {
  '/': 145,
  '/sign-in/problem': 145,
  '/authorizations/returned': 145,
  '/forgotten': 145,
  // Has the bank asked again by react-query, which the other pages do not load.
  '/accounts': 158,
  '/accounts/[productId]': 160,
  '/accounts/[productId]/details': 155,
  '/authorizations/[authorizationId]': 155,
  '/consents': 155,
  '/consents/new': 155,
  '/consents/take-back': 155,
  '/transfers': 155,
  '/transfers/[transferId]': 175,
  '/transfers/new': 175,
  '/settings': 155,
  '/settings/details': 155,
  '/settings/forget': 155,
}

test('no page loads more script than its budget', async ({ page }) => {
  const party = await startParty('niccolo', createVisitor(appUrl, overHttp))
  const { products, authorizationId, transferId } = party
  const ids = { productId: products[0] ?? '', authorizationId, transferId }
  const pages = new Map(ownCalls(ids).map(({ pattern, path }) => [pattern, path]))
  await signIn(page, 'niccolo')
  const table: { route: string; kilobytes: number; budget: number | string }[] = []
  for (const { pattern } of appRoutes().filter(({ kind }) => kind === 'page')) {
    const kilobytes = await firstLoad(page, pages.get(pattern) ?? pattern)
    table.push({ route: pattern, kilobytes, budget: BUDGETS[pattern] ?? 'none' })
  }
  console.table(table)
  expect(table.filter(({ kilobytes, budget }) => typeof budget === 'string' || kilobytes > budget)).toEqual(
    [],
  )
  expect(Object.keys(BUDGETS).filter((pattern) => !table.some(({ route }) => route === pattern))).toEqual([])
})

/**
 * Counts every script that comes over the wire until the page is at rest, lazy ones included, in a browser that keeps
 * nothing. What the router fetches ahead for other pages is left out, because those are not this one.
 */
async function firstLoad(page: Page, path: string): Promise<number> {
  const context = await page
    .context()
    .browser()
    ?.newContext({
      storageState: await page.context().storageState(),
    })
  const fresh = await context?.newPage()
  if (context === undefined || fresh === undefined) throw new Error('no browser')
  await fresh.route('**/*', (route) => {
    const isAhead = Object.keys(route.request().headers()).some((name) =>
      /^next-router-.*prefetch$/.test(name),
    )
    return isAhead ? route.fulfill({ status: 204 }) : route.continue()
  })
  const sizes: Promise<number>[] = []
  fresh.on('requestfinished', (request) => {
    if (request.resourceType() !== 'script') return
    sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  const answer = await fresh.goto(path, { waitUntil: 'networkidle' })
  expect([path, answer?.status()]).toEqual([path, 200])
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  await context.close()
  expect(bytes).toBeGreaterThan(50_000)
  return Math.round(bytes / 100) / 10
}
