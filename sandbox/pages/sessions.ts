import { randomBytes, randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { BankClock } from '../clock'
import { hashOf } from '../secrets'

/**
 * A customer who has logged in to the bank with this browser. Forms and logins for applications are tied to `id`, which
 * is good for nothing outside. A further login of the same customer goes on with it; after a log-out there is another.
 */
export type BankSession = { id: string; customerId: string }

/** Sessions live in memory only: a restart of the bank logs everybody out. */
export type Sessions = {
  /** Gives the browser a fresh secret at every login, so that one planted before is worth nothing. */
  begin(request: FastifyRequest, reply: FastifyReply, customerId: string): BankSession
  /** The session of this browser, which lives on by being used. */
  of(request: FastifyRequest): BankSession | null
  end(request: FastifyRequest, reply: FastifyReply): void
}

const sessionIdleSeconds = 600
const maxSessions = 10_000

const cookieName = 'zefiro_session'
const cookieForm = new RegExp(`(?:^|;\\s*)${cookieName}=([A-Za-z0-9_-]{43})(?:;|$)`)

export function createSessions(clock: BankClock): Sessions {
  // by the hash of the browser's secret; the least lately used come first
  const sessions = new Map<string, BankSession & { usedAt: number }>()
  const now = () => clock.now().getTime()
  const isLive = ({ usedAt }: { usedAt: number }) => now() - usedAt < sessionIdleSeconds * 1000
  const keyOf = (request: FastifyRequest) => {
    const secret = cookieForm.exec(request.headers.cookie ?? '')?.[1]
    return secret === undefined ? '' : hashOf(secret)
  }
  const liveAt = (key: string) => {
    const session = sessions.get(key)
    return session && isLive(session) ? session : null
  }
  const use = (key: string, { id, customerId }: BankSession): BankSession => {
    sessions.delete(key)
    sessions.set(key, { id, customerId, usedAt: now() })
    return { id, customerId }
  }
  const dropOldest = () => {
    for (const [key, session] of sessions) {
      if (isLive(session) && sessions.size < maxSessions) return
      sessions.delete(key)
    }
  }
  // Lax, not Strict: the customer arrives by a link from the application. Plain http on loopback: no Secure
  const setCookie = (reply: FastifyReply, value: string) =>
    reply.header('Set-Cookie', `${cookieName}=${value}; Path=/; HttpOnly; SameSite=Lax`)
  return {
    begin(request, reply, customerId) {
      const before = liveAt(keyOf(request))
      sessions.delete(keyOf(request))
      dropOldest()
      const secret = randomBytes(32).toString('base64url')
      setCookie(reply, secret)
      const id = before?.customerId === customerId ? before.id : randomUUID()
      return use(hashOf(secret), { id, customerId })
    },
    of(request) {
      const key = keyOf(request)
      const session = liveAt(key)
      return session && use(key, session)
    },
    end(request, reply) {
      sessions.delete(keyOf(request))
      setCookie(reply, '; Max-Age=0')
    },
  }
}
