import { addDays, type BankDay, instantOf } from '../calendar/bank-day'
import { isWorkingDay, workingDayFrom, workingDayUpTo } from '../calendar/holidays'
import type { Cents } from '../money/amount'
import type { Account } from '../state/customers'
import { histories } from './histories'
import {
  cardKinds,
  eveningKinds,
  type Habit,
  type History,
  kinds,
  type Pattern,
  transferKinds,
} from './histories/history'
import { createRandom, type Random } from './random'
import { createWording, describe, digits, type Wording } from './wording'

/** A movement that was there before anything happened. */
export type SeedMovement = {
  cents: Cents
  /** Epoch milliseconds from which it is booked. Later than the seed day: pending at first. */
  bookedFrom: number
  valueDay: BankDay
  description: { short: string; extended: string; code: string }
  reference: string | null
}

/** Days from the opening balance to the seed day. */
const historyDays = 730
/** Bookings are made from 06:00 to 22:00, when no change of daylight saving falls. */
const firstTime = '06:00:00'
const bookingSeconds = 16 * 60 * 60
/** Least that the opening balance leaves on the account on its worst day, in cents. */
const cushion = 15_000n

type Span = {
  /** Of the opening balance: a working day. */
  first: BankDay
  /** Last day of which something is booked. */
  last: BankDay
  /** Epoch milliseconds of 06:00. */
  morningOf(day: BankDay): number
}

/** What it takes to make the movements of one account. */
type Teller = Span & { random: Random; wording: Wording }

/**
 * The movements of an account, oldest first by `bookedFrom`: the same for the same account and seed day on every machine,
 * and relative to the seed day. The first is the opening balance. What is booked was booked before the seed day began,
 * so that a bank started at any hour of it finds the same; card payments may be pending until two days after.
 * An account that was never used has none.
 */
export function seedMovements(account: Account, seedDay: BankDay): readonly SeedMovement[] {
  const history = histories[account.history]
  if (!history.habits && !history.crowd) return []
  const random = createRandom(`movements of ${account.productId}`)
  const teller: Teller = { ...spanOf(history, seedDay), random, wording: createWording(random) }
  const pending = pendingOf(history, teller, seedDay)
  const lived = history.crowd
    ? crowdMovements(history.crowd.patterns, history.crowd.count - 1, teller)
    : habitMovements(history.habits ?? [], teller)
  lived.sort((one, other) => one.bookedFrom - other.bookedFrom)
  const { opening, balance } = openingOf(history, lived, pending, random)
  const ending = history.endedDaysAgo === undefined ? [] : [endingOf(balance, teller)]
  return [openingMovement(opening, teller), ...lived, ...ending, ...pending]
}

function spanOf({ endedDaysAgo = 1 }: History, seedDay: BankDay): Span {
  const mornings = new Map<BankDay, number>()
  return {
    first: workingDayFrom(addDays(seedDay, -historyDays)),
    last: workingDayUpTo(addDays(seedDay, -endedDaysAgo)),
    morningOf: (day) => {
      const known = mornings.get(day)
      if (known !== undefined) return known
      const morning = instantOf(day, firstTime).getTime()
      mornings.set(day, morning)
      return morning
    },
  }
}

function crowdMovements(
  patterns: readonly (Pattern & { weight: number })[],
  count: number,
  teller: Teller,
): SeedMovement[] {
  const { random } = teller
  const [lot, ...otherLots] = patterns.flatMap((pattern) =>
    Array.from({ length: pattern.weight }, () => pattern),
  )
  if (!lot) return []
  const urn = [lot, ...otherLots] as const
  const days: BankDay[] = []
  for (let day = addDays(teller.first, 1); day <= teller.last; day = addDays(day, 1)) {
    if (isWorkingDay(day)) days.push(day)
  }
  const movements: SeedMovement[] = []
  for (let index = 0; index < count; index += 1) {
    const day = days[Math.floor((index * days.length) / count)] ?? teller.last
    const pattern = random.pick(urn)
    movements.push(movementOf(pattern, amountOf(pattern, random), { valueDay: day, bookingDay: day }, teller))
  }
  return movements
}

function habitMovements(habits: readonly Habit[], teller: Teller): SeedMovement[] {
  const { random } = teller
  const steadyAmounts = habits.map((habit) => (habit.steady ? amountOf(habit, random) : null))
  const movements: SeedMovement[] = []
  for (let month = teller.first.slice(0, 7); month <= teller.last.slice(0, 7); month = monthAfter(month)) {
    for (const [index, habit] of habits.entries()) {
      for (const dueDay of dueDays(habit, month, random)) {
        const byCard = cardKinds.has(habit.kind)
        const bookingDay = byCard ? addDays(dueDay, 1) : workingDayFrom(dueDay)
        const valueDay = byCard ? dueDay : bookingDay
        const cents = steadyAmounts[index] ?? amountOf(habit, random)
        const movement = movementOf(habit, cents, { valueDay, bookingDay }, teller)
        if (bookingDay > teller.first && bookingDay <= teller.last) movements.push(movement)
      }
    }
  }
  return movements
}

function dueDays({ when }: Habit, month: string, random: Random): BankDay[] {
  const lastOfMonth = Number(addDays(`${monthAfter(month)}-01`, -1).slice(8))
  const dayOf = (number: number) => `${month}-${String(Math.min(number, lastOfMonth)).padStart(2, '0')}`
  if ('day' in when) {
    return !when.months || when.months.includes(Number(month.slice(5))) ? [dayOf(when.day)] : []
  }
  return Array.from({ length: random.between(...when.times) }, () => dayOf(random.between(1, lastOfMonth)))
}

function monthAfter(month: string): string {
  return addDays(`${month}-28`, 4).slice(0, 7)
}

function amountOf({ cents: [least, most], step = 1 }: Pattern, random: Random): number {
  return least + step * random.between(0, Math.floor((most - least) / step))
}

function movementOf(
  pattern: Pattern,
  cents: number,
  { valueDay, bookingDay }: { valueDay: BankDay; bookingDay: BankDay },
  { random, wording, morningOf }: Teller,
): SeedMovement {
  const second = eveningKinds.has(pattern.kind) ? bookingSeconds - 1 : random.below(bookingSeconds)
  return {
    cents: BigInt(cents),
    bookedFrom: morningOf(bookingDay) + second * 1000,
    valueDay,
    description: describe(wording, pattern, valueDay),
    reference: transferKinds.has(pattern.kind) ? digits(random, 11) : null,
  }
}

function pendingOf({ pending }: History, teller: Teller, seedDay: BankDay): SeedMovement[] {
  if (!pending) return []
  const { count, pattern } = pending
  const days = { valueDay: addDays(seedDay, -1), bookingDay: addDays(seedDay, 2) }
  return Array.from({ length: count }, () =>
    movementOf(pattern, amountOf(pattern, teller.random), days, teller),
  ).sort((one, other) => one.bookedFrom - other.bookedFrom)
}

/** The opening balance, and the balance that it leads to once everything is booked. */
function openingOf(
  history: History,
  lived: readonly SeedMovement[],
  pending: readonly SeedMovement[],
  random: Random,
): { opening: Cents; balance: Cents } {
  let change = 0n
  let lowest = 0n
  for (const { cents } of [...lived, ...pending]) {
    change += cents
    if (change < lowest) lowest = change
  }
  const wanted = BigInt(random.between(...history.balance)) - change
  const opening = history.mayOverdraw || wanted + lowest >= cushion ? wanted : cushion - lowest
  return { opening, balance: opening + change }
}

function openingMovement(cents: Cents, span: Span): SeedMovement {
  const [short, code] = kinds.opening
  return {
    cents,
    bookedFrom: span.morningOf(span.first),
    valueDay: span.first,
    description: { short, extended: 'RIPORTO DEL SALDO PRECEDENTE', code },
    reference: null,
  }
}

/** Takes what is left, at the end of the last day. */
function endingOf(balance: Cents, span: Span): SeedMovement {
  const [short, code] = kinds.ending
  return {
    cents: -balance,
    bookedFrom: span.morningOf(span.last) + bookingSeconds * 1000,
    valueDay: span.last,
    description: { short, extended: 'ESTINZIONE DEL RAPPORTO E TRASFERIMENTO DEL SALDO RESIDUO', code },
    reference: null,
  }
}
