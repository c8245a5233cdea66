import type { Bank } from '../bank'
import { bankDayOf } from '../calendar/bank-day'
import { formatAmount } from '../money/amount'
import type { Scenario, ScenarioRequest } from './scenarios'
import type { SettingsSwitch } from './settings'

/** The bank, and what control has beside it. */
export type Controlled = {
  bank: Bank
  settings: SettingsSwitch
  /** Names of all endpoints. */
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

/** A misspelt operation would wait for ever. */
export function addScenario({ bank, operations }: Controlled, request: ScenarioRequest): Scenario {
  const operation = request.match?.operation
  if (operation !== undefined && !operations.includes(operation)) {
    throw new ControlError(`operation is none of ${operations.join(', ')}`)
  }
  return bank.scenarios.add(request)
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
