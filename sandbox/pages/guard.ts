import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Ties a form to the browser that asked for it: cookie, token in the form, and the origin of the post. */
export type FormGuard = {
  /** The browser's secret; given to it as a cookie when it has none. */
  browserOf(request: FastifyRequest, reply: FastifyReply): string
  /** The browser's secret when it has one already. */
  knownBrowser(request: FastifyRequest): string | null
  tokenFor(browser: string, ticket: string): string
  /** Whether a post comes from a form that this guard gave to this browser. */
  accepts(request: FastifyRequest, ticket: string, token: string): boolean
}

const cookieName = 'zefiro_browser'
const cookieForm = new RegExp(`(?:^|;\\s*)${cookieName}=([A-Za-z0-9_-]{43})(?:;|$)`)

export function createFormGuard(pagesUrl: () => string): FormGuard {
  const key = randomBytes(32)
  const knownBrowser = (request: FastifyRequest) => cookieForm.exec(request.headers.cookie ?? '')?.[1] ?? null
  const tokenFor = (browser: string, ticket: string) =>
    createHmac('sha256', key).update(`${browser}\n${ticket}`).digest('base64url')
  return {
    knownBrowser,
    tokenFor,
    browserOf(request, reply) {
      const known = knownBrowser(request)
      if (known) return known
      const browser = randomBytes(32).toString('base64url')
      // Lax, not Strict: the customer arrives by a link from the application. Plain http on loopback: no Secure
      reply.header('Set-Cookie', `${cookieName}=${browser}; Path=/; HttpOnly; SameSite=Lax`)
      return browser
    },
    accepts(request, ticket, token) {
      const browser = knownBrowser(request)
      if (!browser || !isSameOrigin(request, pagesUrl())) return false
      const expected = Buffer.from(tokenFor(browser, ticket))
      const given = Buffer.from(token)
      return given.length === expected.length && timingSafeEqual(given, expected)
    },
  }
}

/** Browsers name the origin of every post; one that does not, or names another, is refused. */
function isSameOrigin({ headers }: FastifyRequest, pagesUrl: string): boolean {
  return headers.origin === pagesUrl
}
