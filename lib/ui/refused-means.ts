/*
 * Privacy modes and extensions let some of a browser's own means throw when they are read, made or called. The framework and
 * our pages ask whether a means is there, and do without it where it is not. So a means that throws is replaced, once and
 * before anything else runs, by what a browser without it has.
 *
 * What is refused only when it is used, and has a way out of its own, is caught there: storage, channel and clipboard.
 */

type Means = {
  name: string
  /** Throws where the means is refused. Without it, reading is all that can be refused. */
  use?: (means: unknown, owner: object) => unknown
  /** What stands in its place. */
  instead?: unknown
}

const nothing = () => undefined
const make = (means: unknown) => typeof means === 'function' && Reflect.construct(means, [nothing])
const ask = (what: string) => (means: unknown, owner: object) =>
  typeof means === 'function' && Reflect.apply(means, owner, [what])

const ofWindow: Means[] = [
  // The framework makes one as soon as its code for links loads: a refusal would stop every script of the page.
  { name: 'IntersectionObserver', use: make },
  { name: 'ResizeObserver', use: make },
  { name: 'matchMedia', use: ask('all') },
  { name: 'navigation' },
  { name: 'trustedTypes' },
]
const ofNavigator: Means[] = [
  { name: 'onLine', instead: true },
  { name: 'userAgent', instead: '' },
  { name: 'connection' },
]
const ofPerformance: Means[] = [{ name: 'getEntriesByType', use: ask('resource') }]

/** To be called once, before anything else runs in the browser. */
export function replaceRefusedMeans(): void {
  for (const means of ofWindow) replaceRefused(window, means)
  for (const means of ofNavigator) replaceRefused(window.navigator, means)
  for (const means of ofPerformance) replaceRefused(window.performance, means)
}

function replaceRefused(owner: object, { name, use, instead }: Means): void {
  try {
    const means: unknown = Reflect.get(owner, name)
    use?.(means, owner)
  } catch {
    // False where the refusal is there to stay: nothing can take its place then.
    Reflect.defineProperty(owner, name, { value: instead, configurable: true, writable: true })
  }
}
