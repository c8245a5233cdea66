import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { balancesOf, movementsOf } from './account-view'
import { outcomeOf, signedIn } from './banking'
import { decideSca, succeed } from './consent-journey'
import {
  executeCall,
  orderTransfer,
  type Payer,
  payees,
  prepareCall,
  setBankTime,
  startPaying,
  type TransferFields,
  transfer,
  transferData,
  verifyCall,
} from './transfer-journey'

let niccolo: Awaited<ReturnType<typeof startPaying>>
beforeAll(async () => {
  niccolo = await startPaying('niccolo')
})
afterAll(() => niccolo.bank.stop())

/** The customer at another time of the bank: signed in anew, because a token lasts half an hour. */
async function at(local: string): Promise<Payer> {
  const { bank, kit, payer } = niccolo
  setBankTime(bank, local)
  return { ...payer, ...(await signedIn(kit, 'niccolo')) }
}

async function outcomeOn(payer: Payer, moneyTransferExecutionDate: string, fields: TransferFields = {}) {
  const data = await transferData(niccolo.kit, payer, { ...fields, moneyTransferExecutionDate })
  return outcomeOf(niccolo.kit, verifyCall(payer, data))
}

const tooEarly = '417 FIELD_INVALID moneyTransferExecutionDate'
const internal = { ibanBeneficiary: payees.aisha }
const urgent = { flagUrgency: true }

describe('the first execution day', () => {
  test('after the cut-off of other banks', async () => {
    const payer = await at('2035-06-05T17:30:00')
    expect((await succeed(niccolo.kit, prepareCall(payer))).json()).toMatchObject({
      data: {
        today: '05/06/2035',
        executionDateMinimumWireTransferAtBank: '06/06/2035',
        executionDateMinimumWireTransferInternal: '05/06/2035',
        currency: { updated: { date: '05/06/2035', hour: '16:00' } },
      },
    })
    expect(await outcomeOn(payer, '05/06/2035')).toBe(tooEarly)
    expect(await outcomeOn(payer, '06/06/2035')).toBe('200')
    expect(await outcomeOn(payer, '05/06/2035', internal)).toBe('200')
    expect(await outcomeOn(payer, '05/06/2035', urgent)).toBe('200')
  })

  test('after the closing of this bank, which is offline then', async () => {
    const payer = await at('2035-06-05T22:00:00')
    expect(await outcomeOn(payer, '05/06/2035', internal)).toBe(tooEarly)
    expect(await outcomeOn(payer, '05/06/2035', urgent)).toBe('200')
    const data = await transferData(niccolo.kit, payer)
    expect((await succeed(niccolo.kit, verifyCall(payer, data))).json()).toMatchObject({
      data: { moneyTransferOffline: true },
    })
  })

  test('on a weekend', async () => {
    const payer = await at('2035-06-09T10:00:00')
    expect((await succeed(niccolo.kit, prepareCall(payer))).json()).toMatchObject({
      data: {
        today: '09/06/2035',
        executionDateMinimumWireTransferAtBank: '11/06/2035',
        executionDateMinimumWireTransferInternal: '11/06/2035',
      },
    })
    expect(await outcomeOn(payer, '09/06/2035', urgent)).toBe(tooEarly)
    expect(await outcomeOn(payer, '11/06/2035')).toBe('200')
  })

  test('on a holiday, and across Easter', async () => {
    const holiday = await at('2035-08-15T10:00:00')
    expect(await outcomeOn(holiday, '15/08/2035', urgent)).toBe(tooEarly)
    expect(await outcomeOn(holiday, '16/08/2035')).toBe('200')
    const maundyThursday = await at('2036-04-10T18:00:00')
    expect((await succeed(niccolo.kit, prepareCall(maundyThursday))).json()).toMatchObject({
      data: {
        executionDateMinimumWireTransferAtBank: '15/04/2036',
        executionDateMinimumWireTransferInternal: '10/04/2036',
        holidays: expect.arrayContaining(['11/04/2036', '14/04/2036']),
      },
    })
  })
})

describe('a transfer whose day passes before it is executed', () => {
  test('is refused, and stays as it is', async () => {
    const { bank, kit } = niccolo
    const payer = await at('2035-06-12T17:28:00')
    const resourceId = await orderTransfer(kit, payer)
    await decideSca(kit, payer.token, payer.customerId, resourceId)
    const before = await balancesOf(kit, payer)
    bank.clock.move(3 * 60_000)
    expect(await outcomeOf(kit, executeCall(payer, resourceId))).toBe(tooEarly)
    expect(await balancesOf(kit, payer)).toEqual(before)
    expect(
      (await succeed(kit, { path: `/private/operations/${resourceId}/status`, token: payer.token })).json(),
    ).toMatchObject({
      data: { authorizationStatus: 'AUTHORIZED', executionStatus: 'PENDING' },
    })
  })
})

describe('a transfer for a later day', () => {
  test('lowers what is available now and is booked on its day', async () => {
    const { kit } = niccolo
    const payer = await at('2035-06-19T10:00:00')
    const before = await balancesOf(kit, payer)
    const { cro } = await transfer(kit, payer, { moneyTransferExecutionDate: '25/06/2035' })
    expect(await balancesOf(kit, payer)).toEqual({ ...before, available: before.available - 25_50n })

    const eve = await at('2035-06-24T23:59:00')
    expect((await movementsOf(kit, eve)).pending.filter((row) => row.idMoneyTransfer === cro)).toHaveLength(2)
    const day = await at('2035-06-25T00:02:00')
    const booked = (await movementsOf(kit, day)).booked.filter((row) => row.idMoneyTransfer === cro)
    expect(booked.map((row) => row.dateAccountingCurrency)).toEqual([
      '20350625T00:00:00',
      '20350625T00:00:00',
    ])
    const after = await balancesOf(kit, day)
    expect(after.available).toBe(before.available - 25_50n)
    expect(after.accounting).toBe(after.available)
  })
})

describe('twin fields', () => {
  test.each([
    ['first', { abi: '09998', sepa: true, swift: false, swiftcontractSigned: false }],
    ['second', { ABI: '09998', SEPA: true, SWIFT: false, SWIFTContractSigned: false }],
    [
      'conflict',
      {
        abi: '09998',
        ABI: '09991',
        sepa: true,
        SEPA: false,
        swift: false,
        SWIFT: true,
        swiftcontractSigned: false,
        SWIFTContractSigned: true,
      },
    ],
  ] as const)('%s', async (twinFields, twins) => {
    const other = await startPaying('aisha', undefined, { settings: { twinFields } })
    try {
      const answer = (await succeed(other.kit, prepareCall(other.payer))).body.toString()
      const [, inside = ''] = /"data":\{(.*?),"initialData"/.exec(answer) ?? []
      expect(JSON.parse(`{${inside}}`)).toEqual(twins)
    } finally {
      await other.bank.stop()
    }
  })
})
