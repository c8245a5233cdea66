import { addDays, bankDay } from '@/lib/domain/days/bank-day'
import { isOfOneMoment } from '@/lib/domain/money/balance-trend'
import { addDecimals, negateDecimal } from '@/lib/domain/money/decimal'
import type { MovementFilter, MovementGroup, ProductState, StoredBalance, StoredMovement } from '@/lib/store'
import type { ListedAccount } from '../accounts/list-accounts'
import { AppError } from '../app-error'
import type { FlowDeps } from '../deps'
import type { DayRange } from './movement-batches'
import { readAccountState } from './read-movements'

type Money = { amount: string; currency: string }

export type PeriodBalances = {
  currency: string
  opening: { amount: string; day: string }
  closing: { amount: string; day: string } | null
}

export type MovementsExport = {
  account: ListedAccount
  asked: Partial<DayRange>
  covered: DayRange | null
  movementsReadAt: string | null
  writtenAt: string
  balance: {
    accounting: Money | null
    available: Money | null
    bankDate: string | null
    readAt: string
  } | null
  periodBalances: PeriodBalances | null
  groups: MovementGroup[]
  movements(part?: { currency?: string; status?: 'booked' }): AsyncGenerator<StoredMovement, void, undefined>
  /** To be asked after the last movement. @throws AppError changed_meanwhile */
  requireUnchanged(): Promise<void>
}

/**
 * Movements as they are stored, with what a file says about them. Never calls the bank. They are read a page at a time
 * and no transaction is held meanwhile, for a slow download must not stop everybody's writes: so whoever makes a file
 * of them asks `requireUnchanged` at its end, and throws the file away when a refresh has changed something in between.
 *
 * @throws AppError not_found for an account that is not the customer's; not_shared
 */
export async function exportMovements(
  deps: FlowDeps,
  customerId: string,
  request: { productId: string; filter: MovementFilter },
): Promise<MovementsExport> {
  const { store } = deps
  const { productId, filter } = request
  // First, so that the account's facts are not older than its movements.
  const { groups, stamp } = await store.movements.groups(customerId, productId, filter)
  const { account, isShared, covered, movementsReadAt } = await readAccountState(deps, customerId, productId)
  if (!isShared) throw new AppError('not_shared')
  const [balance, state] = await Promise.all([
    store.balances.find(customerId, productId),
    store.products.find(customerId, productId),
  ])
  const period = statementPeriod(filter, covered)
  return {
    account,
    asked: { from: filter.from, to: filter.to },
    covered,
    movementsReadAt,
    writtenAt: deps.now().toISOString(),
    balance: balance === null ? null : { ...balance, readAt: balance.readAt.toISOString() },
    periodBalances:
      period === null
        ? null
        : await balancesOf(period, balance, state?.movements ?? null, (since) =>
            booked(deps, customerId, productId, since),
          ),
    groups,
    movements: (part = {}) => store.movements.iterate(customerId, productId, { ...filter, ...part }),
    async requireUnchanged() {
      const now = await store.movements.groups(customerId, productId, filter)
      if (now.stamp !== stamp) throw new AppError('changed_meanwhile')
    },
  }
}

/** The days of a file that holds all that was booked on them, and nothing else; null when it holds a choice. */
function statementPeriod(filter: MovementFilter, covered: DayRange | null): DayRange | null {
  const { from, to, status, ...choice } = filter
  const isChoice = status === 'pending' || Object.values(choice).some((value) => value !== undefined)
  if (isChoice || covered === null) return null
  return { from: from ?? covered.from, to: to ?? covered.to }
}

function booked(deps: FlowDeps, customerId: string, productId: string, from: string) {
  const filter = { from, status: 'booked' } as const
  return deps.store.movements.groups(customerId, productId, filter)
}

/**
 * The bank gives one booked balance, of the moment it was read; what it was before follows from what was booked since.
 * That holds only where all of it is known: both are of one moment, and every day from the first on is stored and has
 * amounts in the balance's own currency. Else null: a balance that may be wrong is worse than none.
 */
async function balancesOf(
  period: DayRange,
  balance: StoredBalance | null,
  movements: ProductState['movements'],
  bookedSince: (day: string) => Promise<{ groups: MovementGroup[] }>,
): Promise<PeriodBalances | null> {
  const money = balance?.accounting ?? null
  if (balance === null || money === null || movements === null) return null
  const balanceDay = balance.bankDate ?? bankDay(balance.readAt)
  if (!isOfOneMoment(balance, movements) || period.from < movements.from || balanceDay > movements.to)
    return null
  if (period.from > period.to || period.from > balanceDay) return null
  const sinceStart = sumOf((await bookedSince(period.from)).groups, money.currency, balanceDay)
  const sinceEnd = sumOf((await bookedSince(addDays(period.to, 1))).groups, money.currency, balanceDay)
  if (sinceStart === null || sinceEnd === null) return null
  const before = (sum: string) => addDecimals(money.amount, negateDecimal(sum))
  return {
    currency: money.currency,
    opening: { amount: before(sinceStart), day: period.from },
    closing: period.to < balanceDay ? { amount: before(sinceEnd), day: period.to } : null,
  }
}

/** Null when one of them is of another currency, without an amount, or of a day after the balance's. */
function sumOf(groups: readonly MovementGroup[], currency: string, balanceDay: string): string | null {
  let sum = '0'
  for (const group of groups) {
    if (group.currency !== currency || group.withoutAmount > 0 || (group.to ?? '') > balanceDay) return null
    sum = addDecimals(sum, addDecimals(group.in, group.out))
  }
  return sum
}
