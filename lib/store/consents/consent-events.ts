import type { ConsentChange, Prisma } from '@/prisma/generated/client'
import { storable } from '../values/text'
import { parseRequest } from './authorization-content'

/** A category, named as the bank does, and the products it is granted for. */
export type ConsentGrant = { category: string; productIds: readonly string[] }

/** A run of ours that was confirmed, and what it asked for. */
export type ReplaceReason = {
  authorizationId: string
  change: 'granted' | 'revoked'
  scopes: readonly ConsentGrant[]
}

/** One product in one category. */
export type ConsentPair = { key: string; category: string; productId: string }

/** Each pair once, in the order given. */
export function pairsOf(grants: readonly ConsentGrant[]): Map<string, ConsentPair> {
  const pairs = new Map<string, ConsentPair>()
  for (const grant of grants) {
    const category = storable(grant.category)
    for (const id of grant.productIds) {
      const productId = storable(id)
      const key = JSON.stringify([category, productId])
      pairs.set(key, { key, category, productId })
    }
  }
  return pairs
}

/** By category, in the order given. */
export function grantsOf(pairs: readonly ConsentPair[]): { category: string; productIds: string[] }[] {
  const byCategory = new Map<string, string[]>()
  for (const { category, productId } of pairs) {
    const productIds = byCategory.get(category)
    if (productIds === undefined) byCategory.set(category, [productId])
    else productIds.push(productId)
  }
  return [...byCategory].map(([category, productIds]) => ({ category, productIds }))
}

/**
 * Adds to the history. What the run of `reason` asked for is put down to it, and what another run asked for whose
 * confirmation was sent, to that one: whoever reads the bank's list first, perhaps another tab, sees it. All else is
 * the customer's own doing at the bank, also when it shows in the same list.
 */
export async function recordEvents(
  tx: Prisma.TransactionClient,
  customerId: string,
  change: {
    appeared: readonly ConsentPair[]
    disappeared: readonly ConsentPair[]
    readAt: Date
    reason?: ReplaceReason
  },
): Promise<void> {
  const { appeared, disappeared, readAt: at } = change
  if (appeared.length + disappeared.length === 0) return
  const runs = await confirmedRuns(tx, customerId, change.reason)
  const rows = (pairs: readonly ConsentPair[], ours: ConsentChange, theirs: ConsentChange) => {
    const runOf = ({ key }: ConsentPair) =>
      runs.find(({ change, asked }) => change === ours && asked.has(key))
    return [...runs, undefined].flatMap((run) =>
      grantsOf(pairs.filter((pair) => runOf(pair) === run)).map((grant) => ({
        ...grant,
        what: run === undefined ? theirs : ours,
        authorizationId: run?.authorizationId ?? null,
      })),
    )
  }
  await tx.consentEvent.createMany({
    data: [...rows(disappeared, 'revoked', 'ended_at_bank'), ...rows(appeared, 'granted', 'granted')].map(
      (row) => ({ customerId, at, ...row }),
    ),
  })
}

type ConfirmedRun = { authorizationId: string | null; change: ConsentChange; asked: Map<string, ConsentPair> }

/** The run of `reason` first, then the newest. */
async function confirmedRuns(
  tx: Prisma.TransactionClient,
  customerId: string,
  reason: ReplaceReason | undefined,
): Promise<ConfirmedRun[]> {
  const rows = await tx.authorization.findMany({
    where: {
      customerId,
      OR: [
        { state: { in: ['confirming', 'unknown'] } },
        ...(reason === undefined ? [] : [{ id: reason.authorizationId }]),
      ],
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
    select: { id: true, request: true },
  })
  const own = rows.find(({ id }) => id === reason?.authorizationId)
  const others = rows.flatMap((row): ConfirmedRun[] => {
    const request = parseRequest(row.request)
    if (row === own || request.kind === 'inquiry') return []
    const change = request.kind === 'consent_grant' ? 'granted' : 'revoked'
    return [{ authorizationId: row.id, change, asked: pairsOf(request.scopes) }]
  })
  if (reason === undefined) return others
  const { change, scopes } = reason
  return [{ authorizationId: own?.id ?? null, change, asked: pairsOf(scopes) }, ...others]
}
