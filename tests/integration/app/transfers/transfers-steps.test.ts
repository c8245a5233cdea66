import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AlteredApp, put, startAlteredApp } from '@/tests/support/altering-bank'
import { setBank } from '@/tests/support/consent'
import {
  bankCalls,
  checked,
  executes,
  type Payer,
  press,
  pressed,
  startPayer,
  view,
} from '@/tests/support/paying'

/*
 * What a bank may ask for with `verify<N>`. The spec names no field, so the form shows what the bank's messages name, and
 * a bank that asks for anything else ends the transfer before a cent moves.
 */

let app: AlteredApp
let payer: Payer
beforeAll(async () => {
  app = await startAlteredApp()
  payer = await startPayer(app, 'niccolo')
})
beforeEach(() => app.sandbox.journal.clear())
afterEach(() => app.alter(() => undefined))
afterAll(() => app.stop())

const swiss = { iban: 'CH93 0076 2011 6238 5295 7', amount: '20' }
const address = { beneficiaryAddress: 'Bahnhofstrasse 1', beneficiaryTown: 'Zurich' }
const VERIFY = /\/verify$/
const STEP = /\/verify1$/

const naming = (...details: string[]) =>
  details.map((detail) => ({ code: 'NEEDED', message: 'We need this too', type: 'INFO', detail }))

/** From now on the answers whose path ends so hold these messages, and lead to this step. */
function answer(ending: RegExp, messages: unknown, step?: string): void {
  app.alter(({ path }, json) => {
    if (!ending.test(path)) return undefined
    const told = put(json, ['result', 'messages'], messages)
    const id = path.split('/').at(-2) ?? ''
    return step === undefined ? told : put(told, ['_links', 'next'], { href: `${id}/${step}`, method: 'PUT' })
  })
}

const namesIn = ({ step }: Awaited<ReturnType<typeof checked>>) => step?.fields.map(({ name }) => name)

/** Ended in words; neither an approval nor an execute was asked for, and no press asks for one. */
async function expectStopped(told: Awaited<ReturnType<typeof checked>>): Promise<void> {
  expect(told).toMatchObject({ state: 'unsupported', money: 'not_paid', step: null, actions: ['repeat'] })
  const { transferId, check } = told
  const calls = bankCalls(app)
  for (const name of ['approve', 'continue', 'pay-now'] as const)
    await press(payer, transferId, name, { check })
  for (const step of [1, 2]) await press(payer, transferId, 'step', { check, step, data: address })
  expect(bankCalls(app)).toEqual(calls)
  expect(calls.filter((call) => /approach|execute/.test(call))).toEqual([])
  expect((await view(payer, transferId)).state).toBe('unsupported')
}

describe('a step after verify', () => {
  it('asks for the fields that the bank names, once each and without their technical names in its words', async () => {
    const told = await checked(payer, swiss)
    expect(namesIn(told)).toEqual(['beneficiaryAddress', 'beneficiaryTown'])
    expect(told.step?.messages.map(({ text, detail }) => [text.length > 0, detail])).toEqual([
      [true, ''],
      [true, ''],
    ])
  })

  it('asks for one field where the bank names one, whatever the number of the step', async () => {
    app.alter(({ path }, json) => {
      if (!VERIFY.test(path)) return undefined
      const told = put(json, ['result', 'messages'], naming('data.beneficiaryTown', 'beneficiaryTown'))
      const id = String(Object(Object(json).resources).resourceId)
      return put(told, ['_links', 'next'], { href: `${id}/verify3`, method: 'PUT' })
    })
    const told = await checked(payer, swiss)
    expect([told.step?.number, namesIn(told)]).toEqual([3, ['beneficiaryTown']])
  })

  it.each<[string, unknown]>([
    ['names nothing', []],
    ['says something without a name', naming('', 'The address of the payee', '04/06/2035')],
    ['names a field that we do not know', naming('beneficiaryTaxCode')],
    ['names one that we know and one that we do not', naming('beneficiaryTown', 'beneficiaryTaxCode')],
    ['spells a name otherwise', naming('beneficiarytown', 'beneficiaryAddress')],
    ['names a place in a list', naming('beneficiaryAddress', 'beneficiaries[0].town')],
    [
      'names the field that we do not know last of many',
      naming('beneficiaryAddress', 'beneficiaryTown', ...Array<string>(20).fill(''), 'beneficiaryTaxCode'),
    ],
    [
      'says more than we keep',
      naming('beneficiaryAddress', 'beneficiaryTown', ...Array<string>(60).fill(''), 'beneficiaryTaxCode'),
    ],
  ])('ends the transfer where the bank %s', async (_what, messages) => {
    answer(VERIFY, messages)
    await expectStopped(await checked(payer, swiss))
    expect(executes(app)).toBe(0)
  })

  it.each<[string, 'silent' | 'other']>([
    ['is silent about its fields', 'silent'],
    ['also names a field that we do not know', 'other'],
  ])('ends the transfer at a sandbox that %s', async (_what, stepFields) => {
    await setBank(app, { stepFields })
    try {
      await expectStopped(await checked(payer, swiss))
    } finally {
      await setBank(app, {})
    }
  })
})

describe('the step after a step', () => {
  const afterStep = async () => {
    const { transferId, check } = await checked(payer, swiss)
    return pressed(payer, transferId, 'step', { check, step: 1, data: address })
  }

  it('asks for the fields of its own answer, not those of the step before', async () => {
    answer(STEP, naming('beneficiaryTown'), 'verify2')
    const told = await afterStep()
    expect([told.state, told.step?.number, namesIn(told)]).toEqual(['incomplete', 2, ['beneficiaryTown']])
  })

  it.each<[string, unknown, string]>([
    ['names nothing', [], 'verify2'],
    ['names a field that we do not know', naming('beneficiaryTaxCode'), 'verify2'],
    ['asks for the same step again', naming('beneficiaryAddress', 'beneficiaryTown'), 'verify1'],
  ])('ends the transfer where the bank %s', async (_what, messages, step) => {
    answer(STEP, messages, step)
    await expectStopped(await afterStep())
  })
})

it('the review shows what was sent with the step, not what was typed for another one', async () => {
  const { transferId, check } = await checked(payer, swiss)
  const found = await app.server.store.transfers.find(payer.customerId, transferId)
  if (found === null || found === undefined) throw new Error('the transfer is gone')
  const values = { beneficiaryFax: '1', beneficiaryTown: 'Bern' }
  const stepDraft = { values, faults: [], sentWith: null, sentNames: [] }
  await app.server.store.transfers.amend(payer.customerId, transferId, found.state, { stepDraft })
  const review = await pressed(payer, transferId, 'step', { check, step: 1, data: address })
  expect(review.state).toBe('checked')
  expect(review.snapshot?.further).toEqual(Object.entries(address).map(([name, value]) => ({ name, value })))
})
