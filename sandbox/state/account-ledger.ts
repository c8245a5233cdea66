import { addDays, type BankDay, bankDayOf, instantOf } from '../calendar/bank-day'
import type { Cents } from '../money/amount'
import { type AccountLines, createAccountLines, type Line } from './account-lines'
import type { WrittenPosting } from './bank-events'
import type { Account, Customers } from './customers'
import type { Ledger, Movement, MovementRange } from './ledger'

export type LedgerParts = {
  customers: Customers
  now(): number
  /** In the order of booking. */
  seedOf(account: Account): readonly Omit<Line, 'orderedAt'>[]
}

/** The ledger, and the way for executed operations into it. */
export function createLedger(parts: LedgerParts): {
  ledger: Ledger
  /** Bookings of an operation that was carried out at this instant. */
  post(postings: readonly WrittenPosting[], at: number): void
} {
  const currencies = new Map<string, string>()
  const accounts = new Map<string, Account>()
  for (const account of parts.customers.all().flatMap((customer) => customer.accounts)) {
    accounts.set(account.productId, account)
    currencies.set(account.productId, account.currency)
  }
  const lines = new Map<string, AccountLines>()
  // an account's seed is grown at its first use: some have very many lines
  const linesOf = (id: string): AccountLines => {
    const known = lines.get(id)
    if (known) return known
    const account = accounts.get(id)
    const made = createAccountLines(account ? parts.seedOf(account).map(ordered) : [])
    lines.set(id, made)
    return made
  }
  const now = () => parts.now()
  return {
    post: (postings, at) => {
      for (const { account, currency, cents, ...line } of postings) {
        currencies.set(account, currency)
        linesOf(account).add({ ...line, orderedAt: at, cents: BigInt(cents) })
      }
    },
    ledger: {
      balances: (productId) => {
        const { count, sum } = linesOf(productId).booked(now())
        const pending = pendingOf(linesOf(productId), count, now()).reduce(
          (total, line) => total + line.cents,
          0n,
        )
        return {
          currency: currencies.get(productId) ?? '',
          accountingCents: sum,
          availableCents: sum + pending,
        }
      },
      pending: (productId) => {
        const { count } = linesOf(productId).booked(now())
        return pendingOf(linesOf(productId), count, now()).reverse().map(pendingMovement)
      },
      booked: (productId, range) => bookedIn(linesOf(productId), range, now()),
      audit: () => audit([...currencies], linesOf, (id) => accounts.has(id), now()),
    },
  }
}

/** Days between a movement of the seed, a card payment for one, and its booking. */
const seedBookingDays = 3

function ordered(line: Omit<Line, 'orderedAt'>): Line {
  return { ...line, orderedAt: line.bookedFrom - seedBookingDays * 24 * 60 * 60 * 1000 }
}

/** What is not booked yet and already binds money. With the clock put back, what is ordered later does not exist yet. */
function pendingOf(account: AccountLines, count: number, now: number): Line[] {
  return account
    .all()
    .slice(count)
    .filter((line) => line.cents < 0n && line.orderedAt <= now)
}

function pendingMovement({ cents, valueDay, description, reference }: Line): Movement {
  return { sequence: null, cents, bookingDay: null, valueDay, description, reference }
}

function bookedIn(
  account: AccountLines,
  { from, to, beforeSequence, limit }: MovementRange,
  now: number,
): { movements: Movement[]; more: boolean } {
  const first = account.countBefore(instantOf(from).getTime())
  const endOfRange = account.countBefore(instantOf(addDays(to, 1)).getTime())
  const end = Math.min(
    endOfRange,
    account.booked(now).count,
    (beforeSequence ?? Number.POSITIVE_INFINITY) - 1,
  )
  const start = Math.max(first, end - limit)
  const dayOf = createDayFinder()
  const movements: Movement[] = []
  for (let index = end - 1; index >= start; index -= 1) {
    const line = account.all()[index]
    if (!line) continue
    movements.push({ ...pendingMovement(line), sequence: index + 1, bookingDay: dayOf(line.bookedFrom) })
  }
  return { movements, more: start > first }
}

/** The bank's day of an instant; asked for in order, it works out each day once. */
function createDayFinder(): (instant: number) => BankDay {
  let day = ''
  let from = 0
  let until = 0
  return (instant) => {
    if (day === '' || instant < from || instant >= until) {
      day = bankDayOf(new Date(instant))
      from = instantOf(day).getTime()
      until = instantOf(addDays(day, 1)).getTime()
    }
    return day
  }
}

function audit(
  currencies: readonly (readonly [id: string, currency: string])[],
  linesOf: (id: string) => AccountLines,
  isCustomers: (id: string) => boolean,
  now: number,
): Record<string, { customers: Cents; bank: Cents; underWay: Cents }> {
  const totals: Record<string, { customers: Cents; bank: Cents; underWay: Cents }> = {}
  for (const [id, currency] of currencies) {
    const total = totals[currency] ?? { customers: 0n, bank: 0n, underWay: 0n }
    totals[currency] = total
    const { count, sum } = linesOf(id).booked(now)
    total[isCustomers(id) ? 'customers' : 'bank'] += sum
    for (const line of linesOf(id).all().slice(count)) total.underWay += line.cents
  }
  return totals
}
