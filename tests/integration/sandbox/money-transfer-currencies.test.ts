import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCustomers } from '@/sandbox/state/customers'
import { balancesOf, movementsOf, shortRow } from './account-view'
import { outcomeOf, success } from './banking'
import { approachCall, beginSca, decideSca, resourceIdOf, succeed } from './consent-journey'
import { createBrowser } from './journey'
import { openScaPage } from './sca'
import {
  executeCall,
  executeTransfer,
  orderTransfer,
  type Payer,
  payees,
  prepareCall,
  resourceIn,
  startPaying,
  stepCall,
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

const swift = (currency: string, amount: string, ibanBeneficiary = payees.turkish): TransferFields => ({
  type: 'SWIFT',
  moneyTransferAmount: { currency, amount },
  ibanBeneficiary,
})

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

  test('an amount that comes to nothing in the currency of the account', async () => {
    const { kit, payer } = officine
    const call = verifyCall(payer, await transferData(kit, payer, swift('JPY', '0.50')))
    expect(await outcomeOf(kit, call)).toBe('417 FIELD_INVALID moneyTransferAmount.amount')
  })
})

describe('what is debited', () => {
  const rowsOf = async (payer: Payer, cro: string) =>
    (await movementsOf(officine.kit, payer)).pending
      .filter((row) => row.idMoneyTransfer === cro)
      .map(shortRow)
      .sort()

  test('dollars from euro, at the rate that was told', async () => {
    const { kit, payer } = officine
    const before = await balancesOf(kit, payer)
    const { cro } = await transfer(kit, payer, swift('USD', '1084.20'))
    expect(await rowsOf(payer, cro)).toEqual([
      '-1000.000 EUR DISPOSIZIONE DI BONIFICO',
      '-12.000 EUR COMMISSIONI BONIFICO',
    ])
    expect((await balancesOf(kit, payer)).available).toBe(before.available - 1012_00n)
  })

  test('yen at the rate of the bank, that nobody was told', async () => {
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

describe('verify1', () => {
  test.each([payees.swiss, payees.british])(
    'comes between verify and SCA for %s',
    async (ibanBeneficiary) => {
      const { kit, payer } = officine
      const verified = await succeed(
        kit,
        verifyCall(payer, await transferData(kit, payer, { ibanBeneficiary })),
      )
      const resourceId = resourceIn(verified)
      expect(verified.json()).toMatchObject({
        _links: { next: { href: `${resourceId}/verify1`, method: 'PUT' } },
      })
      expect(await outcomeOf(kit, approachCall(kit, payer.token, resourceId))).toBe(
        '400 STEP_NOT_ALLOWED STEP_MISSING',
      )

      const address = { beneficiaryAddress: 'Bahnhofstrasse 1', beneficiaryTown: 'Zurich' }
      const step = stepCall(payer, resourceId, address)
      const answer = await succeed(kit, step)
      const product = `${kit.baseUrl}/private/customers/70010005/products/${payer.productId}`
      expect(answer.json()).toEqual(
        success({
          data: {
            totalAmount: { amount: '25.50', currency: 'EUR' },
            commissions: { commissions: '0.50', currency: 'EUR' },
            equivalentAmount: { amount: '', currency: '' },
            bankName: '',
            branchName: '',
            address: '',
            moneyTransferOffline: false,
            holdersEnabled: false,
          },
          resources: { resourceId },
          _links: {
            self: { href: `${resourceId}/verify1`, method: 'PUT' },
            next: { href: `${resourceId}/execute`, method: 'PUT' },
            curies: [{ href: `${product}/moneyTransfer/{rel}`, name: 'moneyTransfer' }],
          },
        }),
      )
      expect(await outcomeOf(kit, step)).toBe('400 STEP_NOT_ALLOWED STEP_UNEXPECTED')
      await decideSca(kit, payer.token, payer.customerId, resourceId)
      expect(await outcomeOf(kit, step)).toBe('400 STEP_NOT_ALLOWED SCA_STARTED')
      await executeTransfer(kit, payer, resourceId)
    },
  )

  test('is not needed for SWIFT, nor execute possible without it', async () => {
    const { kit, payer } = officine
    const abroad = await resourceIdOf(
      kit,
      verifyCall(payer, await transferData(kit, payer, swift('CHF', '10.00', payees.swiss))),
    )
    await decideSca(kit, payer.token, payer.customerId, abroad)
    await executeTransfer(kit, payer, abroad)
    const fields = { ibanBeneficiary: payees.swiss }
    const resourceId = await resourceIdOf(kit, verifyCall(payer, await transferData(kit, payer, fields)))
    expect(await outcomeOf(kit, executeCall(payer, resourceId))).toBe('403 SCA_NOT_AUTHORIZED PENDING')
  })
})

describe('what the customer authorizes', () => {
  const pageOf = async (resourceId: string, language: string) => {
    const { kit, payer } = officine
    const url = await beginSca(kit, payer.token, resourceId)
    const customer = kit.customers.find(({ username }) => username === 'officine') ?? {
      username: '',
      oneTimeCode: '',
    }
    return openScaPage(createBrowser(), `${url}&lang=${language}`, customer)
  }

  test('amount, payee, account, date, fee, total, to the last fact', async () => {
    const page = await pageOf(
      await orderTransfer(officine.kit, officine.payer, { ibanBeneficiary: payees.swiss }),
      'en',
    )
    for (const fact of [
      '25.00 EUR',
      'Bice Altrove',
      'CH93 0076 2011 6238 5295 7',
      '1 High Street, Leeds',
      '4 June 2035',
      'Quota della gita',
      '0.50 EUR',
      '25.50 EUR',
      'Operativo',
    ]) {
      expect(page.replaceAll('\u00a0', ' ')).toContain(fact)
    }
  })

  test('in Italian; without a rate, how the amount comes about', async () => {
    const page = await pageOf(
      await orderTransfer(officine.kit, officine.payer, swift('JPY', '16325.00')),
      'it',
    )
    expect(page.replaceAll('\u00a0', ' ')).toContain('16.325,00 JPY')
    expect(page.replaceAll('\u00a0', ' ')).toContain('al cambio del momento di esecuzione, più 12,00 EUR')
  })
})
