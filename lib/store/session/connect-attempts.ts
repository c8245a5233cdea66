import { randomUUID } from 'node:crypto'
import { Prisma } from '@/prisma/generated/client'
import type { StoreContext } from '../context'
import { deleteBatch } from '../database/purge'
import { hashSecret } from '../secrets/secrets'
import { TokenCipherError, type TokenPlace } from '../secrets/token-cipher'

export type ConnectAttempt = {
  attemptId: string
  returnTo: string | null
  createdAt: Date
  expiresAt: Date
  consumedAt: Date | null
  /** What became of it, in the words of the one who finished it; null while it is open or under way. */
  outcome: string | null
  sessionId: string | null
  customerId: string | null
}

export type Consumption =
  | {
      kind: 'consumed'
      attemptId: string
      codeVerifier: string
      returnTo: string | null
      /** The bank's svc-apitrack-id, once it gave one. */
      apitrackId: string | null
    }
  | { kind: 'unknown' }
  | { kind: 'expired' }
  | { kind: 'other_browser' }
  | {
      kind: 'already_used'
      /** The same redirect again (a reload, a doubled request), not another code for the same state. */
      sameCode: boolean
      attemptId: string
      outcome: string | null
      sessionId: string | null
      customerId: string | null
    }

/** Long enough that a callback opened again the next day is still recognised as used. */
const keepMs = 48 * 60 * 60 * 1000
const maxReturnToLength = 2_000

/**
 * One row for each start of the bank's login. State, browser and code are stored as hashes, the PKCE
 * verifier encrypted; a row is good for one callback.
 */
export function connectAttemptsStore({ prisma, cipher, now }: StoreContext) {
  const open = async (id: string, codeVerifier: string) => {
    try {
      return cipher.decrypt(codeVerifier, placeOf(id))
    } catch (error) {
      if (error instanceof TokenCipherError && error.reason === 'unknown_key') {
        await prisma.connectAttempt.updateMany({ where: { id }, data: { consumedAt: null, codeHash: null } })
      }
      throw error
    }
  }
  return {
    /** @throws RangeError when `returnTo` is longer than 2,000 characters */
    async create(attempt: {
      state: string
      browserId: string
      codeVerifier: string
      expiresAt: Date
      returnTo?: string
    }): Promise<{ attemptId: string }> {
      if ((attempt.returnTo?.length ?? 0) > maxReturnToLength) throw new RangeError('returnTo is too long')
      const attemptId = randomUUID()
      await prisma.connectAttempt.create({
        data: {
          id: attemptId,
          stateHash: hashSecret('state', attempt.state),
          browserHash: hashSecret('browser', attempt.browserId),
          codeVerifier: cipher.encrypt(attempt.codeVerifier, placeOf(attemptId)),
          returnTo: attempt.returnTo ?? null,
          createdAt: now(),
          expiresAt: attempt.expiresAt,
        },
      })
      return { attemptId }
    },

    /** Keeps what the bank answered to the call that began this run. */
    async setApitrackId(attemptId: string, apitrackId: string): Promise<void> {
      await prisma.connectAttempt.updateMany({
        where: { id: attemptId, outcome: null },
        data: { apitrackId },
      })
    },

    /**
     * Takes the attempt of a callback, once: of any number of calls at the same time one gets `consumed`.
     * The others learn what became of it only from the browser that started it.
     *
     * @throws TokenCipherError when the verifier does not open. The attempt is then used, but for a key that another
     *   process may have: there it can be opened again
     */
    async consume(callback: { state: string; browserId: string; code: string }): Promise<Consumption> {
      const stateHash = hashSecret('state', callback.state)
      const browserHash = hashSecret('browser', callback.browserId)
      const codeHash = hashSecret('code', callback.code)
      const at = now()
      const [taken] = await prisma.connectAttempt.updateManyAndReturn({
        where: { stateHash, browserHash, consumedAt: null, expiresAt: { gt: at } },
        data: { consumedAt: at, codeHash },
      })
      if (taken !== undefined) {
        if (taken.codeVerifier === null) throw new TokenCipherError('malformed')
        const codeVerifier = await open(taken.id, taken.codeVerifier)
        const { id: attemptId, returnTo, apitrackId } = taken
        return { kind: 'consumed', attemptId, codeVerifier, returnTo, apitrackId }
      }

      const row = await prisma.connectAttempt.findUnique({ where: { stateHash } })
      if (row === null) return { kind: 'unknown' }
      if (row.browserHash !== browserHash) return { kind: 'other_browser' }
      if (row.consumedAt === null) return { kind: 'expired' }
      const { id: attemptId, outcome, sessionId, customerId } = row
      const sameCode = row.codeHash === codeHash
      return { kind: 'already_used', sameCode, attemptId, outcome, sessionId, customerId }
    },

    /** Writes down how a consumed attempt ended, once, and forgets its verifier. */
    async finish(
      attemptId: string,
      end: { outcome: string; sessionId?: string; customerId?: string },
    ): Promise<void> {
      await prisma.connectAttempt.updateMany({
        where: { id: attemptId, consumedAt: { not: null }, outcome: null },
        data: {
          outcome: end.outcome,
          sessionId: end.sessionId ?? null,
          customerId: end.customerId ?? null,
          codeVerifier: null,
        },
      })
    },

    async find(attemptId: string): Promise<ConnectAttempt | null> {
      const row = await prisma.connectAttempt.findUnique({
        where: { id: attemptId },
        omit: { stateHash: true, browserHash: true, codeVerifier: true, codeHash: true, apitrackId: true },
      })
      if (row === null) return null
      const { id, ...rest } = row
      return { attemptId: id, ...rest }
    },

    /** Deletes some of the attempts that expired more than two days ago. @returns how many; 0 when there are no more */
    async purge(): Promise<number> {
      const before = new Date(now().getTime() - keepMs)
      return deleteBatch(prisma, 'connect_attempt', Prisma.sql`"expires_at" < ${before}::timestamptz`)
    },
  }
}

function placeOf(attemptId: string): TokenPlace {
  return { table: 'connect_attempt', rowId: attemptId, column: 'code_verifier' }
}
