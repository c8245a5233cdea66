import { type Connection as ConnectionRow, Prisma } from '@/prisma/generated/client'
import type { StoreContext } from '../context'
import { type ConnectionTokens, decryptTokens, encryptTokens } from './connection-tokens'

export type ConnectionStatus = 'live' | 'expired'

export type Connection = {
  accessToken: string
  refreshToken: string | null
  accessExpiresAt: Date | null
  status: ConnectionStatus
  connectedAt: Date
  /** Name it in the call that changes what was read here. */
  version: number
}

/**
 * The bank's tokens of a customer, one connection each. `version` grows whenever the tokens change;
 * whoever acts on what they read (expire, refresh) names the version, and loses when it has passed.
 */
export function connectionsStore(context: StoreContext) {
  return { ...holding(context), ...refreshing(context) }
}

function holding({ prisma, query, cipher, now }: StoreContext) {
  return {
    /** After a sign-in at the bank: the new tokens replace whatever was there. */
    async save(customerId: string, tokens: ConnectionTokens): Promise<{ version: number }> {
      const at = now()
      const fresh = {
        ...encryptTokens(cipher, customerId, tokens),
        accessExpiresAt: tokens.accessExpiresAt ?? null,
        status: 'live',
        connectedAt: at,
        updatedAt: at,
        refreshClaimedUntil: null,
      } as const
      return prisma.connection.upsert({
        where: { customerId },
        create: { customerId, ...fresh },
        update: { ...fresh, version: { increment: 1 } },
        select: { version: true },
      })
    },

    /** @throws TokenCipherError when the row was tampered with or its key is no longer in TOKEN_KEYS */
    async load(customerId: string): Promise<Connection | null> {
      const [row] = await query<
        Omit<ConnectionRow, 'customerId' | 'updatedAt' | 'refreshClaimedUntil'>
      >(Prisma.sql`
        SELECT "access_token" AS "accessToken", "refresh_token" AS "refreshToken", "key_id" AS "keyId",
          "access_expires_at" AS "accessExpiresAt", "status"::text, "connected_at" AS "connectedAt", "version"
        FROM "connection" WHERE "customer_id" = ${customerId}::uuid`)
      if (row === undefined) return null
      const { accessExpiresAt, status, connectedAt, version } = row
      return { ...decryptTokens(cipher, customerId, row), accessExpiresAt, status, connectedAt, version }
    },

    /** The connection without its tokens: nothing is decrypted. */
    async status(customerId: string): Promise<Omit<Connection, 'accessToken' | 'refreshToken'> | null> {
      return prisma.connection.findUnique({
        where: { customerId },
        select: { status: true, connectedAt: true, accessExpiresAt: true, version: true },
      })
    },

    /** The bank no longer takes these tokens. False when they were replaced meanwhile. */
    async markExpired(customerId: string, version: number): Promise<boolean> {
      const { count } = await prisma.connection.updateMany({
        where: { customerId, version },
        data: { status: 'expired', refreshClaimedUntil: null, updatedAt: now() },
      })
      return count === 1
    },
  }
}

function refreshing({ prisma, cipher, now }: StoreContext) {
  return {
    /**
     * Asks to be the one that refreshes these tokens, until `until` at the latest. False when another
     * has the claim, or already has new tokens.
     */
    async claimRefresh(customerId: string, version: number, until: Date): Promise<boolean> {
      const at = now()
      const { count } = await prisma.connection.updateMany({
        where: {
          customerId,
          version,
          OR: [{ refreshClaimedUntil: null }, { refreshClaimedUntil: { lte: at } }],
        },
        data: { refreshClaimedUntil: until, updatedAt: at },
      })
      return count === 1
    },

    /** Gives the claim back after a refresh that failed without an answer about the token. */
    async releaseRefresh(customerId: string, version: number): Promise<void> {
      await prisma.connection.updateMany({
        where: { customerId, version },
        data: { refreshClaimedUntil: null, updatedAt: now() },
      })
    },

    /**
     * The refreshed tokens, in one statement that reads nothing: the bank no longer takes the old ones. False, and nothing
     * written, when the tokens were replaced meanwhile.
     *
     * @param tokens.refreshToken the old one where the bank gave no new one (RFC 6749 §6)
     */
    async saveRefreshed(
      customerId: string,
      version: number,
      tokens: ConnectionTokens & { refreshToken: string },
    ): Promise<boolean> {
      const { count } = await prisma.connection.updateMany({
        where: { customerId, version },
        data: {
          ...encryptTokens(cipher, customerId, tokens),
          accessExpiresAt: tokens.accessExpiresAt ?? null,
          status: 'live',
          version: { increment: 1 },
          refreshClaimedUntil: null,
          updatedAt: now(),
        },
      })
      return count === 1
    },
  }
}
