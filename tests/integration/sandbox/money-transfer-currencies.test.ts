import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createCustomers } from '@/sandbox/state/customers'
import { balancesOf, movementsOf, shortRow } from './account-view'
import { outcomeOf } from './banking'
import { succeed } from './consent-journey'
import {
  type Payer,
  payees,
  prepareCall,
  startPaying,
  swift,
  type TransferFields,
  transfer,
  transferData,
  verifyCall,
} from './transfer-journey'

/** The business customer: two accounts in euro, one in dollars, one in pounds; transfers abroad are agreed. */
let officine: Awaited<ReturnType<typeof startPaying>>
beforeAll(async () => {
  officine = await startPaying('officine')
})
afterAll(() => officine.bank.stop())

async function priceOf(payer: Payer, fields: TransferFields): Promise<unknown> {
  const call = verifyCall(payer, await transferData(officine.kit, payer, fields))
  return (await succeed(officine.kit, call)).json()
}

describe('prepare', () => {
  test('offers an account with SWIFT all currencies, with a rate or without', async () => {
    const answer = await succeed(officine.kit, {
      ...prepareCall(officine.payer),
      headers: { 'Accept-Language': 'it' },
    })
    expect(answer.json()).toMatchObject({
      data: {
        sepa: true,
        swift: true,
        swiftcontractSigned: true,
        currency: {
          currencyList: [
            { label: 'Euro', value: 'EUR', rate: '1.0000' },
            { label: 'Dollaro USA', value: 'USD', rate: '1.0842' },
            { label: 'Sterlina britannica', value: 'GBP', rate: '0.8573' },
            { label: 'Franco svizzero', value: 'CHF', rate: '0.9418' },
            { label: 'Yen giapponese', value: 'JPY', rate: '' },
          ],
        },
        countries: expect.arrayContaining([{ label: 'Svizzera', value: '756' }]),
      },
    })
  })

  test('of an account in dollars', async () => {
    const answer = await succeed(officine.kit, prepareCall(officine.payerOf(2)))
    expect(answer.json()).toMatchObject({
      data: {
        sepa: false,
        swift: true,
        flagUrgency: false,
        initialData: { type: 'SWIFT', currency: 'USD' },
        currency: { selected: 'USD' },
      },
    })
  })
})

type Cost = { total: string; fee: string; equivalent: object; bankName: string }

describe('what a transfer costs', () => {
  const none = { amount: '', currency: '' }
  test.each<[what: string, account: number, fields: TransferFields, cost: Cost]>([
    [
      'inside the bank',
      0,
      { ibanBeneficiary: payees.aisha },
      { total: '25.00 EUR', fee: '0.00 EUR', equivalent: none, bankName: 'Banca Zefiro' },
    ],
    [
      'inside the bank, to an account that nobody has',
      0,
      { ibanBeneficiary: payees.nobodyHere },
      { total: '25.00 EUR', fee: '0.00 EUR', equivalent: none, bankName: 'Banca Zefiro' },
    ],
    [
      'urgent inside the bank',
      0,
      { ibanBeneficiary: payees.aisha, flagUrgency: true },
      { total: '27.50 EUR', fee: '2.50 EUR', equivalent: none, bankName: 'Banca Zefiro' },
    ],
    ['SEPA', 0, {}, { total: '25.50 EUR', fee: '0.50 EUR', equivalent: none, bankName: 'Banca Altrove' }],
    [
      'urgent SEPA',
      0,
      { flagUrgency: true, ibanBeneficiary: payees.german },
      { total: '28.00 EUR', fee: '3.00 EUR', equivalent: none, bankName: '' },
    ],
    [
      'SWIFT in euro',
      0,
      swift('EUR', '100.00'),
      { total: '112.00 EUR', fee: '12.00 EUR', equivalent: none, bankName: '' },
    ],
    [
      'dollars from euro',
      0,
      swift('USD', '1084.20'),
      {
        total: '1012.00 EUR',
        fee: '12.00 EUR',
        equivalent: { amount: '1000.00', currency: 'EUR' },
        bankName: '',
      },
    ],
    [
      'dollars from dollars',
      2,
      swift('USD', '100.00'),
      { total: '113.01 USD', fee: '13.01 USD', equivalent: none, bankName: '' },
    ],
    [
      'francs from pounds',
      3,
      swift('CHF', '941.80'),
      {
        total: '867.59 GBP',
        fee: '10.29 GBP',
        equivalent: { amount: '857.30', currency: 'GBP' },
        bankName: '',
      },
    ],
    [
      'yen, which have no rate',
      0,
      swift('JPY', '16325.00'),
      { total: '16325.00 JPY', fee: '12.00 EUR', equivalent: none, bankName: '' },
    ],
  ])('%s', async (_what, account, fields, { total, fee, equivalent, bankName }) => {
    const [amount, currency] = total.split(' ')
    const [commissions, feeCurrency] = fee.split(' ')
    expect(await priceOf(officine.payerOf(account), fields)).toMatchObject({
      data: {
        totalAmount: { amount, currency },
        commissions: { commissions, currency: feeCurrency },
        equivalentAmount: equivalent,
        bankName,
      },
    })
  })

  test('yen have no parts', async () => {
    const { kit, payer } = officine
    const outcome = async (amount: string) =>
      outcomeOf(kit, verifyCall(payer, await transferData(kit, payer, swift('JPY', amount))))
    for (const amount of ['0.50', '16325.50', '16325.01']) {
      expect(await outcome(amount)).toBe('417 FIELD_INVALID moneyTransferAmount.amount')
    }
    expect(await outcome('1.00')).toBe('200')
  })
})

describe('what is debited', () => {
  const rowsOf = async (payer: Payer, cro: string) =>
    (await movementsOf(officine.kit, payer)).pending
      .filter((row) => row.idMoneyTransfer === cro)
      .map(shortRow)
      .sort()

  test('dollars from euro, at the announced rate', async () => {
    const { kit, payer } = officine
    const before = await balancesOf(kit, payer)
    const { cro } = await transfer(kit, payer, swift('USD', '1084.20'))
    expect(await rowsOf(payer, cro)).toEqual([
      '-1000.000 EUR DISPOSIZIONE DI BONIFICO',
      '-12.000 EUR COMMISSIONI BONIFICO',
    ])
    expect((await balancesOf(kit, payer)).available).toBe(before.available - 1012_00n)
  })

  test('yen at the bank’s unannounced rate', async () => {
    const { kit, payer } = officine
    const before = await balancesOf(kit, payer)
    await transfer(kit, payer, swift('JPY', '16325.00'))
    expect((await balancesOf(kit, payer)).available).toBe(before.available - 112_00n)
  })

  test('into an account of this bank in another currency', async () => {
    const { kit, payer, payerOf, bank } = officine
    const dollars = payerOf(2)
    const iban = createCustomers().accountByProductId(dollars.productId)?.account.iban ?? ''
    const before = await balancesOf(kit, dollars)
    await transfer(kit, payer, { ...swift('EUR', '100.00', iban), flagUrgency: false })
    bank.clock.move(120_000)
    expect((await balancesOf(kit, dollars)).available).toBe(before.available + 108_42n)
  })

  test('urgent: booked at once on both sides', async () => {
    const { kit, payer, payerOf } = officine
    const wages = payerOf(1)
    const iban = createCustomers().accountByProductId(wages.productId)?.account.iban
    const before = await balancesOf(kit, wages)
    const { cro } = await transfer(kit, payer, { ibanBeneficiary: iban, flagUrgency: true })
    expect((await balancesOf(kit, wages)).accounting).toBe(before.accounting + 25_00n)
    expect(await rowsOf(payer, cro)).toEqual([])
  })
})

const auditAnswer = z.record(
  z.string(),
  z.object({ customers: z.string(), bank: z.string(), underWay: z.string() }),
)
const cents = (amount: string) => BigInt(amount.replace('.', ''))

/** What customers have, what the bank has, and all there is, per currency in cents. */
async function audit(): Promise<Record<string, { customers: bigint; bank: bigint; all: bigint }>> {
  const answer = auditAnswer.parse(await (await fetch(`${officine.bank.controlUrl}/ledger`)).json())
  const rows = Object.entries(answer).map(([currency, { customers, bank, underWay }]) => {
    const all = cents(customers) + cents(bank) + cents(underWay)
    return [currency, { customers: cents(customers), bank: cents(bank), all }] as const
  })
  return Object.fromEntries(rows)
}

describe('no money comes or goes', () => {
  test('through currencies, fees and clearing', async () => {
    const { kit, payer, payerOf, bank } = officine
    const all = async () => Object.entries(await audit()).map(([currency, one]) => `${currency} ${one.all}`)
    const before = await all()
    const dollars = createCustomers().accountByProductId(payerOf(2).productId)?.account.iban
    await transfer(kit, payer, swift('USD', '33.33'))
    await transfer(kit, payer, swift('CHF', '77.77', dollars))
    await transfer(kit, payerOf(3), swift('JPY', '12345.00'))
    expect(await all()).toEqual(expect.arrayContaining(before))
    bank.clock.move(120_000)
    expect(await all()).toEqual(expect.arrayContaining(before))
  })

  test('to a closed account, which takes none: the bank keeps it', async () => {
    const { kit, payer, bank } = officine
    const accounts = createCustomers()
      .all()
      .flatMap((customer) => customer.accounts)
    const closed = accounts.find((account) => account.closed)?.iban
    bank.clock.move(120_000)
    const before = (await audit()).EUR
    await transfer(kit, payer, { ibanBeneficiary: closed })
    bank.clock.move(120_000)
    const after = (await audit()).EUR
    expect(after?.customers).toBe((before?.customers ?? 0n) - 25_00n)
    expect(after?.bank).toBe((before?.bank ?? 0n) + 25_00n)
  })
})
