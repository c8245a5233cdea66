import type { ProductType } from '../state/customers'

/** What this bank sells. Payments need an account that is there to pay from; a card can answer whether funds are there. */
export const productTypes = {
  current: {
    code: '1001',
    description: { en: 'Current account', it: 'Conto corrente' },
    permits: ['ACCOUNT_INFO', 'FUNDS_AVAILABILITY', 'PAYMENTS'],
  },
  joint: {
    code: '1002',
    description: { en: 'Joint current account', it: 'Conto corrente cointestato' },
    permits: ['ACCOUNT_INFO', 'FUNDS_AVAILABILITY', 'PAYMENTS'],
  },
  savings: {
    code: '1201',
    description: { en: 'Savings account', it: 'Conto di risparmio' },
    permits: ['ACCOUNT_INFO', 'FUNDS_AVAILABILITY'],
  },
  deposit: {
    code: '1301',
    description: { en: 'Time deposit', it: 'Conto deposito vincolato' },
    permits: ['ACCOUNT_INFO'],
  },
  basic: {
    code: '1401',
    description: { en: 'Basic account', it: 'Conto di base' },
    permits: ['ACCOUNT_INFO', 'FUNDS_AVAILABILITY', 'PAYMENTS'],
  },
  card: {
    code: '2101',
    description: { en: 'Prepaid card with IBAN', it: 'Carta prepagata con IBAN' },
    permits: ['ACCOUNT_INFO', 'FUNDS_AVAILABILITY'],
  },
  business: {
    code: '3001',
    description: { en: 'Business account', it: 'Conto corrente aziendale' },
    permits: ['ACCOUNT_INFO', 'FUNDS_AVAILABILITY', 'PAYMENTS'],
  },
  foreign: {
    code: '3101',
    description: { en: 'Foreign currency account', it: 'Conto in valuta' },
    permits: ['ACCOUNT_INFO', 'FUNDS_AVAILABILITY', 'PAYMENTS'],
  },
} as const satisfies Record<string, ProductType>
