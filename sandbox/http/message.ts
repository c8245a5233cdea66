export type HeaderLine = readonly [name: string, value: string]

/** A request as it came over the wire: nothing decoded, nothing joined. Header text is Latin-1, one char per byte. */
export type ApiRequest = {
  /** `result.requestId` of the answer. */
  id: string
  receivedAt: Date
  method: string
  /** The raw request target, path and query, as received. */
  target: string
  path: string
  headers: readonly HeaderLine[]
  body: Buffer
  /** The body was longer than the bound and is not here. */
  bodyTooLarge: boolean
}

/** Statuses whose answers have no content (RFC 9110, 15): whatever stands there is not sent. */
export function hasNoBody(status: number): boolean {
  return status === 204 || status === 205 || status === 304
}

/** An answer before it is sealed. */
export type Answer = { status: number; headers: readonly HeaderLine[]; body: Buffer }

/** Values of all header lines of that name, in order. */
export function headerValues(message: { headers: readonly HeaderLine[] }, name: string): string[] {
  const wanted = name.toLowerCase()
  const values: string[] = []
  for (const [line, value] of message.headers) {
    // a call looks up many names among many lines: most are told apart by their length
    if (line.length === wanted.length && line.toLowerCase() === wanted) values.push(value)
  }
  return values
}

/** The value when exactly one line of that name exists. */
export function singleHeader(message: { headers: readonly HeaderLine[] }, name: string): string | undefined {
  const values = headerValues(message, name)
  return values.length === 1 ? values[0] : undefined
}
