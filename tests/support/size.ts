/**
 * How often a test of random or repeated input runs: `usual` in `npm test`, which has to stay short, and `full` with
 * TEST_SIZE=full, for a release, or after a change of that part.
 */
export function sized(usual: number, full: number): number {
  return process.env.TEST_SIZE === 'full' ? full : usual
}
