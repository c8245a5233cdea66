import type { TransferDraft, TransferOrder, TransferPreparation, TransferVerdict } from '@/lib/store'

/* Transfers as examples. */

export const someDraft: TransferDraft = {
  productId: '0000000001',
  payeeName: 'Mario Rossi',
  iban: 'IT60 X054 2811 1010 0000 0123 456',
  amount: '12,50',
  currency: '',
  date: '',
  isUrgent: false,
  note: 'Affitto',
}

export const someOrder: TransferOrder = {
  productId: '0000000001',
  amount: '12.50',
  currency: 'EUR',
  isUrgent: false,
  type: 'SEPA',
  executionDate: '2026-11-30',
  beneficiaryIban: 'IT60X0542811101000000123456',
  beneficiaryName: 'Mario Rossi',
  description: 'Affitto',
}

export const someVerdict: TransferVerdict = {
  total: { amount: '13.00', currency: 'EUR' },
  commission: { amount: '0.50', currency: 'EUR' },
  equivalent: null,
  bankName: null,
  branchName: null,
  address: null,
  messages: [],
}

export const somePreparation: TransferPreparation = {
  abi: '09998',
  sepa: true,
  swift: false,
  swiftContractSigned: false,
  urgency: true,
  today: '2026-11-27',
  earliestDate: '2026-11-27',
  earliestDateInternal: '2026-11-27',
  latestDate: '2027-05-26',
  holidays: ['2026-12-08', '2026-12-25'],
  currencies: [{ code: 'EUR', label: 'Euro', rate: '1.00' }],
  ratesUpdated: { date: '2026-11-26', hour: '16:00' },
  selectedCurrency: 'EUR',
  countries: [{ code: '086', label: 'Italia' }],
}
