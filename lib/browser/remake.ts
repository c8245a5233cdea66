import type { ProblemError } from './problem-error'

/**
 * Whether the page may be made anew after an answer. Without a network the framework would leave it for the browser's
 * own error; without a session our server would lead away from it before anybody has read why.
 */
export function canRemake(problem: ProblemError | null): boolean {
  return navigator.onLine && problem?.code !== 'not_signed_in'
}
