import { format } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { afterEach, beforeEach, expect, vi } from 'vitest'

// Each file opens the embedded database and is soon done: to translate WebAssembly once more, for
// speed in the long run, takes a third of all the time.
setFlagsFromString('--liftoff-only')

/**
 * An unexpected `console.error` fails the test it happens in. A test that expects one reads it through
 * `expectConsoleError`.
 */
let seen: string[] = []

beforeEach(() => {
  seen = []
  vi.spyOn(console, 'error').mockImplementation((...args: unknown[]) => {
    seen.push(format(...args))
  })
})

afterEach(() => {
  const unexpected = seen
  seen = []
  expect(unexpected, 'unexpected console.error').toEqual([])
})

/** Takes the console errors seen so far out of the check and returns them. */
export function expectConsoleError(): string[] {
  const taken = seen
  seen = []
  return taken
}
