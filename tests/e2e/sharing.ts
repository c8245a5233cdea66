import type { Page } from 'playwright/test'
import { approve, toBank } from './consent-steps'

/*
 * What a customer does at the bank with the run at hand, in either language, for tests about what comes after.
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
