import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCustomers } from '@/sandbox/state/customers'
import { accountView, balancesOf } from './account-view'
import { outcomeOf, signedIn } from './banking'
import { grantConsent, succeed } from './consent-journey'
import {
  euro,
  type Payer,
  payees,
  prepareCall,
  startPaying,
  type TransferFields,
  transferData,
  verifyCall,
} from './transfer-journey'

let niccolo: Awaited<ReturnType<typeof startPaying>>
let officine: typeof niccolo
beforeAll(async () => {
  niccolo = await startPaying('niccolo')
  officine = await startPaying('officine')
})
afterAll(async () => {
  await niccolo.bank.stop()
  await officine.bank.stop()
})

async function verifyOutcome(
  fields: TransferFields,
  banking = niccolo,
  payer = banking.payer,
): Promise<string> {
  const data = await transferData(banking.kit, payer, fields)
  return outcomeOf(banking.kit, verifyCall(payer, data))
}

/** None of the calls here may change what the accounts show: they are looked at before the first and after the last. */
function leavingNoTrace(): void {
  const look = () => Promise.all([niccolo, officine].map(({ kit, payer }) => accountView(kit, payer)))
  let before: unknown
  beforeAll(async () => {
    before = await look()
  })
  afterAll(async () => expect(await look()).toEqual(before))
}

describe('verify by form', () => {
  leavingNoTrace()

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
    expect(await outcomeOf(niccolo.kit, call)).toBe('417 FIELD_INVALID beneficiaryAddress')
  })

  test.each([
    ['not JSON', '{"data":', '400 BODY_UNREADABLE'],
    ['a list', '[]', '400 BODY_UNREADABLE'],
    ['no data', '{}', '417 FIELD_INVALID data'],
    ['data is text', '{"data":"x"}', '417 FIELD_INVALID data'],
    ['beside data', '{"data":{},"meta":{}}', '417 FIELD_INVALID meta'],
    ['a name that objects have', '{"data":{},"__proto__":{}}', '417 FIELD_INVALID __proto__'],
    ['a byte order mark', '\ufeff{"data":{}}', '400 BODY_UNREADABLE'],
    ['data twice', '{"data":{},"data":{}}', '400 BODY_UNREADABLE'],
  ])('body: %s', async (_what, body, outcome) => {
    const call = { ...verifyCall(niccolo.payer, {}), body }
    expect(await outcomeOf(niccolo.kit, call)).toBe(outcome)
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
  leavingNoTrace()

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

  test('to an account of the same customer under other check digits, which would credit nobody', async () => {
    const savings = niccolo.payerOf(1).productId
    const iban = createCustomers().accountByProductId(savings)?.account.iban ?? ''
    expect(iban.slice(2, 4)).toBe('97')
    const alias = `IT00${iban.slice(4)}`
    expect(await verifyOutcome({ ibanBeneficiary: alias })).toBe('417 FIELD_INVALID ibanBeneficiary')
    expect(await verifyOutcome({ ibanBeneficiary: iban })).toBe('200')
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
    const { kit } = niccolo
    const giulia = await signedIn(kit, 'giulia')
    const payer: Payer = { ...giulia, productId: giulia.products[10] ?? '' }
    await grantConsent(kit, payer.token, payer.customerId, [
      { name: 'PAYMENTS', products: [payer.productId] },
      { name: 'ACCOUNT_INFO', products: [payer.productId] },
    ])
    const fields = { type: 'SWIFT', moneyTransferAmount: { currency: 'USD', amount: '1.00' } }
    expect(await verifyOutcome(fields, niccolo, payer)).toBe('412 SWIFT_CONTRACT_MISSING')
    const prepared = (await succeed(kit, prepareCall(payer))).json()
    expect(prepared).toMatchObject({
      data: { sepa: false, swift: true, swiftcontractSigned: false, flagUrgency: false },
    })
  })
})
