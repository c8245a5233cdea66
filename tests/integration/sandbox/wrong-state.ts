import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Kit } from '@/sandbox/kit'
import type { TestSandbox } from '@/tests/support/sandbox'
import { balancesOf } from './account-view'
import { outcomeOf } from './banking'
import { approachCall, confirmCall, consentList } from './consent-journey'
import type { RawCall } from './raw-client'
import { executeCall, type Payer, printerCall, stepCall } from './transfer-journey'

/** Every step that an interface of this kind does to a transaction resource, once it is there. */
export const steps = {
  verify1: (_kit, who, resourceId) =>
    stepCall(who, resourceId, { beneficiaryAddress: '1 High Street', beneficiaryTown: 'Leeds' }),
  approach: (kit, who, resourceId) => approachCall(kit, who.token, resourceId),
  status: (_kit, who, resourceId) => ({
    path: `/private/operations/${resourceId}/status`,
    token: who.token,
  }),
  execute: (_kit, who, resourceId) => executeCall(who, resourceId),
  printer: (_kit, who, resourceId) => printerCall(who, resourceId),
  'confirm request': (_kit, who, resourceId) => confirmCall(who.token, who.customerId, resourceId, 'request'),
  'confirm revoke': (_kit, who, resourceId) => confirmCall(who.token, who.customerId, resourceId, 'revoke'),
} as const satisfies Record<string, (kit: Kit, who: Payer, resourceId: string) => RawCall>

export type Step = keyof typeof steps

export const stepNames: readonly Step[] = [
  'verify1',
  'approach',
  'status',
  'execute',
  'printer',
  'confirm request',
  'confirm revoke',
]

/** Whose resources, and at which bank. */
export type Scene = { bank: TestSandbox; kit: Kit; payer: Payer }

export type Look = {
  /** The file of all that lasts, to the byte. */
  file: string
  ledger: unknown
  balances: unknown
  consents: readonly string[]
}

export function stateFile({ bank }: Pick<Scene, 'bank'>): Promise<string> {
  return readFile(join(bank.dataDir, 'state.jsonl'), 'utf8')
}

/** All that a call could have changed: on the disk, in the books, and what the provider sees of both. */
export async function look({ bank, kit, payer }: Scene): Promise<Look> {
  const ledger = await fetch(`${bank.controlUrl}/ledger`)
  return {
    ledger: await ledger.json(),
    balances: await balancesOf(kit, payer),
    consents: await consentList(kit, payer.token, payer.customerId),
    file: await stateFile({ bank }),
  }
}

/** The outcomes of calls: after each of them the file is as it was, and after all of them everything is. */
export async function withoutTrace<Name extends string>(
  scene: Scene,
  calls: Readonly<Record<Name, { kit: Kit; call: RawCall }>>,
): Promise<Record<string, string>> {
  const before = await look(scene)
  const outcomes: Record<string, string> = {}
  for (const [name, { kit, call }] of Object.entries<{ kit: Kit; call: RawCall }>(calls)) {
    outcomes[name] = await outcomeOf(kit, call)
    expect(await stateFile(scene), `after ${name}`).toBe(before.file)
  }
  expect(await look(scene)).toEqual(before)
  return outcomes
}

/** What becomes of a step. `200`: allowed, and nothing changes. `due`: the one step that is right now. */
export type Outcomes = Record<Step, string>

export const unknown = '412 RESOURCE_UNKNOWN'
export const notAuthorized = (status: string) => `403 SCA_NOT_AUTHORIZED ${status}`
export const notAllowed = (reason: string) => `400 STEP_NOT_ALLOWED ${reason}`

export const everyStep = (outcome: string): Outcomes => ({
  verify1: outcome,
  approach: outcome,
  status: outcome,
  execute: outcome,
  printer: outcome,
  'confirm request': outcome,
  'confirm revoke': outcome,
})

/** Of a resource that is there: all steps but those given belong to other kinds of resource. */
export const outcomesOf = (given: Partial<Outcomes>): Outcomes => ({
  ...everyStep(unknown),
  status: '200',
  ...given,
})

/** Does every step to the resource. What is due comes last and succeeds: the wrong ones have done it no harm. */
export async function expectOutcomes(scene: Scene, resourceId: string, expected: Outcomes): Promise<void> {
  const { kit, payer } = scene
  const due = stepNames.filter((step) => expected[step] === 'due')
  const others = stepNames.filter((step) => expected[step] !== 'due')
  const calls = Object.fromEntries(
    others.map((step) => [step, { kit, call: steps[step](kit, payer, resourceId) }]),
  )
  expect(await withoutTrace(scene, calls)).toEqual(
    Object.fromEntries(others.map((step) => [step, expected[step]])),
  )
  for (const step of due) {
    expect(await outcomeOf(kit, steps[step](kit, payer, resourceId)), step).toBe('200')
  }
}

/** Nothing is booked and no token lapses while the clock goes on to lapse and disposal. */
export const slowBank = {
  bookingDelaySeconds: 24 * 60 * 60,
  accessTokenSeconds: 6 * 60 * 60,
  inquirySca: 'older-than-90-days',
} as const

/** Time goes on for this work, and then back. */
export async function later<T>({ bank }: Scene, minutes: number, work: () => Promise<T>): Promise<T> {
  bank.clock.move(minutes * 60_000)
  try {
    return await work()
  } finally {
    bank.clock.move(-minutes * 60_000)
  }
}
