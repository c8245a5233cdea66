import { expect, test } from 'vitest'
import { pagesUrlAt } from '@/sandbox/pages/own-host'

test.each([
  [4444, 'http://127.0.0.1:4444'],
  // as browsers write it in Host and Origin
  [80, 'http://127.0.0.1'],
])('pages at port %i are at %s', (port, url) => {
  expect(pagesUrlAt(port)).toBe(url)
})
