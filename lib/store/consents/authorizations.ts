import { createHash, randomUUID } from 'node:crypto'
import {
  type AuthorizationKind,
  type Authorization as AuthorizationRow,
  type AuthorizationState,
  Prisma,
} from '@/prisma/generated/client'
import type { StoreContext } from '../context'
import { deleteBatch } from '../database/purge'
import { hashSecret, newSecret } from '../secrets/secrets'
import { isUuid } from '../values/uuid'
import {
  type AuthorizationOutcome,
  type AuthorizationRequest,
  parseOutcome,
  parseRequest,
} from './authorization-content'
import { authorizationMoves, decryptScaUrl, underWay } from './authorization-moves'

export type Authorization = {
  authorizationId: string
  customerId: string
  state: AuthorizationState
  request: AuthorizationRequest
  outcome: AuthorizationOutcome | null
  /** TPP-Transaction-ID of every bank call of this run. */
  transactionId: string
  resourceId: string | null
  /** Null until the customer is handed over. */
  approach: 'redirect' | 'decoupled' | null
  /** The path in this application to go on at. */
  returnTo: string | null
  endedReason: string | null
  createdAt: Date
  preparedAt: Date | null
  handedOverAt: Date | null
  returnedAt: Date | null
  confirmingAt: Date | null
  /** How often the confirmation was sent, without those that surely did nothing. */
  confirms: number
  /** The calls that ask the bank what became of it: how many, when the last began, when the next may. */
  asks: { count: number; lastAt: Date | null; nextAt: Date | null }
  endedAt: Date | null
}

export type Beginning =
  /** `returnId` goes into the path of TPP-Redirect-URI; it is told this once and stored only as a hash. */
  | { kind: 'begun'; authorization: Authorization; returnId: string }
  /** The form was submitted before: this is the run of the first time, in whatever state it is now. */
  | { kind: 'same'; authorization: Authorization }
  /** The form was submitted before and asked for something else; `authorization` is what it asked then. */
  | { kind: 'conflict'; authorization: Authorization }

export type Return =
  | { kind: 'first'; authorization: Authorization }
  /** Came back before, or the run had ended; `authorization.state` tells. */
  | { kind: 'again'; authorization: Authorization }
  /** Nobody has been sent to the bank yet: a guess, or a mistake of the bank. Nothing changed. */
  | { kind: 'too_early'; authorization: Authorization }
  | { kind: 'unknown' }

const formTokenForm = /^[A-Za-z0-9_-]{16,100}$/
const returnIdForm = /^[A-Za-z0-9_-]{43}$/
const maxReturnToLength = 2_000
const maxListed = 100
/** Long enough for a late question about what was approved when. */
const keepMs = 180 * 24 * 60 * 60 * 1000

/** One row for each run through the bank's SCA, from the customer's click to how it ended. */
export function authorizationsStore(context: StoreContext) {
  return { ...beginning(context), ...authorizationMoves(context), ...pacing(context), ...finding(context) }
}

function beginning({ prisma, now }: StoreContext) {
  return {
    /**
     * Begins a run, once for each form: of any number of submits at the same time one gets `begun`.
     *
     * @param run.formToken 16 to 100 characters of base64url, made when the form was shown
     * @throws RangeError for a form token or return path out of bounds
     */
    async begin(
      customerId: string,
      run: { formToken: string; request: AuthorizationRequest; returnTo?: string },
    ): Promise<Beginning> {
      if (!formTokenForm.test(run.formToken)) throw new RangeError('formToken is not a form token')
      if ((run.returnTo?.length ?? 0) > maxReturnToLength) throw new RangeError('returnTo is too long')
      const request = parseRequest(run.request)
      const requestHash = createHash('sha256').update(JSON.stringify(request)).digest('base64url')
      const id = randomUUID()
      const returnId = newSecret()
      const at = now()
      await prisma.authorization.createMany({
        data: [
          {
            id,
            customerId,
            returnHash: hashSecret('return', returnId),
            kind: request.kind,
            state: 'requested',
            formToken: run.formToken,
            requestHash,
            request,
            returnTo: run.returnTo ?? null,
            transactionId: randomUUID(),
            createdAt: at,
            movedAt: at,
          },
        ],
        skipDuplicates: true,
      })
      const row = await prisma.authorization.findUniqueOrThrow({
        where: { customerId_formToken: { customerId, formToken: run.formToken } },
      })
      const authorization = authorizationOf(row)
      if (row.id === id) return { kind: 'begun', authorization, returnId }
      return { kind: row.requestHash === requestHash ? 'same' : 'conflict', authorization }
    },

    /**
     * handed_over → returned, once: someone came to the address with this id. It proves nothing but that
     * they may be shown the way; whose run it is stands in `authorization.customerId`, to be compared
     * with who is signed in.
     */
    async returned(returnId: string): Promise<Return> {
      if (!returnIdForm.test(returnId)) return { kind: 'unknown' }
      const returnHash = hashSecret('return', returnId)
      const at = now()
      const [first] = await prisma.authorization.updateManyAndReturn({
        where: { returnHash, state: 'handed_over' },
        data: { state: 'returned', returnedAt: at, movedAt: at },
      })
      if (first !== undefined) return { kind: 'first', authorization: authorizationOf(first) }
      const row = await prisma.authorization.findUnique({ where: { returnHash } })
      if (row === null) return { kind: 'unknown' }
      const isEarly = row.state === 'requested' || row.state === 'prepared'
      return { kind: isEarly ? 'too_early' : 'again', authorization: authorizationOf(row) }
    },
  }
}

/** One pace for all pages and processes that ask the bank about a run. */
function pacing({ prisma, now }: StoreContext) {
  return {
    /**
     * Of any number that found the run as it is in `run`, one may ask the bank now. The others wait until it has called
     * `askOver`, or for `busyMs` when it never does.
     */
    async claimAsk({ customerId, authorizationId, asks }: Authorization, busyMs: number): Promise<boolean> {
      const at = now()
      const { count } = await prisma.authorization.updateMany({
        where: { id: authorizationId, customerId, asks: asks.count },
        data: { asks: asks.count + 1, askedAt: at, nextAskAt: new Date(at.getTime() + busyMs) },
      })
      return count === 1
    },

    /** What was claimed with `run` is over; the bank is not asked again before `nextAt`. */
    async askOver({ customerId, authorizationId, asks }: Authorization, nextAt: Date): Promise<void> {
      await prisma.authorization.updateMany({
        where: { id: authorizationId, customerId, asks: asks.count + 1 },
        data: { nextAskAt: nextAt },
      })
    },
  }
}

function finding({ prisma, cipher, now }: StoreContext) {
  return {
    /** Whether the customer has begun to share or take back something else since. */
    async hasLaterConsentRun({ customerId, createdAt }: Authorization): Promise<boolean> {
      const later = await prisma.authorization.findFirst({
        where: {
          customerId,
          createdAt: { gt: createdAt },
          kind: { in: ['consent_grant', 'consent_revoke'] },
        },
        select: { id: true },
      })
      return later !== null
    },

    /** Whose run an address belongs to; changes nothing. */
    async findByReturnId(returnId: string): Promise<Authorization | null> {
      if (!returnIdForm.test(returnId)) return null
      const row = await prisma.authorization.findUnique({
        where: { returnHash: hashSecret('return', returnId) },
      })
      return row === null ? null : authorizationOf(row)
    },

    async findOwned(customerId: string, authorizationId: string): Promise<Authorization | null> {
      if (!isUuid(authorizationId)) return null
      const row = await prisma.authorization.findFirst({ where: { id: authorizationId, customerId } })
      return row === null ? null : authorizationOf(row)
    },

    /**
     * The live address of the run's page at the bank, for "back" and a second tab. Null when it has none
     * (yet, or any more).
     *
     * @throws TokenCipherError when its key is no longer in TOKEN_KEYS: the run cannot go on
     */
    async scaUrlOf(customerId: string, authorizationId: string): Promise<string | null> {
      if (!isUuid(authorizationId)) return null
      const row = await prisma.authorization.findFirst({
        where: { id: authorizationId, customerId, state: 'handed_over' },
        select: { scaUrl: true },
      })
      return row === null || row.scaUrl === null ? null : decryptScaUrl(cipher, authorizationId, row.scaUrl)
    },

    /** Runs of this customer that have not ended, or ended in doubt; the newest first, at most 100. */
    async listOpen(customerId: string, kind?: AuthorizationKind): Promise<Authorization[]> {
      const rows = await prisma.authorization.findMany({
        where: {
          customerId,
          state: { in: [...underWay, 'unknown'] },
          ...(kind === undefined ? {} : { kind }),
        },
        orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
        take: maxListed,
      })
      return rows.map(authorizationOf)
    },

    /** Accounts that the bank called closed when it was last asked to share them, and when that was. */
    async refusedAsClosed(customerId: string): Promise<Map<string, Date>> {
      const grants = { customerId, kind: 'consent_grant' } as const
      const newest = { orderBy: { createdAt: 'desc' }, take: maxListed } as const
      const refused = await prisma.authorization.findMany({
        where: { ...grants, endedReason: 'account_closed' },
        ...newest,
      })
      const oldest = refused.at(-1)
      if (oldest === undefined) return new Map()
      const accepted = await prisma.authorization.findMany({
        where: { ...grants, preparedAt: { not: null }, createdAt: { gt: oldest.createdAt } },
        ...newest,
      })
      const said = new Map<string, Date | null>()
      const runs = [...refused, ...accepted].map(authorizationOf)
      for (const run of runs.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())) {
        const closed = run.outcome?.closed ?? []
        const asked = run.preparedAt === null ? closed : productsOf(run)
        for (const productId of asked) {
          if (!said.has(productId)) said.set(productId, run.preparedAt === null ? run.createdAt : null)
        }
      }
      return new Map([...said].flatMap(([productId, at]) => (at === null ? [] : [[productId, at] as const])))
    },

    /** Runs of any customer that stopped on their way before `before`, 100 at a time. @param after the last one of the part before */
    async listUnfinishedOlderThan(before: Date, after?: string): Promise<Authorization[]> {
      const rows = await prisma.authorization.findMany({
        where: {
          endedAt: null,
          movedAt: { lt: before },
          ...(after === undefined ? {} : { id: { gt: after } }),
        },
        orderBy: { id: 'asc' },
        take: maxListed,
      })
      return rows.map(authorizationOf)
    },

    /** Deletes some of the runs that ended, or last moved, more than 180 days ago. @returns how many; 0 when there are no more */
    async purgeOld(): Promise<number> {
      const before = new Date(now().getTime() - keepMs)
      return deleteBatch(prisma, 'authorization_run', Prisma.sql`"moved_at" < ${before}::timestamptz`)
    },
  }
}

function productsOf({ request }: Authorization): string[] {
  return request.kind === 'inquiry' ? [] : request.scopes.flatMap(({ productIds }) => productIds)
}

function authorizationOf(row: AuthorizationRow): Authorization {
  return {
    authorizationId: row.id,
    customerId: row.customerId,
    state: row.state,
    request: parseRequest(row.request),
    outcome: parseOutcome(row.outcome),
    transactionId: row.transactionId,
    resourceId: row.resourceId,
    approach: row.approach,
    returnTo: row.returnTo,
    endedReason: row.endedReason,
    createdAt: row.createdAt,
    preparedAt: row.preparedAt,
    handedOverAt: row.handedOverAt,
    returnedAt: row.returnedAt,
    confirmingAt: row.confirmingAt,
    confirms: row.confirms,
    asks: { count: row.asks, lastAt: row.askedAt, nextAt: row.nextAskAt },
    endedAt: row.endedAt,
  }
}
