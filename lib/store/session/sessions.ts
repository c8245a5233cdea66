import { randomUUID } from 'node:crypto'
import { Prisma } from '@/prisma/generated/client'
import type { StoreContext } from '../context'
import { deleteBatch } from '../database/purge'
import { hashSecret, newSecret } from '../secrets/secrets'

export type Session = {
  sessionId: string
  customerId: string
  /** The bank's own id of the customer, for the paths of its API. */
  bankCustomerId: string
  createdAt: Date
  expiresAt: Date
  /** The bank's svc-apitrack-id, once it gave one. */
  apitrackId: string | null
}

export type SessionSummary = {
  sessionId: string
  label: string | null
  createdAt: Date
  lastSeenAt: Date
  expiresAt: Date
}

const tokenForm = /^[A-Za-z0-9_-]{43}$/
const maxLabelLength = 80
const maxListed = 100
const touchEveryMs = 60_000
/** Ended sessions are kept this long for the sake of a late question about them. */
const keepEndedMs = 30 * 24 * 60 * 60 * 1000

/** Signed-in browsers. What the cookie carries is random and stored only as its hash. */
export function sessionsStore({ prisma, query, now }: StoreContext) {
  const live = () => ({ revokedAt: null, expiresAt: { gt: now() } })

  return {
    /** @returns `token` for the cookie, this once; `sessionId` to speak of the session afterwards */
    async create(session: {
      customerId: string
      /** What the customer recognises the browser by, such as "Firefox on Linux". */
      label?: string
      expiresAt: Date
      apitrackId?: string
      /** 256 secret bits as base64url; random when not given. */
      token?: string
    }): Promise<{ token: string; sessionId: string }> {
      const token = session.token ?? newSecret()
      if (!tokenForm.test(token)) throw new RangeError('token is not 256 bits as base64url')
      const sessionId = randomUUID()
      const at = now()
      await prisma.session.create({
        data: {
          id: sessionId,
          tokenHash: hashSecret('session', token),
          customerId: session.customerId,
          label: session.label?.replaceAll('\0', '').slice(0, maxLabelLength) ?? null,
          createdAt: at,
          lastSeenAt: at,
          expiresAt: session.expiresAt,
          apitrackId: session.apitrackId ?? null,
        },
      })
      return { token, sessionId }
    },

    /** The session of a cookie's token; null when unknown, expired or revoked. Notes the visit, at most once a minute. */
    async find(token: string): Promise<Session | null> {
      if (!tokenForm.test(token)) return null
      const at = now()
      // Not by Prisma's `include`, which is a second statement, and every request begins with this.
      const [row] = await query<Session & { lastSeenAt: Date }>(Prisma.sql`
        SELECT "session"."id"::text AS "sessionId", "customer_id"::text AS "customerId",
          "bank_customer_id" AS "bankCustomerId", "session"."created_at" AS "createdAt", "expires_at" AS "expiresAt",
          "last_seen_at" AS "lastSeenAt", "apitrack_id" AS "apitrackId"
        FROM "session" JOIN "customer" ON "customer"."id" = "customer_id"
        WHERE "token_hash" = ${hashSecret('session', token)} AND "revoked_at" IS NULL AND "expires_at" > ${at}::timestamptz`)
      if (row === undefined) return null
      const staleBefore = new Date(at.getTime() - touchEveryMs)
      const { lastSeenAt, ...session } = row
      if (lastSeenAt < staleBefore) {
        await prisma.session.updateMany({
          where: { id: session.sessionId, lastSeenAt: { lt: staleBefore } },
          data: { lastSeenAt: at },
        })
      }
      return session
    },

    async isLive(sessionId: string): Promise<boolean> {
      const row = await prisma.session.findFirst({
        where: { id: sessionId, ...live() },
        select: { id: true },
      })
      return row !== null
    },

    async setApitrackId(sessionId: string, customerId: string, apitrackId: string): Promise<void> {
      await prisma.session.updateMany({ where: { id: sessionId, customerId }, data: { apitrackId } })
    },

    /** Ends one session of this customer. False when it had ended, or is not theirs. */
    async revoke(sessionId: string, customerId: string): Promise<boolean> {
      const { count } = await prisma.session.updateMany({
        where: { id: sessionId, customerId, ...live() },
        data: { revokedAt: now() },
      })
      return count === 1
    },

    /** Lets one session of this customer end at `until`, if it lasts that long. */
    async endBy(sessionId: string, customerId: string, until: Date): Promise<void> {
      await prisma.session.updateMany({
        where: { id: sessionId, customerId, ...live(), expiresAt: { gt: until } },
        data: { expiresAt: until },
      })
    },

    /** Ends every session of this customer. @returns how many were live */
    async revokeAll(customerId: string): Promise<number> {
      const { count } = await prisma.session.updateMany({
        where: { customerId, ...live() },
        data: { revokedAt: now() },
      })
      return count
    },

    /** The live sessions of this customer, the last seen first; at most 100. */
    async list(customerId: string): Promise<SessionSummary[]> {
      const rows = await prisma.session.findMany({
        where: { customerId, ...live() },
        orderBy: [{ lastSeenAt: 'desc' }, { id: 'asc' }],
        take: maxListed,
        select: { id: true, label: true, createdAt: true, lastSeenAt: true, expiresAt: true },
      })
      return rows.map(({ id, ...rest }) => ({ sessionId: id, ...rest }))
    },

    /** Deletes some of the sessions that ended more than 30 days ago. @returns how many; 0 when there are no more */
    async purge(): Promise<number> {
      const before = new Date(now().getTime() - keepEndedMs)
      const expired = await deleteBatch(prisma, 'session', Prisma.sql`"expires_at" < ${before}::timestamptz`)
      if (expired > 0) return expired
      return deleteBatch(prisma, 'session', Prisma.sql`"revoked_at" < ${before}::timestamptz`)
    },
  }
}
