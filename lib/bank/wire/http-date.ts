/** Formats an instant as RFC 7231 IMF-fixdate, the only form the bank shows: `Tue, 03 Mar 2026 09:05:07 GMT`. */
export function formatHttpDate(instant: Date): string {
  return instant.toUTCString()
}

/**
 * Reads an IMF-fixdate strictly: any other form, a day that does not exist or a wrong day name is undefined.
 * @returns milliseconds since the epoch
 */
export function parseHttpDate(text: string): number | undefined {
  if (text.length !== 29) return undefined
  const milliseconds = Date.parse(text)
  if (Number.isNaN(milliseconds)) return undefined
  return new Date(milliseconds).toUTCString() === text ? milliseconds : undefined
}
