import type { AuthorizationState, Prisma } from '@/prisma/generated/client'
import type { StoreContext } from '../context'
import type { TokenCipher, TokenPlace } from '../secrets/token-cipher'
import { storable } from '../values/text'
import { type AuthorizationOutcome, mergeOutcome } from './authorization-content'

/** States that say how a run ended. `unknown` may still become another once the bank's list tells. */
export type EndState = 'done' | 'refused' | 'expired' | 'failed' | 'unknown'

export type AuthorizationEnd = {
  state: EndState
  /** A code for log and page, for example `sca_refused`. */
  reason?: string
  /** Added to what is known of the outcome. */
  outcome?: AuthorizationOutcome
}

export const underWay: AuthorizationState[] = [
  'requested',
  'prepared',
  'handed_over',
  'returned',
  'confirming',
]

/** The states each end may come from. Only a confirmation can leave in doubt what is in force. */
const endsFrom: Record<EndState, AuthorizationState[]> = {
  // From `requested`: there was nothing to approve, as when the bank had taken the consent back already.
  done: ['requested', 'returned', 'confirming', 'unknown'],
  refused: [...underWay, 'unknown'],
  expired: [...underWay, 'unknown'],
  failed: [...underWay, 'unknown'],
  unknown: ['returned', 'confirming'],
}

const maxIdLength = 200
const maxReasonLength = 100

/**
 * The moves of a run, each from the states it names and none other. A move returns whether it won: of
 * two requests that try the same at once, one does.
 */
export function authorizationMoves({ prisma, cipher, now }: StoreContext) {
  async function move(
    customerId: string,
    id: string,
    from: AuthorizationState[],
    data: Prisma.AuthorizationUncheckedUpdateManyInput,
    only: Prisma.AuthorizationWhereInput = {},
  ): Promise<boolean> {
    const { count } = await prisma.authorization.updateMany({
      where: { id, customerId, state: { in: from }, ...only },
      data: { ...data, movedAt: now() },
    })
    return count === 1
  }

  /** The same for a move that adds to the outcome, which it first has to read. */
  async function moveWithOutcome(
    customerId: string,
    id: string,
    from: AuthorizationState[],
    data: Prisma.AuthorizationUncheckedUpdateManyInput,
    more: AuthorizationOutcome | undefined,
    only: Prisma.AuthorizationWhereInput = {},
  ): Promise<boolean> {
    if (more === undefined) return move(customerId, id, from, data, only)
    const row = await prisma.authorization.findFirst({ where: { id, customerId }, select: { outcome: true } })
    if (row === null) return false
    return move(customerId, id, from, { ...data, outcome: mergeOutcome(row.outcome, more) }, only)
  }

  const confirming = () => ({ state: 'confirming', confirmingAt: now(), confirms: { increment: 1 } }) as const

  return {
    /** requested → prepared: the bank made the resource that the customer is to approve. */
    async prepared(
      customerId: string,
      id: string,
      bank: { resourceId: string; outcome?: AuthorizationOutcome },
    ): Promise<boolean> {
      if (bank.resourceId.length > maxIdLength) throw new RangeError('resourceId is too long')
      const data = { state: 'prepared', resourceId: bank.resourceId, preparedAt: now() } as const
      return moveWithOutcome(customerId, id, ['requested'], data, bank.outcome)
    },

    /**
     * prepared → handed_over: the customer may go to the bank. Without an address the bank has them
     * approve in its own app, and nobody returns.
     */
    async handOver(customerId: string, id: string, scaUrl: string | null): Promise<boolean> {
      return move(customerId, id, ['prepared'], {
        state: 'handed_over',
        approach: scaUrl === null ? 'decoupled' : 'redirect',
        scaUrl: scaUrl === null ? null : encryptScaUrl(cipher, id, scaUrl),
        handedOverAt: now(),
      })
    },

    /**
     * returned → confirming; handed_over → confirming when nobody returns (decoupled). Who wins sends the confirmation,
     * and nobody else does before it is given back.
     */
    async claimConfirm(customerId: string, id: string): Promise<boolean> {
      return move(customerId, id, ['returned', 'handed_over'], confirming(), {
        OR: [{ state: 'returned' }, { approach: 'decoupled' }],
      })
    },

    /** unknown → confirming: the bank's list was read since, and does not have the change. */
    async claimConfirmAgain(customerId: string, id: string): Promise<boolean> {
      return move(customerId, id, ['unknown'], { ...confirming(), endedAt: null, endedReason: null })
    },

    /**
     * confirming → returned, or handed_over of a decoupled run: the confirmation surely did nothing.
     *
     * @param refusal counts as one of the few confirmations that are sent; without it the call does not
     */
    async giveBackConfirm(customerId: string, id: string, refusal?: AuthorizationOutcome): Promise<boolean> {
      const back = { confirmingAt: null, ...(refusal === undefined ? { confirms: { decrement: 1 } } : {}) }
      const only = { approach: 'decoupled' } as const
      return (
        (await moveWithOutcome(
          customerId,
          id,
          ['confirming'],
          { ...back, state: 'handed_over' },
          refusal,
          only,
        )) || moveWithOutcome(customerId, id, ['confirming'], { ...back, state: 'returned' }, refusal)
      )
    },

    /**
     * Ends a run whose confirmation was not sent and now never will be, so that nothing counts at the bank:
     * of this and a claim to confirm at the same time, one wins.
     */
    async drop(
      customerId: string,
      id: string,
      state: 'failed' | 'expired',
      reason: string,
    ): Promise<boolean> {
      const end = {
        state,
        endedReason: storable(reason).slice(0, maxReasonLength),
        endedAt: now(),
        scaUrl: null,
      }
      return move(customerId, id, ['requested', 'prepared', 'handed_over', 'returned'], end)
    },

    /** Writes down how the run ended and erases the address of its page at the bank. */
    async finish(customerId: string, id: string, end: AuthorizationEnd): Promise<boolean> {
      const data = {
        state: end.state,
        endedReason: end.reason === undefined ? null : storable(end.reason).slice(0, maxReasonLength),
        endedAt: now(),
        scaUrl: null,
      }
      return moveWithOutcome(customerId, id, endsFrom[end.state], data, end.outcome)
    },
  }
}

function encryptScaUrl(cipher: TokenCipher, authorizationId: string, scaUrl: string): string {
  return cipher.encrypt(scaUrl, placeOf(authorizationId))
}

/** @throws TokenCipherError */
export function decryptScaUrl(cipher: TokenCipher, authorizationId: string, stored: string): string {
  return cipher.decrypt(stored, placeOf(authorizationId))
}

function placeOf(authorizationId: string): TokenPlace {
  return { table: 'authorization_run', rowId: authorizationId, column: 'sca_url' }
}
