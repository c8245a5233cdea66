import type { Route } from '../api/routes'
import type { Bank } from '../bank'
import { bankDayOf } from '../calendar/bank-day'
import { formatAmount } from '../money/amount'
import { problemOfScenario } from './scenario-reach'
import type { Scenario, ScenarioRequest } from './scenarios'
import type { SettingsSwitch } from './settings'

/** The bank, and what control has beside it. */
export type Controlled = {
  bank: Bank
  settings: SettingsSwitch
  /** All endpoints, and their names. */
  routes: readonly Route[]
  operations: readonly string[]
}

/** What was asked for makes no sense here; the message says why. */
export class ControlError extends Error {}

const firstDay = '2000-01-01'
const lastDay = '2099-12-31'

/** Moves business time there and resolves once a restart would keep it. */
export async function moveClockTo({ clock, settled }: Bank, target: Date): Promise<void> {
  const known = !Number.isNaN(target.getTime())
  if (!known || bankDayOf(target) < firstDay || bankDayOf(target) > lastDay) {
    throw new ControlError(`the bank's time stays between ${firstDay} and ${lastDay}`)
  }
  clock.move(target.getTime() - clock.now().getTime())
  await settled()
}

export async function resetClock({ clock, settled }: Bank): Promise<void> {
  clock.reset()
  await settled()
}

/** Refuses one that would wait for ever. */
export function addScenario(controlled: Controlled, request: ScenarioRequest): Scenario {
  const problem = problemOfScenario(controlled, request)
  if (problem !== null) throw new ControlError(problem)
  return controlled.bank.scenarios.add(request)
}

export type Audit = Record<string, Record<'customers' | 'bank' | 'underWay', string>>

/** Amounts as decimal text, by currency. */
export function auditOf({ ledger }: Bank): Audit {
  return Object.fromEntries(
    Object.entries(ledger.audit()).map(([currency, { customers, bank, underWay }]) => [
      currency,
      {
        customers: formatAmount(customers),
        bank: formatAmount(bank),
        underWay: formatAmount(underWay),
      },
    ]),
  )
}
