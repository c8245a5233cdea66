export type Call = () => Promise<unknown>

/** Microseconds, sorted. */
type Samples = number[]

/**
 * One call at a time. The variants take turns within each round and start with another one in every round, so that
 * whatever disturbs the machine disturbs them alike.
 */
export async function oneInFlight<K extends string>(
  variants: Record<K, Call>,
  rounds: number,
): Promise<Record<K, Samples>> {
  const names = namesOf(variants)
  const samples = samplesFor(names)
  for (let round = 0; round < rounds; round += 1) {
    for (let turn = 0; turn < names.length; turn += 1) {
      const name = names[(round + turn) % names.length]
      if (name === undefined) continue
      const start = performance.now()
      await variants[name]()
      samples[name].push((performance.now() - start) * 1000)
    }
  }
  return sorted(samples)
}

/** Calls per second with `lanes` in flight, in blocks that take turns; one figure per block. */
export async function manyInFlight<K extends string>(
  variants: Record<K, Call>,
  options: { lanes: number; callsPerBlock: number; blocks: number },
): Promise<Record<K, Samples>> {
  const names = namesOf(variants)
  const samples = samplesFor(names)
  for (let block = 0; block < options.blocks; block += 1) {
    for (let turn = 0; turn < names.length; turn += 1) {
      const name = names[(block + turn) % names.length]
      if (name === undefined) continue
      let left = options.callsPerBlock
      const start = performance.now()
      const lane = async () => {
        while (left-- > 0) await variants[name]()
      }
      await Promise.all(Array.from({ length: options.lanes }, lane))
      samples[name].push((options.callsPerBlock * 1000) / (performance.now() - start))
    }
  }
  return sorted(samples)
}

export function quantile(samples: Samples, share: number): number {
  return samples[Math.min(samples.length - 1, Math.floor(samples.length * share))] ?? Number.NaN
}

export const round = (value: number, digits = 0) => Number(value.toFixed(digits))

function namesOf<K extends string>(variants: Record<K, Call>): K[] {
  return Object.keys(variants).filter((name): name is K => name in variants)
}

function samplesFor<K extends string>(names: K[]): Record<K, Samples> {
  const samples: Partial<Record<K, Samples>> = {}
  for (const name of names) samples[name] = []
  return samples as Record<K, Samples>
}

function sorted<K extends string>(samples: Record<K, Samples>): Record<K, Samples> {
  for (const name of namesOf<K>(samples as never)) samples[name].sort((a, b) => a - b)
  return samples
}
