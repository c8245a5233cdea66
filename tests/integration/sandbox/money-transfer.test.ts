import { type KeyObject, verify } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { balancesOf, movementsOf, shortRow } from './account-view'
import { type Banking, outcomeOf, signedIn, success } from './banking'
import { decideSca, grantConsent, resourceIdOf, succeed } from './consent-journey'
import { pdfText } from './pdf-text'
import { callBank, digestOf, provenText, sealOf } from './raw-client'
import {
  executeCall,
  executeTransfer,
  orderTransfer,
  type Payer,
  payees,
  prepareCall,
  printerCall,
  resourceIn,
  startPaying,
  transfer,
  transferData,
  verifyCall,
} from './transfer-journey'

let niccolo: Banking & { payer: Payer }
beforeAll(async () => {
  niccolo = await startPaying('niccolo')
})
afterAll(() => niccolo.bank.stop())

const curies = ({ kit, payer }: typeof niccolo) => [
  {
    href: `${kit.baseUrl}/private/customers/70010001/products/${payer.productId}/moneyTransfer/{rel}`,
    name: 'moneyTransfer',
  },
]
const verified = (text: Buffer, signature: Buffer, key: KeyObject) => verify('sha256', text, key, signature)
const minutes = (count: number) => count * 60_000

describe('bank transfer', () => {
  test('prepare has every field of the table', async () => {
    const answer = await succeed(niccolo.kit, prepareCall(niccolo.payer))
    expect(answer.json()).toEqual(
      success({
        data: {
          abi: '09998',
          ABI: '09998',
          sepa: true,
          SEPA: true,
          swift: false,
          SWIFT: false,
          swiftcontractSigned: false,
          SWIFTContractSigned: false,
          initialData: { type: 'SEPA', currency: 'EUR', moneyTransferExecutionDate: '04/06/2035' },
          executionDateMinimumWireTransferAtBank: '04/06/2035',
          executionDateMinimumWireTransferInternal: '04/06/2035',
          flagUrgency: true,
          addBeneficiary: false,
          editBeneficiary: false,
          today: '04/06/2035',
          executionDateLimit: '30/11/2035',
          holidays: ['15/08/2035', '04/10/2035', '01/11/2035'],
          currency: {
            currencyList: [{ label: 'Euro', value: 'EUR', rate: '1.0000' }],
            updated: { date: '01/06/2035', hour: '16:00' },
            selected: 'EUR',
          },
          countries: expect.arrayContaining([{ label: 'Italy', value: '380' }]),
        },
        _links: {
          self: { href: 'prepare', method: 'GET' },
          next: { href: 'verify', method: 'POST' },
          curies: curies(niccolo),
        },
      }),
    )
  })

  test('verify tells what it will cost and makes a resource', async () => {
    const call = verifyCall(niccolo.payer, await transferData(niccolo.kit, niccolo.payer))
    const answer = await succeed(niccolo.kit, call)
    const resourceId = resourceIn(answer)
    expect(answer.json()).toEqual(
      success({
        data: {
          totalAmount: { amount: '25.50', currency: 'EUR' },
          commissions: { commissions: '0.50', currency: 'EUR' },
          equivalentAmount: { amount: '', currency: '' },
          bankName: 'Banca Altrove',
          branchName: 'Filiale di Torino',
          address: 'Corso Lontano 3, 10122 Torino TO',
          moneyTransferOffline: false,
          holdersEnabled: false,
        },
        resources: { resourceId },
        _links: {
          self: { href: 'verify', method: 'POST' },
          next: { href: `${resourceId}/execute`, method: 'PUT' },
          curies: curies(niccolo),
        },
      }),
    )
  })

  test('execute answers with the reference and the address of the document', async () => {
    const { kit, payer } = niccolo
    const resourceId = await orderTransfer(kit, payer)
    await decideSca(kit, payer.token, payer.customerId, resourceId)
    const answer = await succeed(kit, executeCall(payer, resourceId))
    const product = `${kit.baseUrl}/private/customers/70010001/products/${payer.productId}`
    expect(answer.json()).toEqual(
      success(
        {
          data: {
            cro: expect.stringMatching(/^\d{16}$/),
            moneyTransferOffline: false,
            sendEmailEnabled: false,
          },
          resources: { resourceId },
          _links: { self: { href: `${resourceId}/execute`, method: 'PUT' }, curies: curies(niccolo) },
          _embedded: {
            printer: { href: `${product}/common/printer/${resourceId}/retrieve`, method: 'GET' },
          },
        },
        {
          messages: [
            {
              code: 'TRANSFER_ACCEPTED',
              message: 'The transfer has been accepted',
              type: 'SUCCESS',
              detail: '',
            },
            {
              code: 'TRANSFER_EXECUTION_DATE',
              message: 'The transfer is carried out on the date in the detail',
              type: 'INFO',
              detail: '04/06/2035',
            },
          ],
        },
      ),
    )
  })

  test('lowers what is available at once, is pending, then booked with a fee of its own', async () => {
    const { kit, payer, bank } = niccolo
    const before = await balancesOf(kit, payer)
    const { cro } = await transfer(kit, payer, { moneyTransferAmount: { currency: 'EUR', amount: '40.00' } })
    const rows = ['-40.000 EUR DISPOSIZIONE DI BONIFICO', '-0.500 EUR COMMISSIONI BONIFICO']

    expect((await balancesOf(kit, payer)).available).toBe(before.available - 40_50n)
    const pending = (await movementsOf(kit, payer)).pending.filter((row) => row.idMoneyTransfer === cro)
    expect(pending.map(shortRow)).toEqual(expect.arrayContaining(rows))
    expect(pending).toHaveLength(2)

    bank.clock.move(minutes(2))
    const after = await movementsOf(kit, payer)
    expect(after.pending.filter((row) => row.idMoneyTransfer === cro)).toEqual([])
    const booked = after.booked.filter((row) => row.idMoneyTransfer === cro)
    expect(booked.map(shortRow)).toEqual(expect.arrayContaining(rows))
    expect(booked.find((row) => row.codeDescription === 'BONIFICO')).toMatchObject({
      extendedDescription: 'BONIFICO A FAVORE DI Bice Altrove Quota della gita',
      dateAccountingCurrency: '20350604T00:00:00',
      dateLiquidationValue: '20350604T00:00:00',
    })
    const { accounting, available } = await balancesOf(kit, payer)
    expect(available).toBe(before.available - 40_50n)
    expect(accounting).toBeLessThanOrEqual(before.accounting - 40_50n)
  })

  test('to a customer of this bank costs nothing and arrives when it is booked', async () => {
    const { kit, payer, bank } = niccolo
    const aisha = await signedIn(kit, 'aisha')
    const payee: Payer = { ...aisha, productId: aisha.products[0] ?? '' }
    await grantConsent(kit, payee.token, payee.customerId, [
      { name: 'ACCOUNT_INFO', products: [payee.productId] },
    ])
    const before = await balancesOf(kit, payee)
    const { cro } = await transfer(kit, payer, { ibanBeneficiary: payees.aisha })
    expect(await balancesOf(kit, payee)).toEqual(before)
    expect((await movementsOf(kit, payee)).pending).toEqual([])

    bank.clock.move(minutes(2))
    const [row] = (await movementsOf(kit, payee)).booked
    expect(row).toMatchObject({
      amountTransaction: { amount: '25.000', currency: 'EUR' },
      shortDescription: 'BONIFICO A VOSTRO FAVORE',
      extendedDescription: "BONIFICO DISPOSTO DA Niccolò D'Amico Quota della gita",
      idMoneyTransfer: cro,
    })
    const after = await balancesOf(kit, payee)
    expect([after.accounting, after.available]).toEqual([
      before.accounting + 25_00n,
      before.available + 25_00n,
    ])
    const paid = (await movementsOf(kit, payer)).booked.filter((one) => one.idMoneyTransfer === cro)
    expect(paid.map(shortRow)).toEqual(['-25.000 EUR DISPOSIZIONE DI BONIFICO'])
  })

  test('is executed once', async () => {
    const { kit, payer } = niccolo
    const { resourceId } = await transfer(kit, payer)
    const before = await balancesOf(kit, payer)
    expect(await outcomeOf(kit, executeCall(payer, resourceId))).toBe('400 STEP_NOT_ALLOWED FINISHED')
    expect(await balancesOf(kit, payer)).toEqual(before)
  })

  test('two executions at the same time move the money once', async () => {
    const { kit, payer } = niccolo
    const resourceId = await orderTransfer(kit, payer)
    await decideSca(kit, payer.token, payer.customerId, resourceId)
    const before = await balancesOf(kit, payer)
    const call = executeCall(payer, resourceId)
    const outcomes = await Promise.all([outcomeOf(kit, call), outcomeOf(kit, call)])
    expect(outcomes.sort()).toEqual(['200', '400 STEP_NOT_ALLOWED FINISHED'])
    expect((await balancesOf(kit, payer)).available).toBe(before.available - 25_50n)
  })
})

describe('the printed document', () => {
  test('is a PDF, signed like any answer, that names the payee and the reference', async () => {
    const { kit, payer } = niccolo
    const { resourceId, cro, printerUrl } = await transfer(kit, payer)
    const call = printerCall(payer, resourceId)
    expect(`${kit.baseUrl}${call.path}`).toBe(printerUrl)
    const answer = await succeed(kit, call)
    expect(answer.header('content-type')).toBe('application/pdf')
    expect(answer.body.subarray(0, 5).toString()).toBe('%PDF-')
    expect(answer.header('digest')).toBe(digestOf(answer.body))
    const { text, signature } = provenText(kit, call, answer)
    expect(verified(text, signature, sealOf(answer).publicKey)).toBe(true)

    const lines = pdfText(answer.body)
    expect(lines).toEqual(
      expect.arrayContaining(['Banca Zefiro', 'Bank transfer order', 'Bice Altrove', cro, '25.00 EUR']),
    )
    expect((await succeed(kit, call)).body.equals(answer.body)).toBe(true)
  })

  test('is in the language asked for, with what the fonts can draw of every name', async () => {
    const { kit, payer } = niccolo
    const { resourceId } = await transfer(kit, payer, {
      moneyTransferAmount: { currency: 'EUR', amount: '1234.50' },
    })
    const call = { ...printerCall(payer, resourceId), headers: { 'Accept-Language': 'it' } }
    const lines = pdfText((await succeed(kit, call)).body)
    expect(lines).toEqual(
      expect.arrayContaining(['Disposizione di bonifico', 'Beneficiario', '1.234,50 EUR', '4 giugno 2035']),
    )
    expect(lines.join(' ')).toContain("Conto di casa \x96 Niccolò D'Amico")
  })

  test('is there from execution to disposal', async () => {
    const { kit, payer, bank } = niccolo
    const fresh = await orderTransfer(kit, payer)
    expect(await outcomeOf(kit, printerCall(payer, fresh))).toBe('403 SCA_NOT_AUTHORIZED PENDING')
    await decideSca(kit, payer.token, payer.customerId, fresh)
    expect(await outcomeOf(kit, printerCall(payer, fresh))).toBe('400 STEP_NOT_ALLOWED NOT_EXECUTED')
    await executeTransfer(kit, payer, fresh)
    expect(await outcomeOf(kit, printerCall(payer, fresh))).toBe('200')
    bank.clock.move(minutes(10))
    expect(await outcomeOf(kit, printerCall(payer, fresh))).toBe('412 RESOURCE_UNKNOWN')
  })

  test('of a refused transfer there is none', async () => {
    const { kit, payer } = niccolo
    const resourceId = await resourceIdOf(kit, verifyCall(payer, await transferData(kit, payer)))
    await decideSca(kit, payer.token, payer.customerId, resourceId, 'refuse')
    expect(await outcomeOf(kit, printerCall(payer, resourceId))).toBe('403 SCA_NOT_AUTHORIZED NOT_AUTHORIZED')
    expect((await callBank(kit, executeCall(payer, resourceId))).status).toBe(403)
  })
})
