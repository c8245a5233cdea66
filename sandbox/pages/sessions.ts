import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { BankClock } from '../clock'
import { hashOf } from '../oauth/tickets'

/** A customer who has logged in to the bank with this browser. `id` is good for nothing outside: forms are tied to it. */
export type BankSession = { id: string; customerId: string }

/** Sessions live in memory only: a restart of the bank logs everybody out. */
export type Sessions = {
  /** Gives the browser a fresh secret at every login, so that one planted before is worth nothing. */
  begin(request: FastifyRequest, reply: FastifyReply, customerId: string): void
  /** The session of this browser, which lives on by being used. */
  of(request: FastifyRequest): BankSession | null
  end(request: FastifyRequest, reply: FastifyReply): void
}

export const sessionIdleSeconds = 600
const maxSessions = 10_000

const cookieName = 'zefiro_session'
const cookieForm = new RegExp(`(?:^|;\\s*)${cookieName}=([A-Za-z0-9_-]{43})(?:;|$)`)

export function createSessions(clock: BankClock): Sessions {
  // the least lately used come first
  const sessions = new Map<string, { customerId: string; usedAt: number }>()
  const now = () => clock.now().getTime()
  const isLive = ({ usedAt }: { usedAt: number }) => now() - usedAt < sessionIdleSeconds * 1000
  const idOf = (request: FastifyRequest) => {
    const secret = cookieForm.exec(request.headers.cookie ?? '')?.[1]
    return secret === undefined ? null : hashOf(secret)
  }
  const use = (id: string, customerId: string) => {
    sessions.delete(id)
    sessions.set(id, { customerId, usedAt: now() })
  }
  const dropOldest = () => {
    for (const [id, session] of sessions) {
      if (isLive(session) && sessions.size < maxSessions) return
      sessions.delete(id)
    }
  }
  // Lax, not Strict: the customer arrives by a link from the application. Plain http on loopback: no Secure
  const setCookie = (reply: FastifyReply, value: string) =>
    reply.header('Set-Cookie', `${cookieName}=${value}; Path=/; HttpOnly; SameSite=Lax`)
  return {
    begin(request, reply, customerId) {
      sessions.delete(idOf(request) ?? '')
      dropOldest()
      const secret = randomBytes(32).toString('base64url')
      use(hashOf(secret), customerId)
      setCookie(reply, secret)
    },
    of(request) {
      const id = idOf(request)
      const session = sessions.get(id ?? '')
      if (id === null || !session || !isLive(session)) return null
      use(id, session.customerId)
      return { id, customerId: session.customerId }
    },
    end(request, reply) {
      sessions.delete(idOf(request) ?? '')
      setCookie(reply, '; Max-Age=0')
    },
  }
}
