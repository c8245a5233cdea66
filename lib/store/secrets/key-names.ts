const prefix = 'sportello keys:'
const nameLength = 4

/** What a process calls its connections to the server, so that others see which keys it has; at most 63 letters. */
export function applicationNameOf(fingerprints: readonly string[]): string {
  return prefix + namesOfKeys(fingerprints).join('')
}

/** The names of the keys of the process that a connection belongs to, its first key first; none when it is no such process. */
export function readApplicationName(name: string): string[] {
  return name.startsWith(prefix) ? (name.slice(prefix.length).match(/.{4}/g) ?? []) : []
}

/** Ten fit into the name of a connection. */
export function namesOfKeys(fingerprints: readonly string[]): string[] {
  return fingerprints.map((fingerprint) => fingerprint.slice(0, nameLength))
}
