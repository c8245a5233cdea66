import { scopesOf } from '@/lib/domain/consent/consent'
import type { ConnectionStatus, Consent, CustomerFacts, ProductStanding, StoredAmounts } from '@/lib/store'
import { AppError } from '../app-error'
import { LIST_INCOMPLETE } from '../bank-problem'
import type { FlowDeps } from '../deps'
import { readingKey } from '../movements/reading-key'
import type { ListedAccount } from './list-accounts'

export const READING: string = 'ACCOUNT_INFO'
export const PAYING: string = 'PAYMENTS'

export type KnownFacts = {
  known: KnownProducts
  balances: StoredAmounts[]
  /** Null without one. */
  connection: ConnectionStatus | null
}

export type KnownProducts = {
  /** In the bank's order, then those that are shared or closed and no longer listed. */
  products: KnownProduct[]
  listReadAt: Date | null
  sharedReadAt: Date | null
}

export type KnownProduct = {
  account: ListedAccount
  isListed: boolean
  consents: Consent[]
  state: ProductStanding | null
}

/**
 * All that is known here of a customer's accounts, in one look. Never calls the bank.
 * @param productId of this one alone
 */
export async function readKnownFacts(
  deps: FlowDeps,
  customerId: string,
  productId?: string,
): Promise<KnownFacts> {
  const facts = await deps.store.facts.of(customerId, productId)
  return {
    known: productsOf(deps, customerId, facts),
    balances: facts.balances,
    connection: facts.connection,
  }
}

/** @param productId of this one alone */
export async function knownProducts(
  deps: FlowDeps,
  customerId: string,
  productId?: string,
): Promise<KnownProducts> {
  return productsOf(deps, customerId, await deps.store.facts.of(customerId, productId))
}

function productsOf(deps: FlowDeps, customerId: string, facts: CustomerFacts): KnownProducts {
  const listed = new Set(facts.accounts.map(({ productId }) => productId))
  const stateOf = new Map(
    facts.products.map((state) => [state.productId, withIncomplete(deps, customerId, state)]),
  )
  const consentsOf = byProduct(facts.consents)
  const further = [...consentsOf.keys()].filter((productId) => !listed.has(productId))
  return {
    products: [...facts.accounts, ...further.map(unlisted)].map((account) => ({
      account,
      isListed: listed.has(account.productId),
      consents: consentsOf.get(account.productId) ?? [],
      state: stateOf.get(account.productId) ?? null,
    })),
    listReadAt: facts.accountsReadAt,
    sharedReadAt: facts.consentsReadAt,
  }
}

/**
 * Of an incomplete list nobody knows what the days hold, so nothing is calculated from it. It is the problem to be told,
 * whatever else went wrong, but for the time in which its other pages are being read.
 */
function withIncomplete(deps: FlowDeps, customerId: string, state: ProductStanding): ProductStanding {
  const { incomplete } = state
  if (incomplete === null) return state
  const isReading = deps.background.isRunning(readingKey(customerId, state.productId))
  const movements = state.movements && { ...state.movements, newestReadAt: null }
  return {
    ...state,
    movements,
    problem: isReading ? state.problem : { code: LIST_INCOMPLETE, at: incomplete.at },
  }
}

/** @throws AppError not_found: also for another customer's account, which is not told from an unknown one */
export async function knownProduct(
  deps: FlowDeps,
  customerId: string,
  productId: string,
): Promise<KnownProduct> {
  return productIn(await knownProducts(deps, customerId, productId), productId)
}

/** @throws AppError not_found */
export function productIn({ products }: KnownProducts, productId: string): KnownProduct {
  const known = products.find(({ account }) => account.productId === productId)
  if (known === undefined) throw new AppError('not_found')
  return known
}

export function isShared({ consents }: KnownProduct, category = READING): boolean {
  return consents.some((consent) => consent.category === category)
}

/** Every pair in force by our copy of the bank's list. */
export async function sharedScopes(deps: FlowDeps, customerId: string) {
  return scopesOf((await deps.store.consents.list(customerId)).consents)
}

function byProduct(consents: readonly Consent[]): Map<string, Consent[]> {
  const found = new Map<string, Consent[]>()
  for (const consent of consents) {
    const others = found.get(consent.productId)
    if (others === undefined) found.set(consent.productId, [consent])
    else others.push(consent)
  }
  return found
}

/** The bank's list of accounts no longer has it, or has not been read: its id is all there is. */
function unlisted(productId: string): ListedAccount {
  return { productId, type: { code: '', description: '' }, nickname: productId, currency: '', iban: '' }
}
