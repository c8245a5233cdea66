import axe from 'axe-core'
import { expect, type Page } from 'playwright/test'

/** What may differ between the two colour schemes. */
const ABOUT_COLOURS = ['color-contrast', 'link-in-text-block']

/** No finding of axe on the page as it is now, in both colour schemes. */
export async function expectAccessible(page: Page): Promise<void> {
  // After a step inside the application the title comes a moment after the page.
  await expect(page).toHaveTitle(/./)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const findings = await findingsOn(page, colorScheme === 'light' ? undefined : ABOUT_COLOURS)
    expect(findings.map((finding) => `${colorScheme}: ${finding}`)).toEqual([])
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
}

/** Of all rules, or of these. */
async function findingsOn(page: Page, runOnly: string[] | undefined): Promise<string[]> {
  // A page keeps it through its steps inside the application. Through the debugger: its policy would refuse it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async (rules) => {
    // Colours pass into one another: they are looked at where they have arrived.
    do await new Promise(requestAnimationFrame)
    while (document.getAnimations().some(({ playState }) => playState !== 'finished'))
    // What is right is not wanted: writing down where each element of it stands takes a third of the time.
    const options = { resultTypes: ['violations' as const], ...(rules && { runOnly: rules }) }
    const { violations } = await window.axe.run(document, options)
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
  }, runOnly)
}

declare global {
  interface Window {
    axe: typeof axe
  }
}
