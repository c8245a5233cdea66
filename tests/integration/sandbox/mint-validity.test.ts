import { X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadOrMintKeys } from '@/sandbox/pki/keys-file'
import { MintError } from '@/sandbox/pki/mint-provider'
import { startTestSandbox, type TestSandbox } from '@/tests/support/sandbox'
import { mintBeside } from './minting'

let bank: TestSandbox
beforeAll(async () => {
  bank = await startTestSandbox()
})
afterAll(() => bank.stop())

test.each([
  ['1999-12-31', 10],
  ['2049-12-01', 31],
  ['2050-01-01', 1],
  ['2045-01-01', 3650],
  ['9999-12-31', 397],
])('a validity from %s for %i days cannot be written, and says so', async (validFrom, validDays) => {
  const minted = mintBeside(bank, { name: 'Lontano', validFrom, validDays })
  await expect(minted).rejects.toThrow(MintError)
  await expect(minted).rejects.toThrow(
    'Here certificates are valid from 2000-01-01 at the earliest until 2049-12-31 at the latest',
  )
})

test('the first and the last that can be written are in the certificate as asked for', async () => {
  const validityOf = async (name: string, validFrom: string, validDays: number) => {
    const { qwac } = await mintBeside(bank, { name, validFrom, validDays })
    const certificate = new X509Certificate(qwac.cert)
    return [certificate.validFrom, certificate.validTo].map((text) => new Date(text).toISOString())
  }
  expect(await validityOf('Primo', '2000-01-01', 1)).toEqual([
    '2000-01-01T00:00:00.000Z',
    '2000-01-02T00:00:00.000Z',
  ])
  expect(await validityOf('Ultimo', '2049-12-01', 30)).toEqual([
    '2049-12-01T00:00:00.000Z',
    '2049-12-31T00:00:00.000Z',
  ])
})

test('of some that are minted at once each waits for its turn, and none is lost', async () => {
  const names = ['Gemello A', 'Gemello B', 'Gemello C', 'Gemello D']
  await Promise.all(names.map((name) => mintBeside(bank, { name })))
  const { tpps } = await loadOrMintKeys(bank.dataDir, new Date())
  expect(tpps.map(({ name }) => name).filter((name) => names.includes(name))).toHaveLength(4)
})
