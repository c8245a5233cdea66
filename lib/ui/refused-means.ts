/*
 * Privacy modes and extensions let some of a browser's own means throw when they are read, made or called. The framework and
 * our pages ask whether a means is there, and do without it where it is not. So a means that throws is replaced, once and
 * before anything else runs, by what a browser without it has.
 *
 * What is refused only when it is used, and has a way out of its own, is caught there: storage, channel and clipboard.
 */

const nothing = () => undefined

/** The means, and how each is used: a refusal shows by then. What stands in its place is named where it is not nothing. */
function meansOfBrowser(): [owner: object, name: string, use?: (means: Use) => unknown, instead?: unknown][] {
  const { navigator, performance } = window
  const make = (means: Use) => new means(nothing)
  return [
    // The framework makes one as soon as its code for links loads: a refusal would stop every script of the page.
    [window, 'IntersectionObserver', make],
    [window, 'ResizeObserver', make],
    [window, 'matchMedia', (means) => means.call(window, 'all')],
    [window, 'navigation'],
    [window, 'trustedTypes'],
    [navigator, 'onLine', undefined, true],
    [navigator, 'userAgent', undefined, ''],
    [navigator, 'connection'],
    [performance, 'getEntriesByType', (means) => means.call(performance, 'resource')],
  ]
}

type Use = { new (told: () => void): unknown; call(owner: object, what: string): unknown }

/** To be called once, before anything else runs in the browser. */
export function replaceRefusedMeans(): void {
  for (const [owner, name, use, value] of meansOfBrowser()) {
    try {
      const means = Reflect.get(owner, name)
      if (means) use?.(means)
    } catch {
      // False where the refusal is there to stay: nothing can take its place then.
      Reflect.defineProperty(owner, name, { value, configurable: true, writable: true })
    }
  }
}
