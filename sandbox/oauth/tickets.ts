import { randomBytes } from 'node:crypto'
import type { BankClock } from '../clock'
import { hashOf } from '../secrets'
import type { AuthorizationRequest } from './authorization-request'

/** One authorization request on its way through the bank's pages. */
export type Ticket = {
  request: AuthorizationRequest
  expiresAt: number
  failedLogins: number
  /** Set at login: who it is, and the id of the session with the bank that this made, in the browser that logged in. */
  login: { customerId: string; sessionId: string } | null
  /** The customer has allowed or refused: it is good for nothing more. */
  answered: boolean
}

/** Tickets live in memory only: a login that a restart interrupts is begun anew. */
export type Tickets = {
  open(request: AuthorizationRequest): string
  find(ticket: string): Ticket | undefined
  close(ticket: string): void
}

const ticketSeconds = 600
export const maxFailedLogins = 5
const maxOpenTickets = 10_000

export function createTickets(clock: BankClock): Tickets {
  const tickets = new Map<string, Ticket>()
  const now = () => clock.now().getTime()
  const dropOldest = () => {
    // a Map keeps the order of insertion, so the oldest come first
    for (const [key, ticket] of tickets) {
      if (ticket.expiresAt > now() && tickets.size < maxOpenTickets) return
      tickets.delete(key)
    }
  }
  return {
    open(request) {
      dropOldest()
      const ticket = randomBytes(32).toString('base64url')
      const expiresAt = now() + ticketSeconds * 1000
      tickets.set(hashOf(ticket), { request, expiresAt, failedLogins: 0, login: null, answered: false })
      return ticket
    },
    find(ticket) {
      const known = tickets.get(hashOf(ticket))
      return known && known.expiresAt > now() ? known : undefined
    },
    close(ticket) {
      tickets.delete(hashOf(ticket))
    },
  }
}
