import { createHash } from 'node:crypto'
import type { BankDay } from '../calendar/bank-day'
import { companies } from '../seed/companies'
import type { CustomerSeed, HistoryName } from '../seed/customer-seed'
import { persons } from '../seed/persons'
import { productTypes } from '../seed/product-types'
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
  /** What its movements were like before anything happened. */
  history: HistoryName
}

export type Customer = {
  customerId: string
  username: string
  password: string
  oneTimeCode: string
  name: string
  kind: 'person' | 'company'
  /** 16 characters for a person, 11 digits for a company. */
  taxCode: string
  address: { street: string; postalCode: string; town: string; province: string; country: string }
  email: string
  phone: string
  customerSince: BankDay
  /** What this customer is there to show, for the person who gives a demo. */
  story: { en: string; it: string }
  accounts: readonly Account[]
}

export type OwnedAccount = { customer: Customer; account: Account }

export type Customers = {
  /** By customer id. */
  all(): readonly Customer[]
  byId(customerId: string): Customer | undefined
  byUsername(username: string): Customer | undefined
  /** By the IBAN in capitals without blanks. */
  accountByIban(iban: string): OwnedAccount | undefined
  accountByProductId(productId: string): OwnedAccount | undefined
}

/** Codes of a bank that does not exist. */
export const ownAbi = '09998'
const cab = '01600'

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** The same id for the same customer and place in the list, on every machine. */
function productIdFor(customerId: string, index: number): string {
  const bytes = createHash('sha256').update(`product ${customerId} ${index}`).digest().subarray(0, 10)
  return [...bytes].map((byte) => base62[byte % base62.length]).join('')
}

function grow(seed: CustomerSeed): Customer {
  const accounts = seed.accounts.map(
    ({ type, nickname, currency = 'EUR', openedOn, closed = false, history }, index): Account => ({
      productId: productIdFor(seed.customerId, index),
      type: productTypes[type],
      nickname,
      currency,
      iban: italianIban(ownAbi, cab, `${seed.customerId}${String(index + 1).padStart(4, '0')}`),
      openedOn,
      closed,
      history,
    }),
  )
  return { ...seed, accounts }
}

/** The customers of the seed. */
export function createCustomers(): Customers {
  const customers = [...persons, ...companies]
    .map(grow)
    .sort((one, other) => Number(one.customerId) - Number(other.customerId))
  const owned = customers.flatMap((customer) => customer.accounts.map((account) => ({ customer, account })))
  const byId = new Map(customers.map((customer) => [customer.customerId, customer]))
  const byUsername = new Map(customers.map((customer) => [customer.username, customer]))
  const byIban = new Map(owned.map((one) => [one.account.iban, one]))
  const byProductId = new Map(owned.map((one) => [one.account.productId, one]))
  return {
    all: () => customers,
    byId: (customerId) => byId.get(customerId),
    byUsername: (username) => byUsername.get(username),
    accountByIban: (iban) => byIban.get(iban),
    accountByProductId: (productId) => byProductId.get(productId),
  }
}
