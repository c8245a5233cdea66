import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { outcomeWithoutTrace } from './account-view'
import { outcomeOf, success } from './banking'
import { approachCall, beginSca, customerOf, decideSca, resourceIdOf, succeed } from './consent-journey'
import { createBrowser } from './journey'
import { openScaPage } from './sca'
import {
  executeCall,
  executeTransfer,
  orderTransfer,
  payees,
  resourceIn,
  startPaying,
  stepCall,
  swift,
  transferData,
  verifyCall,
} from './transfer-journey'

let officine: Awaited<ReturnType<typeof startPaying>>
beforeAll(async () => {
  officine = await startPaying('officine')
})
afterAll(() => officine.bank.stop())

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

describe('verify1 is refused', () => {
  const toSwitzerland = { ibanBeneficiary: payees.swiss }

  test('for a transfer that needs none', async () => {
    const { kit, payer } = officine
    const resourceId = await orderTransfer(kit, payer)
    const address = { beneficiaryAddress: 'Bahnhofstrasse 1', beneficiaryTown: 'Zurich' }
    expect(await outcomeWithoutTrace(officine.kit, payer, stepCall(payer, resourceId, address))).toBe(
      '400 STEP_NOT_ALLOWED STEP_UNEXPECTED',
    )
  })

  test.each([
    ['a town missing', { beneficiaryAddress: 'Bahnhofstrasse 1' }, '417 FIELD_INVALID beneficiaryTown'],
    [
      'a long address',
      { beneficiaryAddress: 'x'.repeat(71), beneficiaryTown: 'Zurich' },
      '417 FIELD_INVALID beneficiaryAddress',
    ],
    [
      'a field too many',
      { beneficiaryAddress: 'Bahnhofstrasse 1', beneficiaryTown: 'Zurich', zip: '8001' },
      '417 FIELD_INVALID zip',
    ],
    [
      'a character that is not allowed',
      { beneficiaryAddress: 'Bahnhofstraße 1', beneficiaryTown: 'Zurich' },
      '422 CHARACTER_NOT_ALLOWED beneficiaryAddress: ß (U+00DF)',
    ],
  ])('with %s', async (_why, address, outcome) => {
    const { kit, payer } = officine
    const data = await transferData(kit, payer, toSwitzerland)
    const resourceId = await resourceIdOf(kit, verifyCall(payer, data))
    expect(await outcomeWithoutTrace(officine.kit, payer, stepCall(payer, resourceId, address))).toBe(outcome)
  })
})

describe('what the customer authorizes', () => {
  const pageOf = async (resourceId: string, language: string) => {
    const { kit, payer } = officine
    const url = await beginSca(kit, payer.token, resourceId)
    return openScaPage(createBrowser(), `${url}&lang=${language}`, customerOf(kit, payer.customerId))
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
