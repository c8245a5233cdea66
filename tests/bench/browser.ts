import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from 'playwright'
import { findBrowser } from '@/tests/support/ensure-browser.mjs'
import { freePort } from '@/tests/support/sandbox'

/** A Chromium with a profile of its own in which this customer has signed in; `port` is that of its DevTools. */
export async function withSignedInBrowser<T>(
  appUrl: string,
  username: string,
  use: (context: BrowserContext, port: number) => Promise<T>,
): Promise<T> {
  const profile = await mkdtemp(join(tmpdir(), 'sportello-browser-'))
  const port = await freePort()
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findBrowser() ?? undefined,
    locale: 'en-GB',
    args: [
      `--remote-debugging-port=${port}`,
      '--disable-background-networking',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  })
  try {
    const page = await context.newPage()
    await page.goto(appUrl)
    await page
      .getByRole('button', { name: /Continue with your bank/ })
      .first()
      .click()
    await page.waitForURL('**/login?*')
    await page.locator(`button[value="${username}"]`).click()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.waitForURL('**/accounts')
    await page.close()
    return await use(context, port)
  } finally {
    await context.close()
    await rm(profile, { recursive: true, force: true })
  }
}
