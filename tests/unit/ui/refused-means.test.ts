import { afterEach, expect, it, vi } from 'vitest'
import { replaceRefusedMeans } from '@/lib/ui/refused-means'

afterEach(() => vi.unstubAllGlobals())

const refuse = (): never => {
  throw new DOMException('denied', 'SecurityError')
}
const refusedWhenRead = { get: refuse, configurable: true }
const refusedWhenUsed = { value: refuse, configurable: true, writable: true }
const observers = ['IntersectionObserver', 'ResizeObserver']
const places = ['window', 'navigator', 'performance'] as const

type Given = Partial<Record<(typeof places)[number], PropertyDescriptorMap>>

/** A browser with these means, after the refused ones were replaced: what is read of each then. */
function after(given: Given): Record<string, unknown> {
  const navigator = Object.defineProperties({}, given.navigator ?? {})
  const performance = Object.defineProperties({}, given.performance ?? {})
  const window = Object.defineProperties({ navigator, performance }, given.window ?? {})
  vi.stubGlobal('window', window)
  replaceRefusedMeans()
  const owners = { window, navigator, performance }
  return Object.fromEntries(
    places.flatMap((place) =>
      Object.keys(given[place] ?? {}).map((name) => [name, Reflect.get(owners[place], name)]),
    ),
  )
}

it.each([...observers, 'matchMedia', 'navigation', 'trustedTypes'])(
  'a browser whose %s throws when it is read is one without it',
  (name) => {
    expect(after({ window: { [name]: refusedWhenRead } })).toEqual({ [name]: undefined })
  },
)

it.each([...observers, 'matchMedia'])(
  'a browser whose %s throws when it is used is one without it',
  (name) => {
    expect(after({ window: { [name]: refusedWhenUsed } })).toEqual({ [name]: undefined })
  },
)

it('a browser that does not say whether it is connected is taken for connected', () => {
  const navigator = { onLine: refusedWhenRead, userAgent: refusedWhenRead, connection: refusedWhenRead }
  expect(after({ navigator })).toEqual({ onLine: true, userAgent: '', connection: undefined })
})

it('a list of performance entries that is refused is none', () => {
  expect(after({ performance: { getEntriesByType: refusedWhenUsed } })).toEqual({
    getEntriesByType: undefined,
  })
})

it('what works stays, and what cannot be replaced does no harm', () => {
  class Works {
    observe() {}
  }
  const matchMedia = () => ({ matches: true })
  const window = { IntersectionObserver: { value: Works }, matchMedia: { value: matchMedia } }
  expect(after({ window })).toEqual({ IntersectionObserver: Works, matchMedia })
  expect(after({ navigator: { onLine: { value: false } } })).toEqual({ onLine: false })
  expect(() => after({ window: { navigation: { get: refuse, enumerable: false } } })).toThrow('denied')
  expect(() => replaceRefusedMeans()).not.toThrow()
})
