import type { Page } from 'playwright/test'
import { rowsOf, share, startAfresh } from './consent-steps'
import { expect, type Username, type words } from './support'

/* The page of one account, as a customer comes to it. */

type Words = typeof words.en

/** Shares the first account of a customer and opens its page from the list, brought up to date. */
export async function open(page: Page, t: Words, username: Username): Promise<string> {
  await startAfresh(page, username)
  const [name = ''] = await share(page, username, [0])
  await page.goto('/accounts')
  await rowsOf(page, t).getByRole('link', { name, exact: true }).click()
  await page.waitForURL(/accounts\/[\w-]+$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await upToDate(page, t)
  return page.url()
}

export async function upToDate(page: Page, t: Words): Promise<void> {
  await expect(page.getByRole('button', { name: t.accounts.refresh, exact: true })).toBeVisible()
  await expect(movements(page, t).first()).toBeVisible()
}

export const movements = (page: Page, t: Words) =>
  page.getByRole('region', { name: t.movements.label }).locator('li > a[data-in-place=push]:has(span)')
