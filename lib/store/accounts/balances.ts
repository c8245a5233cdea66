import { type Balance as BalanceRow, Prisma } from '@/prisma/generated/client'
import type { StoreContext } from '../context'
import { reachesDiskLater } from '../database/async-commit'
import { requireDay } from '../values/calendar-days'
import { latestPossibleReading } from '../values/clock-set-back'
import { type Money, requireDecimal } from '../values/money'
import { storable } from '../values/text'
import { READING_CATEGORY, type SaveOutcome } from './covered'
import { type Details, readDetails, storableDetails } from './details'

/** The balances of a product. One that the bank did not give is null, which is not zero. */
export type Balance = {
  accounting: Money | null
  available: Money | null
  /** The day the bank names, `YYYY-MM-DD`. */
  bankDate: string | null
  /** Every other field the bank sent. */
  details: Details
}

export type BalanceAnswer = { productId: string; balance: Balance; readAt: Date }

export type StoredBalance = StoredAmounts & Pick<Balance, 'details'>

export type StoredAmounts = Omit<Balance, 'details'> & {
  productId: string
  readAt: Date
  /** Every read from then to `readAt` gave the same amounts. */
  unchangedSince: Date
}

/** The last balances the bank gave for each product under an ACCOUNT_INFO consent. */
export function balancesStore(context: StoreContext) {
  const { prisma } = context
  return {
    /**
     * Keeps an answer of the bank. Of two that cross the later read wins.
     *
     * @throws RangeError for an amount that is no decimal, or a date that is none
     */
    async save(customerId: string, productId: string, balance: Balance, readAt: Date): Promise<SaveOutcome> {
      const saved = await saveAll(context, customerId, [{ productId, balance, readAt }])
      return saved.get(productId) ?? 'not_covered'
    },

    /**
     * The same for several products in one transaction, of which a page of accounts would otherwise need one
     * each. @returns by product @throws RangeError
     */
    saveAll: (customerId: string, answers: readonly BalanceAnswer[]) => saveAll(context, customerId, answers),

    async find(customerId: string, productId: string): Promise<StoredBalance | null> {
      const row = await prisma.balance.findUnique({
        where: { customerId_productId: { customerId, productId } },
      })
      return row === null ? null : balanceOf(row)
    },
  }
}

async function saveAll(
  { query, now }: StoreContext,
  customerId: string,
  answers: readonly BalanceAnswer[],
): Promise<Map<string, SaveOutcome>> {
  const rows = answers.map(({ productId, balance, readAt }) => ({ productId, readAt, ...columnsOf(balance) }))
  const productIds = answers.map(({ productId }) => productId)
  // One statement is one transaction: the consents are held until the balances are in, as by `holdConsent`.
  const held = await query<{ product_id: string; is_written: boolean }>(Prisma.sql`
    WITH "given" AS (
      SELECT * FROM json_to_recordset(${JSON.stringify(rows)}::json) AS "given"("productId" text, "readAt" timestamptz,
        "details" jsonb, "bankDate" text, "accountingAmount" text, "accountingCurrency" text,
        "availableAmount" text, "availableCurrency" text)
    ), "held" AS (
      SELECT "consent"."product_id" FROM "customer" JOIN "consent" ON "consent"."customer_id" = "customer"."id"
      WHERE ${reachesDiskLater} AND "customer"."id" = ${customerId}::uuid AND "consent"."category" = ${READING_CATEGORY}
        AND "consent"."product_id" IN (SELECT "productId" FROM "given")
      FOR KEY SHARE
    ), "written" AS (
      INSERT INTO "balance" ("customer_id", "product_id", "read_at", "unchanged_since", "details", "bank_date",
        "accounting_amount", "accounting_currency", "available_amount", "available_currency")
      SELECT ${customerId}::uuid, "productId", "readAt", "readAt", "details", "bankDate",
        "accountingAmount", "accountingCurrency", "availableAmount", "availableCurrency"
      FROM "held" JOIN "given" ON "given"."productId" = "held"."product_id"
      ON CONFLICT ("customer_id", "product_id") DO UPDATE SET "read_at" = EXCLUDED."read_at",
        "unchanged_since" = CASE WHEN ${sameAmounts} THEN "balance"."unchanged_since" ELSE EXCLUDED."read_at" END,
        "details" = EXCLUDED."details", "bank_date" = EXCLUDED."bank_date",
        "accounting_amount" = EXCLUDED."accounting_amount", "accounting_currency" = EXCLUDED."accounting_currency",
        "available_amount" = EXCLUDED."available_amount", "available_currency" = EXCLUDED."available_currency"
      WHERE "balance"."read_at" <= EXCLUDED."read_at" OR "balance"."read_at" > ${latestPossibleReading(now)}::timestamptz
      RETURNING "product_id"
    )
    SELECT "product_id", "product_id" IN (SELECT "product_id" FROM "written") AS "is_written" FROM "held"`)
  const isWritten = new Map(held.map(({ product_id, is_written }) => [product_id, is_written]))
  const outcomeOf = (productId: string): SaveOutcome => {
    const written = isWritten.get(productId)
    if (written === undefined) return 'not_covered'
    return written ? 'saved' : 'stale'
  }
  return new Map(productIds.map((productId) => [productId, outcomeOf(productId)]))
}

const sameAmounts = Prisma.sql`
  ("balance"."accounting_amount", "balance"."accounting_currency",
   "balance"."available_amount", "balance"."available_currency")
  IS NOT DISTINCT FROM
  (EXCLUDED."accounting_amount", EXCLUDED."accounting_currency",
   EXCLUDED."available_amount", EXCLUDED."available_currency")`

function columnsOf({ accounting, available, bankDate, details }: Balance) {
  return {
    accountingAmount: accounting === null ? null : requireDecimal(accounting.amount),
    accountingCurrency: accounting === null ? null : storable(accounting.currency),
    availableAmount: available === null ? null : requireDecimal(available.amount),
    availableCurrency: available === null ? null : storable(available.currency),
    bankDate: bankDate === null ? null : requireDay(bankDate),
    details: storableDetails(details),
  }
}

function balanceOf(row: BalanceRow): StoredBalance {
  return { ...amountsOf(row), details: readDetails(row.details) }
}

export function amountsOf(row: Omit<BalanceRow, 'customerId' | 'details'>): StoredAmounts {
  return {
    productId: row.productId,
    accounting: moneyOf(row.accountingAmount, row.accountingCurrency),
    available: moneyOf(row.availableAmount, row.availableCurrency),
    bankDate: row.bankDate,
    readAt: row.readAt,
    unchangedSince: row.unchangedSince,
  }
}

function moneyOf(amount: string | null, currency: string | null): Money | null {
  return amount === null || currency === null ? null : { amount, currency }
}
