import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCustomers } from '@/sandbox/state/customers'
import { balancesOf, movementsOf } from './account-view'
import { type Banking, batchToken, inBatch, otherTpp, outcomeOf, signedIn } from './banking'
import { beginSca, decideSca, grantConsent, resourceIdOf, revokeConsent, succeed } from './consent-journey'
import type { RawCall } from './raw-client'
import {
  executeCall,
  orderTransfer,
  type Payer,
  payees,
  prepareCall,
  printerCall,
  startPaying,
  stepCall,
  type TransferFields,
  transferData,
  verifyCall,
} from './transfer-journey'

let niccolo: Banking & { payer: Payer; payerOf(place: number): Payer }
let officine: typeof niccolo
beforeAll(async () => {
  niccolo = await startPaying('niccolo', undefined, { furtherTpps: [otherTpp()] })
  officine = await startPaying('officine')
})
afterAll(async () => {
  await niccolo.bank.stop()
  await officine.bank.stop()
})

/** The outcome of a call, after which the account is as it was. */
async function withoutTrace({ kit }: Banking, payer: Payer, call: RawCall): Promise<string> {
  const look = async () => [await balancesOf(kit, payer), await movementsOf(kit, payer)]
  const before = await look()
  const outcome = await outcomeOf(kit, call)
  expect(await look()).toEqual(before)
  return outcome
}

async function verifyOutcome(
  fields: TransferFields,
  banking = niccolo,
  payer = banking.payer,
): Promise<string> {
  const data = await transferData(banking.kit, payer, fields)
  return withoutTrace(banking, payer, verifyCall(payer, data))
}

const euro = (amount: unknown) => ({ moneyTransferAmount: { currency: 'EUR', amount } })

describe('verify by form', () => {
  test.each<[why: string, fields: TransferFields, field: string]>([
    ['amount without decimals', euro('25'), 'moneyTransferAmount.amount'],
    ['amount with one decimal', euro('25.0'), 'moneyTransferAmount.amount'],
    ['amount with three', euro('25.000'), 'moneyTransferAmount.amount'],
    ['amount with a comma', euro('25,00'), 'moneyTransferAmount.amount'],
    ['amount with a sign', euro('-25.00'), 'moneyTransferAmount.amount'],
    ['amount with zeros before it', euro('025.00'), 'moneyTransferAmount.amount'],
    ['amount as a number', euro(25), 'moneyTransferAmount.amount'],
    ['no amount at all', euro('0.00'), 'moneyTransferAmount.amount'],
    ['more than is possible', euro('1000000000.00'), 'moneyTransferAmount.amount'],
    ['amount missing', { moneyTransferAmount: { currency: 'EUR' } }, 'moneyTransferAmount.amount'],
    [
      'amount twice',
      { moneyTransferAmount: { currency: 'EUR', amount: '1.00', sum: '1.00' } },
      'moneyTransferAmount.sum',
    ],
    [
      'unknown currency',
      { moneyTransferAmount: { currency: 'XXX', amount: '1.00' } },
      'moneyTransferAmount.currency',
    ],
    ['urgency as text', { flagUrgency: 'false' }, 'flagUrgency'],
    ['unknown type', { type: 'INSTANT' }, 'type'],
    ['date in the wrong order', { moneyTransferExecutionDate: '2035-06-04' }, 'moneyTransferExecutionDate'],
    ['a day that does not exist', { moneyTransferExecutionDate: '31/06/2035' }, 'moneyTransferExecutionDate'],
    ['IBAN with blanks', { ibanBeneficiary: 'DE89 3704 0044 0532 0130 00' }, 'ibanBeneficiary'],
    ['IBAN with wrong check digits', { ibanBeneficiary: 'DE88370400440532013000' }, 'ibanBeneficiary'],
    ['no name', { beneficiaryName: '' }, 'beneficiaryName'],
    ['blank name', { beneficiaryName: '  ' }, 'beneficiaryName'],
    ['long name', { beneficiaryName: 'x'.repeat(71) }, 'beneficiaryName'],
    ['no description', { description: '' }, 'description'],
    ['long description', { description: 'x'.repeat(141) }, 'description'],
    ['missing field', { description: undefined }, 'description'],
  ])('%s', async (_why, fields, field) => {
    expect(await verifyOutcome(fields)).toBe(`417 FIELD_INVALID ${field}`)
  })

  test('a field that the interface does not know', async () => {
    const data = { ...(await transferData(niccolo.kit, niccolo.payer)), beneficiaryAddress: 'Via Po 1' }
    const call = verifyCall(niccolo.payer, data)
    expect(await withoutTrace(niccolo, niccolo.payer, call)).toBe('417 FIELD_INVALID beneficiaryAddress')
  })

  test.each([
    ['not JSON', '{"data":', '400 BODY_UNREADABLE'],
    ['a list', '[]', '400 BODY_UNREADABLE'],
    ['no data', '{}', '417 FIELD_INVALID data'],
    ['data is text', '{"data":"x"}', '417 FIELD_INVALID data'],
  ])('body: %s', async (_what, body, outcome) => {
    const call = { ...verifyCall(niccolo.payer, {}), body }
    expect(await withoutTrace(niccolo, niccolo.payer, call)).toBe(outcome)
  })

  test.each([
    ['beneficiaryName', 'Юлия', 'Ю (U+042E)'],
    ['beneficiaryName', 'Niccolò', 'ò (U+00F2)'],
    ['description', '<script>', '< (U+003C)'],
    ['description', 'one\ntwo', 'U+000A'],
    ['description', 'a\u202eb', 'U+202E'],
  ])('422 names the character in %s: %j', async (field, text, shown) => {
    expect(await verifyOutcome({ [field]: text })).toBe(`422 CHARACTER_NOT_ALLOWED ${field}: ${shown}`)
  })

  test('the form is judged before the business', async () => {
    const fields = { ...euro('999999999.99'), description: 'Ю', beneficiaryName: '' }
    expect(await verifyOutcome(fields)).toBe('417 FIELD_INVALID beneficiaryName')
    expect(await verifyOutcome({ ...euro('999999999.99'), description: 'Ю' })).toBe(
      '422 CHARACTER_NOT_ALLOWED description: Ю (U+042E)',
    )
  })

  test('the longest that is allowed passes', async () => {
    expect(await verifyOutcome({ beneficiaryName: 'x'.repeat(70), description: 'y'.repeat(140) })).toBe('200')
  })
})

describe('verify by business', () => {
  test.each<[why: string, fields: TransferFields, outcome: string]>([
    ['more than is there', euro('999999999.99'), '412 AMOUNT_NOT_AVAILABLE moneyTransferAmount.amount'],
    ['SWIFT from a private account in euro', { type: 'SWIFT' }, '417 FIELD_INVALID type'],
    [
      'SEPA in another currency',
      { moneyTransferAmount: { currency: 'USD', amount: '1.00' } },
      '417 FIELD_INVALID moneyTransferAmount.currency',
    ],
    ['SEPA out of SEPA', { ibanBeneficiary: payees.turkish }, '417 FIELD_INVALID ibanBeneficiary'],
    [
      'yesterday',
      { moneyTransferExecutionDate: '01/06/2035' },
      '417 FIELD_INVALID moneyTransferExecutionDate',
    ],
    [
      'a Saturday',
      { moneyTransferExecutionDate: '09/06/2035' },
      '417 FIELD_INVALID moneyTransferExecutionDate',
    ],
    [
      'a holiday',
      { moneyTransferExecutionDate: '15/08/2035' },
      '417 FIELD_INVALID moneyTransferExecutionDate',
    ],
    [
      'too far ahead',
      { moneyTransferExecutionDate: '03/12/2035' },
      '417 FIELD_INVALID moneyTransferExecutionDate',
    ],
  ])('%s', async (_why, fields, outcome) => {
    expect(await verifyOutcome(fields)).toBe(outcome)
  })

  test('the last working day of the range is possible', async () => {
    expect(await verifyOutcome({ moneyTransferExecutionDate: '30/11/2035' })).toBe('200')
  })

  test('to the account that pays', async () => {
    const own = createCustomers().accountByProductId(niccolo.payer.productId)?.account.iban
    expect(await verifyOutcome({ ibanBeneficiary: own })).toBe('417 FIELD_INVALID ibanBeneficiary')
  })

  test('all that is there, but not the fee', async () => {
    const { available } = await balancesOf(niccolo.kit, niccolo.payer)
    const text = (cents: bigint) => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`
    expect(await verifyOutcome(euro(text(available)))).toBe(
      '412 AMOUNT_NOT_AVAILABLE moneyTransferAmount.amount',
    )
    expect(await verifyOutcome(euro(text(available - 50n)))).toBe('200')
    expect(await verifyOutcome({ ...euro(text(available)), ibanBeneficiary: payees.aisha })).toBe('200')
  })

  test('an urgent SWIFT transfer, and SEPA from an account in dollars', async () => {
    expect(await verifyOutcome({ type: 'SWIFT', flagUrgency: true }, officine)).toBe(
      '417 FIELD_INVALID flagUrgency',
    )
    expect(await verifyOutcome({ type: 'SEPA' }, officine, officine.payerOf(2))).toBe(
      '417 FIELD_INVALID type',
    )
  })

  test('SWIFT without the contract for it', async () => {
    const { kit, bank } = niccolo
    const giulia = await signedIn(kit, 'giulia')
    const payer: Payer = { ...giulia, productId: giulia.products[10] ?? '' }
    await grantConsent(kit, payer.token, payer.customerId, [
      { name: 'PAYMENTS', products: [payer.productId] },
      { name: 'ACCOUNT_INFO', products: [payer.productId] },
    ])
    const fields = { type: 'SWIFT', moneyTransferAmount: { currency: 'USD', amount: '1.00' } }
    expect(await verifyOutcome(fields, { ...niccolo, bank }, payer)).toBe('412 SWIFT_CONTRACT_MISSING')
    const prepared = (await succeed(kit, prepareCall(payer))).json()
    expect(prepared).toMatchObject({
      data: { sepa: false, swift: true, swiftcontractSigned: false, flagUrgency: false },
    })
  })
})

describe('who may', () => {
  test('nobody without consent to payments of that account', async () => {
    const { kit } = niccolo
    const aisha = await signedIn(kit, 'aisha')
    const payer: Payer = { ...aisha, productId: aisha.products[0] ?? '' }
    await grantConsent(kit, payer.token, payer.customerId, [
      { name: 'ACCOUNT_INFO', products: [payer.productId] },
    ])
    expect(await withoutTrace(niccolo, payer, prepareCall(payer))).toBe('403 CONSENT_MISSING PAYMENTS')
    expect(await withoutTrace(niccolo, payer, verifyCall(payer, {}))).toBe('403 CONSENT_MISSING PAYMENTS')
  })

  test('not after the consent was taken back, even when the transfer is authorized', async () => {
    const { kit, payer } = niccolo
    const resourceId = await orderTransfer(kit, payer)
    await decideSca(kit, payer.token, payer.customerId, resourceId)
    const payments = [{ name: 'PAYMENTS', products: [payer.productId] }]
    await revokeConsent(kit, payer.token, payer.customerId, payments)
    const outcome = await withoutTrace(niccolo, payer, executeCall(payer, resourceId))
    await grantConsent(kit, payer.token, payer.customerId, payments)
    expect(outcome).toBe('403 CONSENT_MISSING PAYMENTS')
  })

  test('not in batch; the document may be fetched so', async () => {
    const { kit, payer } = niccolo
    const resourceId = await orderTransfer(kit, payer)
    const batch = await batchToken(kit)
    for (const call of [
      prepareCall(payer),
      verifyCall(payer, {}),
      stepCall(payer, resourceId, {}),
      executeCall(payer, resourceId),
    ]) {
      expect(await withoutTrace(niccolo, payer, inBatch(kit, batch, call))).toBe('403 CUSTOMER_ONLINE_ONLY')
    }
    expect(await outcomeOf(kit, inBatch(kit, batch, printerCall(payer, resourceId)))).toBe(
      '403 SCA_NOT_AUTHORIZED PENDING',
    )
  })

  test('no other provider, whatever it is allowed', async () => {
    const { bank, kit, payer } = niccolo
    const resourceId = await orderTransfer(kit, payer)
    await decideSca(kit, payer.token, payer.customerId, resourceId)
    const otherKit = bank.kitOf(otherTpp().organizationIdentifier)
    const other = await signedIn(otherKit, 'niccolo')
    await grantConsent(otherKit, other.token, other.customerId, [
      { name: 'PAYMENTS', products: [payer.productId] },
    ])
    const theirs = { ...payer, token: other.token }
    const before = await balancesOf(kit, payer)
    expect(await outcomeOf(otherKit, executeCall(theirs, resourceId))).toBe('412 RESOURCE_UNKNOWN')
    expect(await outcomeOf(otherKit, printerCall(theirs, resourceId))).toBe('412 RESOURCE_UNKNOWN')
    expect(await balancesOf(kit, payer)).toEqual(before)
  })

  test('only with the account of the address', async () => {
    const { kit, payer, payerOf } = officine
    const resourceId = await orderTransfer(kit, payer)
    await decideSca(kit, payer.token, payer.customerId, resourceId)
    const sibling = payerOf(1)
    expect(await withoutTrace(officine, payer, executeCall(sibling, resourceId))).toBe('412 RESOURCE_UNKNOWN')
    expect(await withoutTrace(officine, payer, printerCall(sibling, resourceId))).toBe('412 RESOURCE_UNKNOWN')
  })

  test.each([
    ['not a UUID', 'x', '417 FIELD_INVALID resourceId'],
    ['nobody has made it', '6f9619ff-8b86-4d01-b42d-00cf4fc964ff', '412 RESOURCE_UNKNOWN'],
  ])('a resource id: %s', async (_why, resourceId, outcome) => {
    const { payer } = niccolo
    expect(await withoutTrace(niccolo, payer, executeCall(payer, resourceId))).toBe(outcome)
    expect(await withoutTrace(niccolo, payer, stepCall(payer, resourceId, {}))).toBe(outcome)
    expect(await withoutTrace(niccolo, payer, printerCall(payer, resourceId))).toBe(outcome)
  })
})

describe('execute in the wrong state', () => {
  const execution = (resourceId: string, changes: Partial<RawCall> = {}) =>
    withoutTrace(niccolo, niccolo.payer, { ...executeCall(niccolo.payer, resourceId), ...changes })

  test('before SCA, and while it goes on', async () => {
    const { kit, payer } = niccolo
    const resourceId = await orderTransfer(kit, payer)
    expect(await execution(resourceId)).toBe('403 SCA_NOT_AUTHORIZED PENDING')
    await beginSca(kit, payer.token, resourceId)
    expect(await execution(resourceId)).toBe('403 SCA_NOT_AUTHORIZED PENDING')
  })

  test.each([
    ['refuse', 'NOT_AUTHORIZED'],
    ['expire', 'EXPIRED'],
  ] as const)('after %s', async (decision, status) => {
    const { kit, payer } = niccolo
    const resourceId = await orderTransfer(kit, payer)
    await decideSca(kit, payer.token, payer.customerId, resourceId, decision)
    expect(await execution(resourceId)).toBe(`403 SCA_NOT_AUTHORIZED ${status}`)
  })

  test('with something in the body', async () => {
    const { kit, payer } = niccolo
    const resourceId = await orderTransfer(kit, payer)
    await decideSca(kit, payer.token, payer.customerId, resourceId)
    expect(await execution(resourceId, { body: '{"amount":"1.00"}' })).toBe('417 FIELD_INVALID body')
    expect(await execution(resourceId, { body: 'null' })).toBe('400 BODY_UNREADABLE')
  })

  test('when the money has gone meanwhile; nothing is said of funds before SCA', async () => {
    const { kit } = officine
    const payer = officine.payerOf(1)
    const { available } = await balancesOf(kit, payer)
    const most = euro(`${(available - 50n) / 100n}.00`)
    const [first, second] = [await orderTransfer(kit, payer, most), await orderTransfer(kit, payer, most)]
    for (const resourceId of [first, second]) {
      await decideSca(kit, payer.token, payer.customerId, resourceId)
    }
    const third = await orderTransfer(kit, payer, most)
    expect(await outcomeOf(kit, executeCall(payer, first))).toBe('200')
    expect(await withoutTrace(officine, payer, executeCall(payer, second))).toBe(
      '412 AMOUNT_NOT_AVAILABLE moneyTransferAmount.amount',
    )
    expect(await withoutTrace(officine, payer, executeCall(payer, third))).toBe(
      '403 SCA_NOT_AUTHORIZED PENDING',
    )
  })
})

describe('verify1', () => {
  const toSwitzerland = { ibanBeneficiary: payees.swiss }

  test('is not there for a transfer that needs none', async () => {
    const { kit, payer } = officine
    const resourceId = await orderTransfer(kit, payer)
    const address = { beneficiaryAddress: 'Bahnhofstrasse 1', beneficiaryTown: 'Zurich' }
    expect(await withoutTrace(officine, payer, stepCall(payer, resourceId, address))).toBe(
      '400 STEP_NOT_ALLOWED STEP_UNEXPECTED',
    )
  })

  test.each([
    ['town missing', { beneficiaryAddress: 'Bahnhofstrasse 1' }, '417 FIELD_INVALID beneficiaryTown'],
    [
      'long address',
      { beneficiaryAddress: 'x'.repeat(71), beneficiaryTown: 'Zurich' },
      '417 FIELD_INVALID beneficiaryAddress',
    ],
    [
      'a field too many',
      { beneficiaryAddress: 'Bahnhofstrasse 1', beneficiaryTown: 'Zurich', zip: '8001' },
      '417 FIELD_INVALID zip',
    ],
    [
      'a character',
      { beneficiaryAddress: 'Bahnhofstraße 1', beneficiaryTown: 'Zurich' },
      '422 CHARACTER_NOT_ALLOWED beneficiaryAddress: ß (U+00DF)',
    ],
  ])('%s', async (_why, address, outcome) => {
    const { kit, payer } = officine
    const data = await transferData(kit, payer, toSwitzerland)
    const resourceId = await resourceIdOf(kit, verifyCall(payer, data))
    expect(await withoutTrace(officine, payer, stepCall(payer, resourceId, address))).toBe(outcome)
  })
})
