import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { callContext, type HostileBank, refusalOf, startHostileBank } from '@/tests/support/hostile-bank'
import { envelope } from '@/tests/support/sealed-answer'

let bank: HostileBank
beforeAll(async () => {
  bank = await startHostileBank()
})
afterAll(() => bank.close())
beforeEach(() => {
  bank.requests.length = 0
})

const product = { customerId: '10023456', productId: 'Ab12Cd34Ef' }
const group = '/psd2/v0/private/customers/10023456/products/Ab12Cd34Ef/moneyTransfer'
const client = () => bank.client().client
const answerWith = (data: unknown) => bank.answer((request) => bank.seal(request, { body: envelope(data) }))

const PREPARED = {
  abi: '05428',
  SEPA: true,
  swift: false,
  SWIFTContractSigned: false,
  flagUrgency: true,
  addBeneficiary: true,
  editBeneficiary: false,
  initialData: { payer: { name: 'Anna' } },
  executionDateMinimumWireTransferAtBank: '07/04/2026',
  executionDateMinimumWireTransferInternal: '03/04/2026',
  today: '03/04/2026',
  executionDateLimit: '31/12/2026',
  holidays: ['06/04/2026', '25/04/2026'],
  currency: {
    currencyList: [
      { label: 'Euro', value: 'EUR', rate: '' },
      { label: 'Dollaro', value: 'USD', rate: '1.0823' },
    ],
    updated: { date: '02/04/2026', hour: '18:30' },
    selected: 'EUR',
  },
  countries: [{ label: 'Italia', value: '086' }],
}

describe('prepare', () => {
  const prepare = () => client().prepareTransfer(callContext(), product)

  test('DAT-1: tells what a transfer may look like, days as days', async () => {
    answerWith(PREPARED)
    expect(await prepare()).toEqual({
      abi: '05428',
      sepa: true,
      swift: false,
      swiftContractSigned: false,
      urgency: true,
      addBeneficiary: true,
      editBeneficiary: false,
      initialData: { fields: [{ path: 'payer.name', kind: 'text', value: 'Anna' }], isComplete: true },
      earliestDate: '2026-04-07',
      earliestDateInternal: '2026-04-03',
      today: '2026-04-03',
      latestDate: '2026-12-31',
      holidays: ['2026-04-06', '2026-04-25'],
      currencies: [
        { code: 'EUR', label: 'Euro', rate: undefined },
        { code: 'USD', label: 'Dollaro', rate: '1.0823' },
      ],
      ratesUpdated: { date: '2026-04-02', hour: '18:30' },
      selectedCurrency: 'EUR',
      countries: [{ code: '086', label: 'Italia' }],
      conflicts: [],
      odd: [],
    })
    expect(bank.requests[0]).toMatchObject({ method: 'GET', target: `${group}/prepare` })
  })

  test('of twins that disagree takes what allows less, and says so', async () => {
    const twins = { ABI: '03069', sepa: false, SWIFT: true, swiftcontractSigned: true }
    answerWith({ ...PREPARED, ...twins })
    const { abi, sepa, swift, swiftContractSigned, conflicts } = await prepare()
    expect({ abi, sepa, swift, swiftContractSigned }).toEqual({
      abi: undefined,
      sepa: false,
      swift: false,
      swiftContractSigned: false,
    })
    expect(conflicts).toEqual(['abi', 'sepa', 'swift', 'swiftcontractSigned'])
  })

  test('twins that agree, or of which one is odd, are no conflict', async () => {
    answerWith({ ...PREPARED, ABI: '05428', sepa: 'yes' })
    expect(await prepare()).toMatchObject({ abi: '05428', sepa: true, conflicts: [], odd: ['sepa'] })
  })

  test('lives with whatever is missing or odd', async () => {
    answerWith({})
    expect(await prepare()).toMatchObject({ today: undefined, holidays: [], currencies: [], odd: [] })
    answerWith({
      ...PREPARED,
      today: '2026',
      holidays: ['06/04/2026', '31/02/2026', null],
      currency: { currencyList: ['EUR', { value: 'USD' }], updated: 'yesterday' },
      countries: {},
    })
    expect(await prepare()).toMatchObject({
      today: undefined,
      holidays: ['2026-04-06'],
      currencies: [{ code: 'USD', label: 'USD', rate: undefined }],
      countries: [],
      odd: ['currency.updated', 'today', 'holidays', 'currency.currencyList', 'countries'],
    })
  })

  test.each([[null], [[]], ['x']])('data %j is refused', async (data) => {
    answerWith(data)
    expect(await refusalOf(prepare())).toMatchObject({ reason: 'schema' })
  })
})
