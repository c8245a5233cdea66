import { type CurrencyTotal, totalsOf } from '@/lib/domain/money/totals'
import { type BankProblem, bankProblemOf, LIST_INCOMPLETE } from '../bank-problem'
import { type ConsentListRead, rereadConsents } from '../consents/reread-consents'
import type { Caller, FlowDeps, SignedInCustomer } from '../deps'
import { isBalanceJustRead } from '../movements/just-read'
import type { Reading } from '../with-product'
import { type ListedAccount, type ListRead, rereadAccounts } from './list-accounts'
import {
  isShared,
  type KnownFacts,
  type KnownProduct,
  type KnownProducts,
  readKnownFacts,
} from './product-facts'
import { readBalances } from './read-balance'

type Money = { amount: string; currency: string }

export type OverviewAccount = ListedAccount & {
  shared: string[]
  balance: {
    accounting: Money | null
    available: Money | null
    bankDate: string | null
    readAt: string
  } | null
  reading: Reading
}

export type Overview = {
  customer: string
  accounts: OverviewAccount[]
  totals: CurrencyTotal[]
  withoutFigures: number
  listReadAt: string | null
  sharedReadAt: string | null
  listProblem: BankProblem | null
  connection: 'live' | 'expired'
}

/**
 * Everything as last known, with its age. Never calls the bank.
 * @param facts what the caller has just looked up, for other questions too
 */
export async function readKnownOverview(
  deps: FlowDeps,
  customerId: string,
  facts?: KnownFacts,
): Promise<Overview> {
  return overviewOf(customerId, facts ?? (await readKnownFacts(deps, customerId)), new Map(), null)
}

/**
 * The overview with fresh figures: list of accounts, list of consents and the balance of every shared account at the
 * same time, but for balances that were read a moment ago. Each account has its own result, and one that fails keeps what
 * was known; so do the lists.
 */
export async function refreshOverview(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
): Promise<Overview> {
  const readings = new Map<string, Reading>()
  const readAll = async (products: readonly KnownProduct[]) => {
    const read = await readBalances(deps, customer, caller, products)
    for (const [productId, reading] of read) readings.set(productId, reading)
  }
  // The lists ask for nothing that is known here: they are signed while it is looked up.
  const [listProblem, sharedProblem] = await Promise.all([
    problemOf(rereadAccounts(deps, customer, caller)),
    problemOf(rereadConsents(deps, customer, caller).then(wholeness)),
    readKnownFacts(deps, customer.customerId).then((before) => {
      const isJustRead = justReadOf(deps, before)
      const open = toRead(before.known)
      for (const { account } of open.filter(isJustRead)) readings.set(account.productId, { kind: 'fresh' })
      return readAll(open.filter((product) => !isJustRead(product)))
    }),
  ])
  const problem = listProblem ?? sharedProblem
  const facts = await readKnownFacts(deps, customer.customerId)
  // What the customer has shared since our lists were made; usually nothing.
  const further = toRead(facts.known).filter(({ account }) => !readings.has(account.productId))
  if (further.length === 0) return overviewOf(customer.customerId, facts, readings, problem)
  await readAll(further)
  return overviewOf(customer.customerId, await readKnownFacts(deps, customer.customerId), readings, problem)
}

function justReadOf(deps: FlowDeps, { balances }: KnownFacts): (product: KnownProduct) => boolean {
  const readAt = new Map(balances.map((balance) => [balance.productId, balance.readAt]))
  return (product) => isBalanceJustRead(deps, product, readAt.get(product.account.productId))
}

function toRead({ products }: KnownProducts): KnownProduct[] {
  return products.filter((product) => isShared(product) && (product.state?.closedAt ?? null) === null)
}

async function problemOf(list: Promise<ListRead>): Promise<BankProblem | null> {
  try {
    const { isWhole } = await list
    return isWhole ? null : LIST_INCOMPLETE
  } catch (error) {
    const problem = bankProblemOf(error)
    if (problem === null) throw error
    return problem
  }
}

function overviewOf(
  customerId: string,
  { known, balances, connection }: KnownFacts,
  readings: ReadonlyMap<string, Reading>,
  listProblem: BankProblem | null,
): Overview {
  const balanceOf = new Map(balances.map((balance) => [balance.productId, balance]))
  const accounts = known.products.map((product): OverviewAccount => {
    const { account, consents } = product
    const balance = balanceOf.get(account.productId)
    return {
      ...account,
      shared: consents.map(({ category }) => category),
      balance:
        balance === undefined
          ? null
          : {
              accounting: balance.accounting,
              available: balance.available,
              bankDate: balance.bankDate,
              readAt: balance.readAt.toISOString(),
            },
      reading: currentReading(product, readings.get(account.productId)),
    }
  })
  const open = accounts.filter(({ reading }) => reading.kind !== 'closed' && reading.kind !== 'not_shared')
  const figures = open.flatMap(({ balance }) => balance ?? [])
  return {
    customer: customerId,
    accounts,
    totals: totalsOf(figures),
    withoutFigures: open.filter(({ balance }) => !balance?.accounting && !balance?.available).length,
    listReadAt: known.listReadAt?.toISOString() ?? null,
    sharedReadAt: known.sharedReadAt?.toISOString() ?? null,
    listProblem,
    connection: connection === 'live' ? 'live' : 'expired',
  }
}

/** The consents page reports a consent list that cannot be read. */
const wholeness = (list: ConsentListRead) => ({ isWhole: list.kind === 'unreadable' || list.isWhole })

/** What the store says now goes before what was read a moment ago: a consent may have ended in between. */
function currentReading(product: KnownProduct, read: Reading | undefined): Reading {
  const { state } = product
  const closedAt = state?.closedAt ?? null
  if (closedAt !== null) return { kind: 'closed', closedAt: closedAt.toISOString() }
  if (read?.kind === 'closed') return read
  if (!isShared(product)) return { kind: 'not_shared' }
  return read === undefined || read.kind === 'not_shared'
    ? { kind: 'kept', problem: storedProblem(state?.problem?.code) }
    : read
}

const problems: readonly BankProblem[] = [
  'connection_expired',
  'bank_unreachable',
  'bank_answer_unverified',
  'bank_answer_not_understood',
  'bank_error',
  'bank_forbidden',
  'bank_limit_reached',
  'bank_sca_expired',
  LIST_INCOMPLETE,
  'bank_clock',
]

function storedProblem(code: string | undefined): BankProblem | null {
  return problems.find((problem) => problem === code) ?? null
}
