import { expect } from 'vitest'

/** The best of five runs takes under 50 ms: a hostile text makes an expression slow in each of them. */
export function expectQuick(work: () => unknown): void {
  const runs = Array.from({ length: 5 }, () => {
    const start = performance.now()
    work()
    return performance.now() - start
  })
  expect(Math.min(...runs)).toBeLessThan(50)
}
