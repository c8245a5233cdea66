import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import type { Kit } from '@/sandbox/kit'
import { type SandboxKeys, tppRequest } from '@/sandbox/pki/key-set'
import { certify } from '@/sandbox/pki/mint'
import type { CertificateUse } from '@/sandbox/pki/oids'
import { startTestSandbox, type TestSandbox } from '@/tests/support/sandbox'
import { refusalOf } from './journey'
import { mintBeside } from './minting'
import { callBank } from './raw-client'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const hourMs = 60 * 60 * 1000

let bank: TestSandbox
afterEach(() => bank.stop())

/** Certificates of the first provider that run out in 23 hours. */
function nearlyOver(keys: SandboxKeys): SandboxKeys {
  const from = new Date(Date.now() - hourMs)
  return {
    ...keys,
    tpps: keys.tpps.map((tpp) => {
      const again = (use: CertificateUse, key: string) => ({
        cert: certify({ ...tppRequest(tpp, use, from), validityDays: 1 }, key, keys.trust.issuing),
        key,
      })
      return { ...tpp, qwac: again('web', tpp.qwac.key), qseal: again('seal', tpp.qseal.key) }
    }),
  }
}

/** What a command prints beside the running bank. */
async function printedBy(command: 'kit' | 'providers'): Promise<string> {
  const apiPort = new URL(bank.apiUrl).port
  const args = ['--import', 'tsx', 'sandbox/main.ts', command, '--data-dir', bank.dataDir]
  return (await promisify(execFile)(process.execPath, [...args, '--api-port', apiPort], { cwd: root })).stdout
}

const outcomeWith = async (kit: Kit) =>
  refusalOf(await callBank(kit, { path: '/private/customers/customerid-info' }))

test('certificates are renewed when the bank starts, and by no program beside it', async () => {
  // it started three hours ago, when there was more than a day left
  let startedAgoMs = 3 * hourMs
  const wall = () => new Date(Date.now() - startedAgoMs)
  bank = await startTestSandbox({ wall, changeKeys: nearlyOver })
  startedAgoMs = 0
  expect(await printedBy('providers')).toContain('PSDIT-BI-19495S')
  await mintBeside(bank, { name: 'Altro S.p.A.' })
  const kit: Kit = JSON.parse(await printedBy('kit'))
  expect(await outcomeWith(kit)).toBe('401 TOKEN_MISSING')

  bank = await bank.restart()
  const renewed: Kit = JSON.parse(await printedBy('kit'))
  expect(renewed.qwac.key).toBe(kit.qwac.key)
  expect(renewed.qwac.cert).not.toBe(kit.qwac.cert)
  expect(await outcomeWith(renewed)).toBe('401 TOKEN_MISSING')
  expect(await outcomeWith(kit)).toBe('403 TPP_NOT_REGISTERED')
  // the provider that was minted meanwhile is still there
  expect(await printedBy('providers')).toContain('Altro S.p.A.')
})

test('a bank that renews and a provider that is minted at that moment do not undo each other', async () => {
  bank = await startTestSandbox({ wall: () => new Date(Date.now() - 3 * hourMs), changeKeys: nearlyOver })
  const before = bank.kit.qwac.cert
  const [again, minted] = await Promise.all([
    bank.restart({ wall: () => new Date() }),
    mintBeside(bank, { name: 'Altro S.p.A.' }),
  ])
  bank = again
  const kit: Kit = JSON.parse(await printedBy('kit'))
  expect(kit.qwac.cert).not.toBe(before)
  expect(await outcomeWith(kit)).toBe('401 TOKEN_MISSING')
  expect(await outcomeWith(minted)).toBe('401 TOKEN_MISSING')
})
