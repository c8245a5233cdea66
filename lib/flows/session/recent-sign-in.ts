import type { FlowDeps } from '../deps'

/** For how long a sign-in at the bank shows that it is the customer who asks, and not just somebody with their cookie. */
const RECENT_SIGN_IN_MS = 5 * 60 * 1000

/** Clocks of two instances differ a little, so a sign-in may seem to be ahead. */
export function isRecentSignIn(deps: Pick<FlowDeps, 'now'>, signedInAt: Date): boolean {
  return Math.abs(deps.now().getTime() - signedInAt.getTime()) <= RECENT_SIGN_IN_MS
}
