import { bankLimits } from '@/lib/domain/bank-limits'
import { Prisma } from '@/prisma/generated/client'
import type { Query, StoreContext } from '../context'
import { reachesDiskLater } from '../database/async-commit'
import { notAfter } from '../values/clock-set-back'
import { storable } from '../values/text'

/** An account as the bank lists it. `iban` may be empty: not every product has one. */
export type Account = {
  productId: string
  type: { code: string; description: string }
  nickname: string
  currency: string
  iban: string
}

export const MAX_ACCOUNTS: number = bankLimits.products

/** The last account list the bank gave for each customer, with its age. */
export function accountsStore({ prisma, query, now, noteErasure }: StoreContext) {
  return {
    /**
     * Replaces the customer's list by a newer one. False, and nothing changed, when the stored list was
     * read later than `readAt`: of two answers that cross, the later read wins. An account that a later list has
     * is open, whatever was said of it before.
     *
     * @param list `isWhole` false: the list broke off, so that known accounts that are not in it stay, after its own
     * @throws RangeError for more than 1,000 accounts
     */
    async replace(
      customerId: string,
      accounts: readonly Account[],
      readAt: Date,
      list: { isWhole: boolean } = { isWhole: true },
    ): Promise<boolean> {
      if (accounts.length > MAX_ACCOUNTS) throw new RangeError(`more than ${MAX_ACCOUNTS} accounts`)
      const rows = uniqueByProduct(accounts).map((account, position) => rowOf(customerId, account, position))
      await reopen({ prisma, now }, customerId, rows, readAt)
      if (list.isWhole && (await isSameList(query, customerId, rows, readAt))) return true
      return prisma.$transaction(async (tx) => {
        // Also takes the customer's row lock, so that two replacements never interleave.
        const { count } = await tx.customer.updateMany({
          where: {
            id: customerId,
            OR: [
              { accountsReadAt: null },
              ...notAfter(readAt, now).map((accountsReadAt) => ({ accountsReadAt })),
            ],
          },
          data: { accountsReadAt: readAt },
        })
        if (count === 0) return false
        const kept = list.isWhole ? [] : await tx.account.findMany(notListed(customerId, rows))
        const gone = list.isWhole ? await tx.account.count({ where: notListed(customerId, rows).where }) : 0
        if (gone > 0) noteErasure()
        await tx.account.deleteMany({ where: { customerId } })
        const all = [...rows, ...kept].slice(0, MAX_ACCOUNTS)
        await tx.account.createMany({ data: all.map((row, position) => ({ ...row, position })) })
        return true
      })
    },

    /** The last known list in the bank's order. `readAt` is null when none was ever read. */
    async list(customerId: string): Promise<{ accounts: Account[]; readAt: Date | null }> {
      const customer = await prisma.customer.findUnique({
        where: { id: customerId },
        select: { accountsReadAt: true, accounts: { orderBy: { position: 'asc' }, take: MAX_ACCOUNTS } },
      })
      if (customer === null) return { accounts: [], readAt: null }
      return { accounts: customer.accounts.map(accountOf), readAt: customer.accountsReadAt }
    },
  }
}

const notListed = (customerId: string, rows: readonly AccountRow[]) => ({
  where: { customerId, productId: { notIn: rows.map(({ productId }) => productId) } },
  orderBy: { position: 'asc' as const },
})

/** Of what was said to be closed before the list was asked for, what the list has. */
async function reopen(
  { prisma, now }: Pick<StoreContext, 'prisma' | 'now'>,
  customerId: string,
  rows: readonly AccountRow[],
  readAt: Date,
): Promise<void> {
  const productId = { in: rows.map(({ productId }) => productId) }
  await prisma.product.updateMany({
    where: { customerId, productId, OR: notAfter(readAt, now).map((closedAt) => ({ closedAt })) },
    data: { closedAt: null },
  })
}

/**
 * The usual case, in one statement: the bank lists what is stored, and only the age changes. A list that another
 * replaced while this waited for its row is not compared, because the row no longer says when it was read.
 */
async function isSameList(
  query: Query,
  customerId: string,
  rows: readonly AccountRow[],
  readAt: Date,
): Promise<boolean> {
  const listed = rows.map((row) => [
    row.productId,
    row.typeCode,
    row.typeDescription,
    row.nickname,
    row.currency,
    row.iban,
  ])
  const aged = await query(Prisma.sql`
    UPDATE "customer" SET "accounts_read_at" = ${readAt}::timestamptz
    WHERE ${reachesDiskLater} AND "id" = ${customerId}::uuid AND "accounts_read_at" <= ${readAt}::timestamptz
      AND "accounts_read_at" = (SELECT "accounts_read_at" FROM "customer" WHERE "id" = ${customerId}::uuid)
      AND ${JSON.stringify(listed)}::jsonb = (
        SELECT COALESCE(jsonb_agg(jsonb_build_array("product_id", "type_code", "type_description", "nickname",
          "currency", "iban") ORDER BY "position"), '[]')
        FROM "account" WHERE "customer_id" = ${customerId}::uuid)
    RETURNING 1`)
  return aged.length === 1
}

/** The first of each: a bank that lists a product twice must not cost the customer the whole list. */
function uniqueByProduct(accounts: readonly Account[]): Account[] {
  const byProduct = new Map<string, Account>()
  for (const account of accounts) {
    if (!byProduct.has(account.productId)) byProduct.set(account.productId, account)
  }
  return [...byProduct.values()]
}

type AccountRow = {
  customerId: string
  productId: string
  typeCode: string
  typeDescription: string
  nickname: string
  currency: string
  iban: string
  position: number
}

function rowOf(customerId: string, account: Account, position: number): AccountRow {
  return {
    customerId,
    productId: storable(account.productId),
    typeCode: storable(account.type.code),
    typeDescription: storable(account.type.description),
    nickname: storable(account.nickname),
    currency: storable(account.currency),
    iban: storable(account.iban),
    position,
  }
}

export function accountOf(row: Omit<AccountRow, 'customerId' | 'position'>): Account {
  return {
    productId: row.productId,
    type: { code: row.typeCode, description: row.typeDescription },
    nickname: row.nickname,
    currency: row.currency,
    iban: row.iban,
  }
}
