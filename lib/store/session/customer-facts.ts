import {
  type Account as AccountRow,
  type Balance as BalanceRow,
  type Connection as ConnectionRow,
  type Consent as ConsentRow,
  type Customer as CustomerRow,
  Prisma,
  type Product as ProductRow,
} from '@/prisma/generated/client'
import { type Account, accountOf, MAX_ACCOUNTS } from '../accounts/accounts'
import { amountsOf, type StoredAmounts } from '../accounts/balances'
import { maxListed, type ProductStanding, standingOf } from '../accounts/products'
import { type Consent, maxConsents } from '../consents/consents'
import type { StoreContext } from '../context'
import type { ConnectionStatus } from './connections'

/** What is known of a customer's accounts, all of one moment. */
export type CustomerFacts = {
  /** In the bank's order. `accountsReadAt` is null when no list was ever read. */
  accounts: Account[]
  accountsReadAt: Date | null
  /** By category and product; of the bank's list, as `accounts`. */
  consents: Consent[]
  consentsReadAt: Date | null
  /** By product. */
  products: ProductStanding[]
  balances: StoredAmounts[]
  /** Null without a connection. */
  connection: ConnectionStatus | null
}

const nothing: CustomerFacts = {
  accounts: [],
  accountsReadAt: null,
  consents: [],
  consentsReadAt: null,
  products: [],
  balances: [],
  connection: null,
}

/** What pages of accounts begin with, without what the bank says of each account in detail. */
export function factsStore({ query }: StoreContext) {
  return {
    /**
     * In one statement, because the embedded database runs one at a time, and takes longer to begin one than to read.
     * @param productId of this one alone
     */
    async of(customerId: string, productId?: string): Promise<CustomerFacts> {
      const andOnly = productId === undefined ? Prisma.empty : Prisma.sql`AND "product_id" = ${productId}`
      const [row] = await query<FactsRow>(Prisma.sql`
        SELECT "accounts_read_at" AS "accountsReadAt", "consents_read_at" AS "consentsReadAt",
          (SELECT "status"::text FROM "connection" WHERE "customer_id" = "customer"."id") AS "connection",
          (SELECT COALESCE(json_agg("row"), '[]') FROM (
            SELECT "product_id" AS "productId", "type_code" AS "typeCode", "type_description" AS "typeDescription",
              "nickname", "currency", "iban"
            FROM "account" WHERE "customer_id" = "customer"."id" ${andOnly} ORDER BY "position" LIMIT ${MAX_ACCOUNTS}::int
          ) AS "row") AS "accounts",
          (SELECT COALESCE(json_agg("row"), '[]') FROM (
            SELECT "category", "product_id" AS "productId", "granted_at" AS "grantedAt", "last_used_at" AS "lastUsedAt"
            FROM "consent" WHERE "customer_id" = "customer"."id" ${andOnly} ORDER BY "category", "product_id" LIMIT ${maxConsents}::int
          ) AS "row") AS "consents",
          (SELECT COALESCE(json_agg("row"), '[]') FROM (
            SELECT "product_id" AS "productId", "closed_at" AS "closedAt", "movements_read_at" AS "movementsReadAt",
              "movements_from" AS "movementsFrom", "movements_to" AS "movementsTo", "newest_read_at" AS "newestReadAt",
              "problem", "problem_at" AS "problemAt", "incomplete_at" AS "incompleteAt",
              "incomplete_from" AS "incompleteFrom", "incomplete_to" AS "incompleteTo"
            FROM "product" WHERE "customer_id" = "customer"."id" ${andOnly} ORDER BY "product_id" LIMIT ${maxListed}::int
          ) AS "row") AS "products",
          (SELECT COALESCE(json_agg("row"), '[]') FROM (
            SELECT "product_id" AS "productId", "accounting_amount" AS "accountingAmount",
              "accounting_currency" AS "accountingCurrency", "available_amount" AS "availableAmount",
              "available_currency" AS "availableCurrency", "bank_date" AS "bankDate", "read_at" AS "readAt",
              "unchanged_since" AS "unchangedSince"
            FROM "balance" WHERE "customer_id" = "customer"."id" ${andOnly} ORDER BY "product_id"
          ) AS "row") AS "balances"
        FROM "customer" WHERE "id" = ${customerId}::uuid`)
      return row === undefined ? nothing : factsOf(row)
    },
  }
}

/** A row as JSON has it: times are text. */
type InJson<Row> = {
  [Column in keyof Row]: Row[Column] extends Date
    ? string
    : Date extends Row[Column]
      ? string | null
      : Row[Column]
}

type FactsRow = Pick<CustomerRow, 'accountsReadAt' | 'consentsReadAt'> & {
  connection: ConnectionRow['status'] | null
  accounts: Omit<AccountRow, 'customerId' | 'position'>[]
  consents: InJson<Omit<ConsentRow, 'customerId'>>[]
  products: InJson<Omit<ProductRow, 'customerId' | 'details' | 'detailsReadAt'>>[]
  balances: InJson<Omit<BalanceRow, 'customerId' | 'details'>>[]
}

function factsOf(row: FactsRow): CustomerFacts {
  return {
    accounts: row.accounts.map(accountOf),
    accountsReadAt: row.accountsReadAt,
    consents: row.consents.map((consent) => ({
      ...consent,
      grantedAt: new Date(consent.grantedAt),
      lastUsedAt: dateOf(consent.lastUsedAt),
    })),
    consentsReadAt: row.consentsReadAt,
    products: row.products.map((product) =>
      standingOf({
        ...product,
        closedAt: dateOf(product.closedAt),
        movementsReadAt: dateOf(product.movementsReadAt),
        newestReadAt: dateOf(product.newestReadAt),
        problemAt: dateOf(product.problemAt),
        incompleteAt: dateOf(product.incompleteAt),
      }),
    ),
    balances: row.balances.map((balance) =>
      amountsOf({
        ...balance,
        readAt: new Date(balance.readAt),
        unchangedSince: new Date(balance.unchangedSince),
      }),
    ),
    connection: row.connection,
  }
}

function dateOf(text: string | null): Date | null {
  return text === null ? null : new Date(text)
}
