import { decode, encode } from 'next-auth/jwt'
import { z } from 'zod'
import type { ForgetReport } from '@/lib/contracts/sharing'
import type { Server } from '@/lib/server'
import type { CookieReader, CookieToSet } from './cookies'

/** Long enough to read it, reload it and print it. */
const SHOWN_SECONDS = 15 * 60
/** Another key than the session's, so that neither cookie can be put in the place of the other. */
const SALT = 'forget report'

const cookieName = (secure: boolean) => (secure ? '__Secure-sportello-forgotten' : 'sportello-forgotten')

const report = z.strictObject({
  erased: z.record(z.string(), z.number().int().nonnegative()),
  bankList: z.enum(['empty', 'not_empty', 'not_read']),
  at: z.iso.datetime(),
})

/**
 * What was done when a customer was forgotten, for the page that tells it. Nothing is left here that could remember
 * it, so their browser does, sealed by us: counts and no name, read by that page alone.
 */
export async function forgetReportCookie(server: Server, done: ForgetReport): Promise<CookieToSet> {
  const { secureCookies, NEXTAUTH_SECRET: secret } = server.config
  return {
    name: cookieName(secureCookies),
    value: await encode({ token: { report: done }, secret, salt: SALT, maxAge: SHOWN_SECONDS }),
    httpOnly: true,
    sameSite: 'lax',
    secure: secureCookies,
    path: '/forgotten',
    maxAge: SHOWN_SECONDS,
  }
}

/** Null without one, when its time is over, and for one that we did not make. */
export async function forgetReportOf(server: Server, jar: CookieReader): Promise<ForgetReport | null> {
  const { secureCookies, NEXTAUTH_SECRET: secret } = server.config
  const token = jar.get(cookieName(secureCookies))?.value
  if (token === undefined) return null
  try {
    const payload = await decode({ token, secret, salt: SALT })
    return report.safeParse(payload?.report).data ?? null
  } catch {
    return null
  }
}
