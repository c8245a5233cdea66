import lighthouse from 'lighthouse'
import { withSignedInBrowser } from './browser'
import { atLeast, atMost, rounded } from './measure'

/** The least of 100 points that each is to have. */
const CATEGORIES = new Map([
  ['performance', 95],
  ['accessibility', 100],
  ['best-practices', 100],
])

/** As a phone gets the pages (Lighthouse's own slow network and processor), signed in through the bank. */
export function measureLighthouse(appUrl: string, username: string, productId: string): Promise<object> {
  return withSignedInBrowser(appUrl, username, async (context, port) => {
    const scores: Record<string, unknown> = {}
    const pages = {
      landing: '/',
      accounts: '/accounts',
      account: `/accounts/${productId}`,
      consents: '/consents',
    }
    for (const [name, path] of Object.entries(pages)) {
      const cookies = await context.cookies()
      // The first page is that of somebody nobody knows.
      if (name === 'landing') await context.clearCookies()
      scores[name] = await scoresOf(`${appUrl}${path}`, port)
      if (name === 'landing') await context.addCookies(cookies)
    }
    return scores
  })
}

/** With some Chromiums Lighthouse now and then misses the beginning of a load (NO_NAVSTART), and says so. */
const MOST_TRIES = 4

async function reportOn(url: string, port: number) {
  const errors: string[] = []
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const result = await lighthouse(url, {
      port,
      logLevel: 'silent',
      onlyCategories: [...CATEGORIES.keys()],
      // What was signed in stays signed in.
      disableStorageReset: true,
    })
    if (result !== undefined && result.lhr.runtimeError === undefined) return result.lhr
    errors.push(result?.lhr.runtimeError?.code ?? 'no result')
  }
  throw new Error(`Lighthouse cannot measure ${url}: ${errors.join(', ')}`)
}

async function scoresOf(url: string, port: number): Promise<Record<string, unknown>> {
  const { categories, audits, finalDisplayedUrl } = await reportOn(url, port)
  if (new URL(finalDisplayedUrl).pathname !== new URL(url).pathname)
    throw new Error(`${url} led to ${finalDisplayedUrl}`)
  const scores = Object.values(categories).map(({ id, score }) => [
    id,
    atLeast(Math.round((score ?? 0) * 100), CATEGORIES.get(id) ?? 100),
  ])
  const points = Object.values(categories).flatMap(({ auditRefs }) =>
    auditRefs.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9).map(({ id }) => id),
  )
  const metric = (id: string) => rounded(audits[id]?.numericValue ?? Number.NaN, 2)
  return {
    ...Object.fromEntries(scores),
    costPoints: points,
    firstContentfulPaintMs: metric('first-contentful-paint'),
    largestContentfulPaintMs: metric('largest-contentful-paint'),
    totalBlockingTimeMs: metric('total-blocking-time'),
    cumulativeLayoutShift: atMost(metric('cumulative-layout-shift'), 0.05),
  }
}
