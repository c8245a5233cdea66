import type { Page } from 'playwright'
import { withSignedInBrowser } from './browser'
import { atMost, rounded } from './measure'

const KEYS = 'bonifico rossi'

/** The page of an account of 10,000 movements in Chromium: its size at first paint, and what a keystroke in the search costs. */
export function measureAccountPage(appUrl: string, username: string, productId: string): Promise<object> {
  return withSignedInBrowser(appUrl, username, async (context) => {
    const page = await context.newPage()
    await page.addInitScript(countAtFirstPaint)
    await page.goto(`${appUrl}/accounts/${productId}`, { waitUntil: 'networkidle' })
    const nodes = await page.evaluate(() => ({
      atFirstPaint: Number(Reflect.get(window, 'nodesAtFirstPaint')),
      atRest: document.querySelectorAll('*').length,
    }))
    return {
      domNodesAtFirstPaint: atMost(nodes.atFirstPaint, 1_500),
      domNodesAtRest: nodes.atRest,
      keystroke: await measureKeystrokes(page),
    }
  })
}

/** Runs in the page before its scripts. */
function countAtFirstPaint(): void {
  new PerformanceObserver((list, observer) => {
    if (!list.getEntries().some(({ name }) => name === 'first-contentful-paint')) return
    observer.disconnect()
    Reflect.set(window, 'nodesAtFirstPaint', document.querySelectorAll('*').length)
  }).observe({ type: 'paint', buffered: true })
}

/**
 * Real key events; the browser's own event timing, from the key to the next paint. Events under 16 ms are not among
 * them: what is not reported was faster.
 */
async function measureKeystrokes(page: Page): Promise<object> {
  const box = page.getByRole('searchbox').first()
  await box.focus()
  await page.evaluate(() => {
    const durations: number[] = []
    Reflect.set(window, 'keyDurations', durations)
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (/^(key|input)/.test(entry.name)) durations.push(entry.duration)
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })
  for (const key of KEYS) {
    await page.keyboard.press(key === ' ' ? 'Space' : key)
    await page.waitForTimeout(150)
  }
  const durations: number[] = await page.evaluate(() => Reflect.get(window, 'keyDurations'))
  const sorted = [...durations].sort((one, other) => one - other)
  const at = (share: number) =>
    rounded(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0, 1)
  return { keys: KEYS.length, p50Milliseconds: at(0.5), maxMilliseconds: atMost(at(1), 50) }
}
