/** What reads cookies: a NextRequest's `cookies` and what `cookies()` of next/headers gives. */
export type CookieReader = { get(name: string): { value: string } | undefined }

export type CookieToSet = {
  name: string
  value: string
  httpOnly: true
  sameSite: 'lax'
  secure: boolean
  path: string
  /** Seconds. */
  maxAge: number
}
