import type { Page } from 'playwright/test'
import { approve, toBank } from './consent-steps'

/*
 * Sharing and taking back as a customer does it, in either language, for tests about what comes after.
 */

/** Approves on the bank's page what the run at hand asks for, and comes back to it. */
export async function approveRun(page: Page): Promise<void> {
  await toBank(page)
  await approve(page)
}

export async function refuseRun(page: Page): Promise<void> {
  await toBank(page)
  await page.getByRole('button', { name: /^(Refuse|Rifiuta)$/ }).click()
  await page.waitForURL(/authorizations\/[\w-]+$/)
}

/** Shares balances and movements of the first accounts of the form. @returns their ids */
export async function shareFirst(page: Page, count: number): Promise<string[]> {
  await page.goto('/consents/new')
  const boxes = page.locator('input[name=account]')
  const ids: string[] = []
  for (let index = 0; index < count; index += 1) {
    await boxes.nth(index).check()
    ids.push((await boxes.nth(index).getAttribute('value')) ?? '')
  }
  await page.locator('input[name=category][value=ACCOUNT_INFO]').check()
  await page.locator('form button[type=submit]').click()
  await page.waitForURL(/authorizations\/[\w-]+$/)
  const done = page.getByRole('link', { name: /^(Open your accounts|Apri i tuoi conti)$/ })
  const toBank = page.getByRole('link', { name: /^(Continue to|Continua verso)/ })
  await done.or(toBank).waitFor()
  // What the bank lists already needs no approval.
  if (await toBank.isVisible()) await approveRun(page)
  await done.waitFor()
  return ids
}
