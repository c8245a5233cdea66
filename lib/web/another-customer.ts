import { cookies } from 'next/headers'
import { getServer, type Server } from '@/lib/server'
import { type CookieToSet, cookieName, cookieToSet } from './cookies'

/** Long enough to be seen and to survive a reload, too short to be met again the next time. */
const SHOWN_SECONDS = 60

/** Tells the accounts page, for a minute, that the sign-in just ended brought another customer. */
export function anotherCustomerCookie(server: Server): CookieToSet {
  return cookieToSet(server, 'another', '1', SHOWN_SECONDS)
}

export async function isAnotherCustomer(): Promise<boolean> {
  return (await cookies()).has(cookieName(await getServer(), 'another'))
}
