import type { Call } from '../api/call'
import type { BankSettings } from '../bank'
import { behaviourFaults } from './faults/behaviour'
import { contentFaults } from './faults/content'
import { deliveryFaults } from './faults/delivery'
import type { FaultEffect, FaultRow } from './faults/effect'
import { signedErrors } from './faults/signed-errors'
import { signingFaults } from './faults/signing'
import type { FaultParameters } from './scenarios'

/** Every fault that can be staged. A further one is a row of one of these tables. */
const rows = {
  ...signedErrors,
  ...contentFaults,
  ...signingFaults,
  ...deliveryFaults,
  ...behaviourFaults,
} as const satisfies Record<string, FaultRow>

export type FaultName = keyof typeof rows

/** A fault that applies to this call. */
export type Fault = { name: FaultName; effect: FaultEffect; parameters: FaultParameters }

export const faultNames = Object.keys(rows).filter(isFaultName)

export function isFaultName(name: string): name is FaultName {
  return Object.hasOwn(rows, name)
}

export function faultRow(name: FaultName): FaultRow {
  return rows[name]
}

/** The settings of one call: the bank's, changed by a fault that stages other ones. */
export function callSettings({ bank, fault }: Call): BankSettings {
  return fault?.effect.kind === 'settings' ? { ...bank.settings, ...fault.effect.settings } : bank.settings
}

/** Asked by an endpoint that can do otherwise than usual: the parameters, when it is to. */
export function stagedBehaviour({ fault }: Call, name: FaultName): FaultParameters | undefined {
  return fault?.name === name && fault.effect.kind === 'behaviour' ? fault.parameters : undefined
}
