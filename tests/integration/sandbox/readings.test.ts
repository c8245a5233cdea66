import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { BankSettings } from '@/sandbox/bank'
import { formatAmount } from '@/sandbox/money/amount'
import { balancesOf, movementsOf, shortRow } from './account-view'
import { outcomeOf } from './banking'
import { beginSca, customerOf, decideSca, succeed } from './consent-journey'
import { createBrowser, refusalOf } from './journey'
import { pdfText } from './pdf-text'
import { callBank } from './raw-client'
import { authorize, openScaPage } from './sca'
import {
  executeTransfer,
  orderTransfer,
  payees,
  printerCall,
  resourceIn,
  startPaying,
  stepCall,
  transferData,
  verifyCall,
} from './transfer-journey'

/** A company, in whose payments to Switzerland a further step comes after verify. */
let officine: Awaited<ReturnType<typeof startPaying>>
beforeAll(async () => {
  officine = await startPaying('officine')
})
afterAll(() => officine.bank.stop())

/** Runs under other readings, and goes back to those of before. */
async function under(readings: Partial<BankSettings>, run: () => Promise<void>): Promise<void> {
  const send = async (init: RequestInit) => {
    const answer = await fetch(`${officine.bank.controlUrl}/settings`, init)
    if (!answer.ok) throw new Error(`the settings are answered ${answer.status}`)
  }
  const headers = { 'Content-Type': 'application/json' }
  await send({ method: 'PATCH', headers, body: JSON.stringify(readings) })
  try {
    await run()
  } finally {
    await send({ method: 'DELETE' })
  }
}

describe('stepPrice: changed', () => {
  const address = { beneficiaryAddress: 'Bahnhofstrasse 1', beneficiaryTown: 'Zurich' }
  const price = (total: string, fee: string) => ({
    data: {
      totalAmount: { amount: total, currency: 'EUR' },
      commissions: { commissions: fee, currency: 'EUR' },
    },
  })

  test('verify1 tells another fee and total: the SCA page, the debit and the document follow it', () =>
    under({ stepPrice: 'changed' }, async () => {
      const { kit, payer } = officine
      const data = await transferData(kit, payer, { ibanBeneficiary: payees.swiss })
      const verified = await succeed(kit, verifyCall(payer, data))
      expect(verified.json()).toMatchObject(price('25.50', '0.50'))
      const resourceId = resourceIn(verified)
      const stepped = await succeed(kit, stepCall(payer, resourceId, address))
      expect(stepped.json()).toMatchObject(price('27.00', '2.00'))

      const before = await balancesOf(kit, payer)
      const url = await beginSca(kit, payer.token, resourceId)
      const customer = customerOf(kit, payer.customerId)
      const browser = createBrowser()
      const page = await openScaPage(browser, `${url}&lang=en`, customer)
      const text = page.replaceAll('\u00a0', ' ')
      expect([text.includes('2.00 EUR'), text.includes('27.00 EUR')]).toEqual([true, true])
      expect(text).not.toContain('25.50 EUR')
      await authorize(browser, url, customer, 'approve')
      const { cro } = await executeTransfer(kit, payer, resourceId)
      expect((await balancesOf(kit, payer)).available).toBe(before.available - 27_00n)
      const rows = (await movementsOf(kit, payer)).pending.filter((row) => row.idMoneyTransfer === cro)
      expect(rows.map(shortRow).sort()).toEqual([
        '-2.000 EUR COMMISSIONI BONIFICO',
        '-25.000 EUR DISPOSIZIONE DI BONIFICO',
      ])
      const paper = pdfText((await callBank(kit, printerCall(payer, resourceId))).body).join('\n')
      expect(paper).toContain('27.00 EUR')
    }))

  test('verify1 offers no price that cannot be paid', () =>
    under({ stepPrice: 'changed' }, async () => {
      const { kit, payer } = officine
      const { available } = await balancesOf(kit, payer)
      const amount = formatAmount(available - 50n)
      const data = await transferData(kit, payer, {
        ibanBeneficiary: payees.swiss,
        moneyTransferAmount: { currency: 'EUR', amount },
      })
      const resourceId = resourceIn(await succeed(kit, verifyCall(payer, data)))
      expect(refusalOf(await callBank(kit, stepCall(payer, resourceId, address)))).toBe(
        '412 AMOUNT_NOT_AVAILABLE moneyTransferAmount.amount',
      )
    }))

  test('a transfer without a further step costs what verify announced', () =>
    under({ stepPrice: 'changed' }, async () => {
      const { kit, payer } = officine
      const before = await balancesOf(kit, payer)
      const resourceId = await orderTransfer(kit, payer)
      await decideSca(kit, payer.token, payer.customerId, resourceId)
      await executeTransfer(kit, payer, resourceId)
      expect((await balancesOf(kit, payer)).available).toBe(before.available - 25_50n)
    }))
})

describe('stepFields', () => {
  test.each([
    ['named', ['beneficiaryAddress', 'beneficiaryTown']],
    ['silent', []],
    ['other', ['beneficiaryAddress', 'beneficiaryTown', 'beneficiaryTaxCode']],
  ] as const)('verify names the fields of verify1, which takes these alone: %s', (stepFields, names) =>
    under({ stepFields }, async () => {
      const { kit, payer } = officine
      const toSwitzerland = await transferData(kit, payer, { ibanBeneficiary: payees.swiss })
      const verified = await succeed(kit, verifyCall(payer, toSwitzerland))
      const messages = names.map((detail) => ({
        code: 'TRANSFER_DATA_NEEDED',
        message: expect.stringMatching(/ beneficiar/),
        type: 'INFO',
        detail,
      }))
      expect(verified.json()).toMatchObject({ result: { messages } })
      const inItaly = await succeed(kit, verifyCall(payer, await transferData(kit, payer)))
      expect(inItaly.json()).toMatchObject({ result: { messages: [] } })

      const resourceId = resourceIn(verified)
      const all = ['beneficiaryAddress', 'beneficiaryTown', ...(stepFields === 'other' ? [names[2]] : [])]
      const data = Object.fromEntries(all.map((name) => [name, 'Zurich']))
      const { [all.at(-1) ?? '']: _last, ...fewer } = data
      expect(await outcomeOf(kit, stepCall(payer, resourceId, fewer))).toBe(`417 FIELD_INVALID ${all.at(-1)}`)
      expect(await outcomeOf(kit, stepCall(payer, resourceId, { ...data, zip: '8001' }))).toBe(
        '417 FIELD_INVALID zip',
      )
      expect((await succeed(kit, stepCall(payer, resourceId, data))).json()).toMatchObject({
        result: { messages: [] },
      })
    }),
  )
})

describe('payloads that are not shown', () => {
  const product = () => `/private/customers/${officine.customerId}/products/${officine.payer.productId}`
  const read = async (path: string) => JSON.stringify((await succeed(officine.kit, call(path))).json())
  const call = (path: string) => ({ path, token: officine.token })
  const allMovements = '/transactions/retrieve?dateFrom=01/01/2020'
  /** Endpoints 13, 15, 16 and 17. */
  const readAll = async () => {
    const customer = `/private/customers/${officine.customerId}`
    const account = product()
    const paths = [customer, account, `${account}/balance/retrieve`, `${account}${allMovements}`]
    return (await Promise.all(paths.map(read))).join('\n')
  }

  test('unspecifiedDates: slashed: every date is, and none is a timestamp', () =>
    under({ unspecifiedDates: 'slashed' }, async () => {
      const text = await readAll()
      expect(text).not.toMatch(/\d{8}T00:00:00/)
      for (const name of ['date', 'dateAccountingCurrency', 'dateLiquidationValue', 'customerSince']) {
        expect(text).toMatch(new RegExp(`"${name}":"\\d{2}/\\d{2}/\\d{4}"`))
      }
      expect(text).toContain('"openingDate":"')
    }))

  test('movementDecimals: 2: amounts of movements are written like all others', () =>
    under({ movementDecimals: '2' }, async () => {
      const { data } = z
        .object({
          data: z.object({
            transactionsAccounting: z
              .array(
                z.object({ amountTransaction: z.object({ amount: z.string().regex(/^-?\d+\.\d{2}$/) }) }),
              )
              .min(1),
          }),
        })
        .parse(JSON.parse(await read(`${product()}${allMovements}`)))
      expect(data.transactionsAccounting.length).toBeGreaterThan(100)
    }))
})
