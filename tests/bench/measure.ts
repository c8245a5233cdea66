/** What is measured, by name. */
export type Variants = ReadonlyMap<string, () => Promise<unknown>>

/** Sorted samples of each variant. */
export type Samples = ReadonlyMap<string, readonly number[]>

/**
 * One call at a time, in microseconds. The variants take turns within each round, and each round starts with another
 * one, so that whatever disturbs the machine disturbs them alike.
 */
export async function oneInFlight(variants: Variants, rounds: number): Promise<Samples> {
  const samples = new Map<string, number[]>()
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, call] of rotated(variants, round)) {
      const start = performance.now()
      await call()
      add(samples, name, (performance.now() - start) * 1000)
    }
  }
  return sorted(samples)
}

/** Calls per second with `lanes` in flight, in blocks that take turns; one sample per block. */
export async function manyInFlight(
  variants: Variants,
  options: { lanes: number; callsPerBlock: number; blocks: number },
): Promise<Samples> {
  const samples = new Map<string, number[]>()
  for (let block = 0; block < options.blocks; block += 1) {
    for (const [name, call] of rotated(variants, block)) {
      let left = options.callsPerBlock
      const start = performance.now()
      const lane = async () => {
        while (left-- > 0) await call()
      }
      await Promise.all(Array.from({ length: options.lanes }, lane))
      add(samples, name, (options.callsPerBlock * 1000) / (performance.now() - start))
    }
  }
  return sorted(samples)
}

/** The value below which a share of the samples of a variant lies. */
export function quantile(samples: Samples, name: string, share: number): number {
  const all = samples.get(name) ?? []
  return all[Math.min(all.length - 1, Math.floor(all.length * share))] ?? Number.NaN
}

/** The same share of every variant, whole numbers. */
export function eachOf(samples: Samples, share: number): Record<string, number> {
  return Object.fromEntries(
    [...samples.keys()].map((name) => [name, rounded(quantile(samples, name, share))]),
  )
}

export function median(samples: readonly number[]): number {
  return [...samples].sort((one, other) => one - other)[Math.floor(samples.length / 2)] ?? Number.NaN
}

export function rounded(value: number, digits = 0): number {
  return Number(value.toFixed(digits))
}

/** A figure beside what it has to keep to. */
export type Verdict = { measured: number; limit: string; holds: boolean }

export function atMost(measured: number, most: number): Verdict {
  return { measured, limit: `at most ${most}`, holds: measured <= most }
}

export function atLeast(measured: number, least: number): Verdict {
  return { measured, limit: `at least ${least}`, holds: measured >= least }
}

function rotated(variants: Variants, by: number) {
  const all = [...variants]
  const first = by % all.length
  return [...all.slice(first), ...all.slice(0, first)]
}

function add(samples: Map<string, number[]>, name: string, value: number): void {
  const known = samples.get(name)
  if (known) known.push(value)
  else samples.set(name, [value])
}

function sorted(samples: Map<string, number[]>): Samples {
  for (const all of samples.values()) all.sort((a, b) => a - b)
  return samples
}
