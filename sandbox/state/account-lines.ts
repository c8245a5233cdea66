import type { Cents } from '../money/amount'

/** A line of an account, a customer's or the bank's own. */
export type Line = {
  cents: Cents
  /** Epoch milliseconds from which a debit binds money, and from which the line is booked. */
  orderedAt: number
  bookedFrom: number
  valueDay: string
  description: { short: string; extended: string; code: string }
  reference: string | null
}

/** The lines of one account in the order of booking, with the sum of what is booked kept up to date. */
export type AccountLines = {
  add(line: Line): void
  /** How many are booked, and their sum. The first `count` of `all` are the booked ones. */
  booked(now: number): { count: number; sum: Cents }
  all(): readonly Line[]
  /** How many are booked before this instant. */
  countBefore(instant: number): number
}

/** `lines` are in the order of booking. */
export function createAccountLines(lines: readonly Line[]): AccountLines {
  const all = [...lines]
  let known = { at: Number.NEGATIVE_INFINITY, count: 0, sum: 0n }

  const countBefore = (instant: number) => {
    let low = 0
    let high = all.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((all[middle]?.bookedFrom ?? Number.POSITIVE_INFINITY) < instant) low = middle + 1
      else high = middle
    }
    return low
  }
  const restart = () => {
    known = { at: Number.NEGATIVE_INFINITY, count: 0, sum: 0n }
  }
  return {
    all: () => all,
    countBefore,
    add: (line) => {
      // behind those of the same instant: who is booked keeps the place
      all.splice(countBefore(line.bookedFrom + 1), 0, line)
      if (line.bookedFrom <= known.at) restart()
    },
    booked: (now) => {
      if (now < known.at) restart()
      let { count, sum } = known
      for (; count < all.length; count += 1) {
        const line = all[count]
        if (!line || line.bookedFrom > now) break
        sum += line.cents
      }
      known = { at: now, count, sum }
      return { count, sum }
    },
  }
}
