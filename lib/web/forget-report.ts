import { z } from 'zod'
import type { ForgetReport } from '@/lib/contracts/sharing'
import type { Server } from '@/lib/server'
import { type CookieReader, type CookieToSet, cookieToSet, cookieValue } from './cookies'
import { seal, unseal } from './sealed'

/** Long enough to read it, reload it and print it. */
const SHOWN_SECONDS = 15 * 60

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
  const value = await seal(server.keys.forgetReport, { report: done }, SHOWN_SECONDS)
  return cookieToSet(server, 'forgotten', value, SHOWN_SECONDS)
}

/** Null without one, when its time is over, and for one that we did not make. */
export async function forgetReportOf(server: Server, jar: CookieReader): Promise<ForgetReport | null> {
  const sealed = cookieValue(server, jar, 'forgotten')
  if (sealed === undefined) return null
  const payload = await unseal(server.keys.forgetReport, sealed)
  return report.safeParse(payload?.report).data ?? null
}
