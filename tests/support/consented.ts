import type { BankMovement, Store } from '@/lib/store'

/** What the store needs to have heard before it keeps anything of a product. */
export async function allow(
  store: Store,
  customerId: string,
  readAt: Date,
  ...productIds: string[]
): Promise<void> {
  const grants = [{ category: 'ACCOUNT_INFO', productIds }]
  await store.consents.replaceFromBank(customerId, { grants, isWhole: true }, readAt)
}

/** A movement as the bank lists it; each call gives the same but for what is named. */
export function bankMovement(given: Partial<BankMovement> = {}): BankMovement {
  return {
    bookingDate: '2026-11-20',
    valueDate: '2026-11-21',
    amount: '-12.50',
    currency: 'EUR',
    shortDescription: 'PAGAMENTO POS',
    extendedDescription: 'Pagamento con carta presso Caffè Centrale',
    codeDescription: 'Pagamento con carta di debito',
    moneyTransferId: 'MT1',
    index: '1',
    fields: [],
    odd: [],
    ...given,
  }
}
