import type { AuthorizationStatus, Resource } from './resources'

export type Lifetimes = {
  authorizationSeconds: number
  resourceSeconds: number
  disposeAfterSeconds: number
}

/** What time makes of an authorization: one that has begun and is not decided lapses. */
export function statusAt(resource: Resource, now: number, lifetimes: Lifetimes): AuthorizationStatus {
  if (resource.decision) return resource.decision.status
  if (!resource.approach) return 'PENDING'
  return now < lapseOf(resource.approach.at, lifetimes) ? 'PENDING' : 'EXPIRED'
}

function lapseOf(startedAt: number, { authorizationSeconds }: Lifetimes): number {
  return startedAt + authorizationSeconds * 1000
}

/** When a resource is disposed of, as things stand. */
export function disposalOf(resource: Resource, lifetimes: Lifetimes): number {
  const lifeMs = lifetimes.resourceSeconds * 1000
  const afterEndMs = lifetimes.disposeAfterSeconds * 1000
  const { createdAt, approach, decision, finished } = resource
  if (finished) return finished.at + afterEndMs
  if (decision?.status === 'AUTHORIZED') return decision.at + lifeMs
  // an approval that was taken back is not there for longer than the approval would have been
  if (decision && decision.withdrawnAt !== null) {
    return Math.min(decision.withdrawnAt + afterEndMs, decision.at + lifeMs)
  }
  if (decision) return decision.at + afterEndMs
  if (approach) return lapseOf(approach.at, lifetimes) + afterEndMs
  return createdAt + lifeMs
}

/** Days for which a resource is remembered after its creation, disposed of or not: the clock may be put back. */
const rememberDays = 31

/** `now` is the earlier of business and real time. */
export function isStillRemembered(resource: Resource | undefined, now: number): boolean {
  return resource !== undefined && now < resource.createdAt + rememberDays * 24 * 60 * 60 * 1000
}
