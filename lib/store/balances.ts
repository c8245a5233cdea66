import type { Balance as BalanceRow } from '@/prisma/generated/client'
import { requireDay } from './calendar-days'
import type { StoreContext } from './context'
import { holdConsent, READING_CATEGORY, type SaveOutcome } from './covered'
import { type Details, readDetails, storableDetails } from './details'
import { type Money, requireDecimal } from './money'
import { storable } from './text'

/** The balances of a product. One that the bank did not give is null, which is not zero. */
export type Balance = {
  accounting: Money | null
  available: Money | null
  /** The day the bank names, `YYYY-MM-DD`. */
  bankDate: string | null
  /** Every other field the bank sent. */
  details: Details
}

export type StoredBalance = Balance & { productId: string; readAt: Date }

/** The last balances the bank gave for each product under an ACCOUNT_INFO consent. */
export function balancesStore({ prisma }: StoreContext) {
  return {
    /**
     * Keeps an answer of the bank. Of two that cross the later read wins.
     *
     * @throws RangeError for an amount that is no decimal, or a date that is none
     */
    async save(customerId: string, productId: string, balance: Balance, readAt: Date): Promise<SaveOutcome> {
      const fresh = { ...columnsOf(balance), readAt }
      return prisma.$transaction(async (tx) => {
        if (!(await holdConsent(tx, customerId, productId, READING_CATEGORY))) return 'not_covered'
        const { count: created } = await tx.balance.createMany({
          data: [{ customerId, productId, ...fresh }],
          skipDuplicates: true,
        })
        if (created === 1) return 'saved'
        const { count } = await tx.balance.updateMany({
          where: { customerId, productId, readAt: { lte: readAt } },
          data: fresh,
        })
        return count === 1 ? 'saved' : 'stale'
      })
    },

    /** Of every product that has one. */
    async list(customerId: string): Promise<StoredBalance[]> {
      const rows = await prisma.balance.findMany({ where: { customerId }, orderBy: { productId: 'asc' } })
      return rows.map(balanceOf)
    },

    async find(customerId: string, productId: string): Promise<StoredBalance | null> {
      const row = await prisma.balance.findUnique({
        where: { customerId_productId: { customerId, productId } },
      })
      return row === null ? null : balanceOf(row)
    },
  }
}

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
  return {
    productId: row.productId,
    accounting: moneyOf(row.accountingAmount, row.accountingCurrency),
    available: moneyOf(row.availableAmount, row.availableCurrency),
    bankDate: row.bankDate,
    details: readDetails(row.details),
    readAt: row.readAt,
  }
}

function moneyOf(amount: string | null, currency: string | null): Money | null {
  return amount === null || currency === null ? null : { amount, currency }
}
