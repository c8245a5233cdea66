import type { ModelSettings, ModelState } from './model'
import { apply, type Step } from './steps'

/** A step as it was seen from outside. `sent` and `answered` are places in one order of all such moments. */
export type Observed = { step: Step; outcome: string; sent: number; answered: number }

const maxTries = 100_000

/**
 * Looks for an order of the steps, one after the other, in which the model answers each as the bank did: every step takes
 * effect at one moment between its sending and its answer (linearizability, Herlihy and Wing 1990). Gives the state that
 * the first such order leaves. Throws with everything that was seen when there is none.
 */
export function findOrder(
  start: ModelState,
  observed: readonly Observed[],
  settings: ModelSettings,
): ModelState {
  let tries = 0
  let stuck = observed
  const search = (state: ModelState, left: readonly Observed[]): ModelState | null => {
    if (left.length < stuck.length) stuck = left
    if (left.length === 0) return state
    const firstAnswer = Math.min(...left.map(({ answered }) => answered))
    // whoever was sent after another's answer comes after it
    const candidates = left
      .filter(({ sent }) => sent < firstAnswer)
      .map((one) => ({ one, seen: apply(state, one.step, settings) }))
      .filter(({ one, seen }) => seen.outcome === one.outcome)
    // what fits and changes nothing may as well come now
    const still = candidates.find(({ seen }) => seen.state === state)
    for (const { one, seen } of still ? [still] : candidates) {
      tries += 1
      if (tries > maxTries) return null
      const end = search(
        seen.state,
        left.filter((other) => other !== one),
      )
      if (end) return end
    }
    return null
  }
  const byAnswer = [...observed].sort((one, other) => one.answered - other.answered)
  const end = search(start, byAnswer)
  if (end) return end
  const unexplained = stuck.map(({ sent }) => sent).join(', ')
  throw new Error(
    `no order of the steps explains the answers (${tries} tries); at best these are left: ${unexplained}\n${story(observed)}`,
  )
}

function story(observed: readonly Observed[]): string {
  return [...observed]
    .sort((one, other) => one.sent - other.sent)
    .map(({ step, outcome, sent, answered }) => `${sent}–${answered} ${outcome} ← ${written(step)}`)
    .join('\n')
}

function written(step: Step): string {
  return JSON.stringify(step, (_key, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  )
}
