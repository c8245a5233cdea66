import { createHash } from 'node:crypto'
import type { BankDay } from '../calendar/bank-day'
import type { Category } from './consents'
import { italianIban } from './iban'

export type ProductType = {
  code: string
  description: { en: string; it: string }
  /** Categories that a customer may consent to for it. */
  permits: readonly Category[]
}

export type Account = {
  /** 10 letters and digits, mixed case; no two differ by case alone. */
  productId: string
  type: ProductType
  nickname: string
  currency: string
  iban: string
  openedOn: BankDay
  /** Closed, and still listed: every call that names it is answered ARC04. */
  closed: boolean
}

export type Customer = {
  customerId: string
  username: string
  password: string
  oneTimeCode: string
  name: string
  /** What this customer is there to show, for the person who gives a demo. */
  story: { en: string; it: string }
  accounts: readonly Account[]
}

export type Customers = {
  all(): readonly Customer[]
  byId(customerId: string): Customer | undefined
  byUsername(username: string): Customer | undefined
}

const types = {
  current: { code: '1001', description: { en: 'Current account', it: 'Conto corrente' } },
  savings: { code: '1201', description: { en: 'Savings account', it: 'Conto di risparmio' } },
  deposit: { code: '1301', description: { en: 'Time deposit', it: 'Conto deposito vincolato' } },
  basic: { code: '1401', description: { en: 'Basic account', it: 'Conto di base' } },
  card: { code: '2101', description: { en: 'Prepaid card with IBAN', it: 'Carta prepagata con IBAN' } },
  joint: { code: '1002', description: { en: 'Joint current account', it: 'Conto corrente cointestato' } },
  business: { code: '3001', description: { en: 'Business account', it: 'Conto corrente aziendale' } },
  foreign: { code: '3101', description: { en: 'Foreign currency account', it: 'Conto in valuta' } },
} as const satisfies Record<string, ProductType>

type AccountSeed = readonly [type: keyof typeof types, nickname: string, currency?: string]
type CustomerSeed = Omit<Customer, 'accounts'> & { accounts: readonly AccountSeed[] }

/** Codes of a bank that does not exist. */
const abi = '09998'
const cab = '01600'

const seeds: readonly CustomerSeed[] = [
  {
    customerId: '70010001',
    username: 'niccolo',
    password: 'Tiglio-2041',
    oneTimeCode: '204100',
    name: "Niccolò D'Amico",
    story: {
      en: 'Everyday customer: current account, savings, card',
      it: 'Cliente di tutti i giorni: conto, risparmio, carta',
    },
    accounts: [
      ['current', "Conto di casa – Niccolò D'Amico"],
      ['savings', 'Risparmi per l’università'],
      ['card', 'Carta viaggi'],
    ],
  },
  {
    customerId: '70010002',
    username: 'giulia',
    password: 'Magnolia-12',
    oneTimeCode: '120012',
    name: 'Giulia Peccoz Lévêque',
    story: { en: 'Twelve accounts of every kind', it: 'Dodici rapporti di ogni tipo' },
    accounts: [
      ['current', 'Conto principale'],
      ['joint', 'Famiglia'],
      ['joint', 'Condominio via Po 14'],
      ['savings', 'Fondo emergenze'],
      ['savings', 'Vacanze'],
      ['savings', 'Nozze di Noè e Zoë'],
      ['deposit', 'Vincolo 12 mesi'],
      ['deposit', 'Vincolo 36 mesi'],
      ['card', 'Carta ragazzi – Anaïs'],
      ['card', 'Acquisti online'],
      ['foreign', 'Dollari', 'USD'],
      ['foreign', 'Franchi', 'CHF'],
    ],
  },
  {
    customerId: '70010003',
    username: 'chiara',
    password: 'Corbezzolo-7',
    oneTimeCode: '700777',
    name: 'Chiara Quattordicèsimi della Rovere',
    story: {
      en: 'Long names that must not break a page',
      it: 'Nomi lunghi che non devono rompere una pagina',
    },
    accounts: [
      ['current', 'Conto per le spese correnti della casa al mare di Santa Margherita Ligure e dintorni'],
      [
        'savings',
        'Accantonamento per la ristrutturazione del tetto, della facciata e del cancello d’ingresso',
      ],
      ['deposit', 'PianoDiAccumuloQuinquennaleConCedoleTrimestraliReinvestiteAutomaticamente'],
    ],
  },
  {
    customerId: '70010004',
    username: 'tommaso',
    password: 'Ginepro-400',
    oneTimeCode: '400400',
    name: 'Tommaso Ferré',
    story: { en: 'A customer with no account at all', it: 'Un cliente senza alcun rapporto' },
    accounts: [],
  },
  {
    customerId: '70010005',
    username: 'officine',
    password: 'Tornio-1958',
    oneTimeCode: '195800',
    name: 'Officine Möbius S.r.l.',
    story: {
      en: 'Business customer with foreign currency',
      it: 'Cliente azienda con conti in valuta',
    },
    accounts: [
      ['business', 'Operativo – Officine Möbius S.r.l.'],
      ['business', 'Stipendi & contributi'],
      ['foreign', 'USD incassi export', 'USD'],
      ['foreign', 'GBP fornitori', 'GBP'],
    ],
  },
  {
    customerId: '70010006',
    username: 'aisha',
    password: 'Alloro-600',
    oneTimeCode: '600600',
    name: 'Aïsha Bâ',
    story: { en: 'One single account', it: 'Un solo conto' },
    accounts: [['basic', 'Il mio conto']],
  },
]

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** The same id for the same customer and place in the list, on every machine. */
function productIdFor(customerId: string, index: number): string {
  const bytes = createHash('sha256').update(`product ${customerId} ${index}`).digest().subarray(0, 10)
  return [...bytes].map((byte) => base62[byte % base62.length]).join('')
}

function grow(seed: CustomerSeed): Customer {
  const accounts = seed.accounts.map(([type, nickname, currency = 'EUR'], index): Account => {
    const number = `${seed.customerId}${String(index + 1).padStart(4, '0')}`
    return {
      productId: productIdFor(seed.customerId, index),
      type: types[type],
      nickname,
      currency,
      iban: italianIban(abi, cab, number),
    }
  })
  return { ...seed, accounts }
}

/** The customers of the seed. */
export function createCustomers(): Customers {
  const customers = seeds.map(grow)
  const byId = new Map(customers.map((customer) => [customer.customerId, customer]))
  const byUsername = new Map(customers.map((customer) => [customer.username, customer]))
  return {
    all: () => customers,
    byId: (customerId) => byId.get(customerId),
    byUsername: (username) => byUsername.get(username),
  }
}
