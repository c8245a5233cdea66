import { cookies } from 'next/headers'
import { getServer, type Server } from '@/lib/server'
import type { CookieToSet } from './cookies'

/** Long enough to be seen and to survive a reload, too short to be met again the next time. */
const SHOWN_SECONDS = 60

const cookieName = (secure: boolean) => (secure ? '__Secure-sportello-another' : 'sportello-another')

/** Tells the accounts page, for a minute, that the sign-in just ended brought another customer. */
export function anotherCustomerCookie(server: Server): CookieToSet {
  const { secureCookies } = server.config
  return {
    name: cookieName(secureCookies),
    value: '1',
    httpOnly: true,
    sameSite: 'lax',
    secure: secureCookies,
    path: '/accounts',
    maxAge: SHOWN_SECONDS,
  }
}

export async function isAnotherCustomer(): Promise<boolean> {
  const { config } = await getServer()
  return (await cookies()).has(cookieName(config.secureCookies))
}
