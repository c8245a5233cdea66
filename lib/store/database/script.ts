/** A script without the BEGIN and COMMIT around it: where it fails in between, a connection would stay in the transaction. */
export function scriptOf(text: string): string {
  return /^\s*BEGIN;([\s\S]*)COMMIT;?\s*$/.exec(text)?.[1] ?? text
}
