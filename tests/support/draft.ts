import type { TransferDraft } from '@/lib/contracts/transfers'

/** Of Banca d'Altrove, in the sandbox's list of banks; no account of anybody there. */
const PAYEE_IBAN = 'IT60X0542811101000000123456'

export function draftOf(given: Partial<TransferDraft> = {}): TransferDraft {
  return {
    productId: '',
    payeeName: 'Mario Rossi',
    iban: PAYEE_IBAN,
    amount: '12,50',
    currency: '',
    date: '',
    isUrgent: false,
    note: 'Affitto novembre',
    ...given,
  }
}
