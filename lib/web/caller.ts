import type { NextRequest } from 'next/server'
import { chooseLocale } from '@/lib/domain/locale'
import type { Caller } from '@/lib/flows'
import type { Server } from '@/lib/server'
import { clientAddress } from './client-address'
import { cookieValue } from './cookies'

/** What we send to the bank about the customer's request: one transaction id, the language, the address. */
export function callerOf(server: Server, request: NextRequest): Caller {
  return {
    transactionId: server.flows.newId(),
    acceptLanguage: chooseLocale(
      cookieValue(server, request.cookies, 'locale'),
      request.headers.get('accept-language'),
    ),
    psuIpAddress: clientAddress(request.headers, server.config) ?? undefined,
  }
}

/** A few words by which a customer knows their device again; never the whole user agent. */
export function deviceLabel(userAgent: string | null): string | undefined {
  if (userAgent === null) return undefined
  const [system] = [...userAgent.matchAll(/\(([^()]*)/g)].flatMap(
    ([, inside = '']) => /iPhone|iPad|Android|Windows|Macintosh|CrOS|Linux/.exec(inside)?.[0] ?? [],
  )
  const browser = /(Edg|OPR|Firefox|Chrome|Safari)\//.exec(userAgent)?.[1]
  const names: Record<string, string> = { Edg: 'Edge', OPR: 'Opera', Macintosh: 'Mac', CrOS: 'ChromeOS' }
  const words = [browser, system].filter((word) => word !== undefined).map((word) => names[word] ?? word)
  return words.length > 0 ? words.join(' · ') : undefined
}
