import { X509Certificate } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Kit } from '@/sandbox/kit'
import { type DefectName, defectNames, defectRow } from '@/sandbox/pki/defects'
import { keysFilePath, loadOrMintKeys, loadRenewedKeys } from '@/sandbox/pki/keys-file'
import { MintError, mintProvider } from '@/sandbox/pki/mint-provider'
import { startTestSandbox, type TestSandbox } from '@/tests/support/sandbox'
import { expectConsoleError } from '@/tests/support/setup'
import { refusalOf, signIn } from './journey'
import { mintBeside } from './minting'
import { callBank } from './raw-client'

const customerId = { path: '/private/customers/customerid-info' }

describe('a provider minted beside a running bank', () => {
  let bank: TestSandbox
  beforeEach(async () => {
    bank = await startTestSandbox({ settings: { accessControl: true } })
  })
  afterEach(() => bank.stop())

  test('is known at its first call, signs its customer in, and is still there after a restart', async () => {
    const kit = await mintBeside(bank, {
      name: 'Altro S.p.A.',
      displayName: 'Altro conto',
      number: 'PSDIT-BI-30001B',
      appUrl: 'https://altro.example',
    })
    expect(kit.applications).toMatchObject({
      authorization_code: {
        name: 'altro-spa',
        redirectUris: ['https://altro.example/api/bank/callback'],
      },
      client_credentials: { name: 'altro-spa-batch', redirectUris: [] },
    })
    const { accessToken } = await signIn(kit, 'niccolo')
    expect((await callBank(kit, { ...customerId, token: accessToken })).status).toBe(200)
    expect(refusalOf(await callBank(bank.kit, { ...customerId, token: accessToken }))).toBe(
      '401 TOKEN_INVALID',
    )
    bank = await bank.restart()
    const moved = { ...kit, controlUrl: bank.controlUrl }
    expect((await callBank(moved, { ...customerId, token: accessToken })).status).toBe(200)
  })

  test('is shown to the customer by its display name', async () => {
    const kit = await mintBeside(bank, { name: 'Terzo S.r.l.', displayName: 'Il <b>Terzo</b>' })
    const { clientId, redirectUris } = kit.applications.authorization_code
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirectUris[0] ?? '',
      code_challenge: 'a'.repeat(43),
      code_challenge_method: 'S256',
    })
    const login = await fetch(`${kit.browserAuthorizeUrl}?${query}`)
    expect(await login.text()).toContain('Il &lt;b&gt;Terzo&lt;/b&gt;')
  })

  test('has the roles that were asked for, and no others', async () => {
    const kit = await mintBeside(bank, { name: 'Solo Fondi', roles: ['PSP_IC'] })
    const { accessToken } = await signIn(kit, 'niccolo')
    const inquiry = { path: '/private/customers/70010001', token: accessToken }
    expect(refusalOf(await callBank(kit, inquiry))).toBe('403 TPP_ROLE_MISSING PSP_AI')
  })

  test('a name, a number or an application name is given once', async () => {
    await mintBeside(bank, { name: 'Uno', number: 'PSDIT-BI-40001C' })
    const again = (request: { name: string; number?: string }) => mintBeside(bank, request)
    await expect(again({ name: 'Uno' })).rejects.toThrow('The name "Uno" is taken (PSDIT-BI-40001C)')
    await expect(again({ name: 'UNO!' })).rejects.toThrow(MintError)
    await expect(again({ name: 'Uno batch' })).rejects.toThrow(MintError)
    await expect(again({ name: 'Due', number: 'PSDIT-BI-40001C' })).rejects.toThrow(
      'Uno has the number PSDIT-BI-40001C already',
    )
    await expect(again({ name: 'Due', number: '40001C' })).rejects.toThrow('not an authorisation number')
  })

  test('two that are minted at once wait for each other, and both are there', async () => {
    await Promise.all(['Gemello A', 'Gemello B'].map((name) => mintBeside(bank, { name })))
    const { tpps } = await loadOrMintKeys(bank.dataDir, new Date())
    expect(tpps.filter(({ name }) => name.startsWith('Gemello')).length).toBe(2)
  })

  test('is known at its first call, whatever strangers asked at the same moment', async () => {
    const frozen = new Date()
    const still = await startTestSandbox({ wall: () => frozen })
    const outcomeOf = async (kit: Kit, keyId?: string) =>
      refusalOf(await callBank(kit, { ...customerId, signed: { date: frozen, ...(keyId ? { keyId } : {}) } }))
    const stranger = await mintBeside(still, { name: 'Ignoto', defects: ['not-in-register'] })
    for (const name of ['Presto', 'Subito']) {
      expect(await outcomeOf(still.kit, 'nobody')).toBe('412 TPP_SIGN_VFY')
      expect(await outcomeOf(stranger)).toBe('403 TPP_NOT_REGISTERED')
      expect(await outcomeOf(await mintBeside(still, { name }))).toBe('401 TOKEN_MISSING')
    }
    await still.stop()
  })

  test('a keys file that cannot be read is reported once, and everything stays as it was', async () => {
    const text = await readFile(keysFilePath(bank.dataDir), 'utf8')
    await writeFile(keysFilePath(bank.dataDir), text.slice(0, 100))
    const unknown = { ...customerId, signed: { keyId: 'nobody' } }
    for (let call = 0; call < 3; call++) {
      expect(refusalOf(await callBank(bank.kit, unknown))).toBe('412 TPP_SIGN_VFY')
    }
    expect(expectConsoleError()).toEqual([expect.stringContaining('is not whole JSON')])
    expect(refusalOf(await callBank(bank.kit, customerId))).toBe('401 TOKEN_MISSING')
  })
})

describe('defects', () => {
  const refusals: Record<DefectName, string> = {
    'qwac-expired': '403 TPP_CERT_UNTRUSTED',
    'qwac-not-yet-valid': '403 TPP_CERT_UNTRUSTED',
    'qwac-unknown-authority': '403 TPP_CERT_UNTRUSTED',
    'qwac-self-signed': '403 TPP_CERT_UNTRUSTED',
    'qwac-without-chain': '403 TPP_CERT_UNTRUSTED',
    'qwac-is-seal': '403 TPP_CERT_NOT_QWAC',
    'no-qc-statements': '403 TPP_CERT_NOT_QWAC',
    'no-qc-compliance': '403 TPP_CERT_NOT_QWAC',
    'no-psd2-statement': '403 TPP_CERT_NOT_PSD2',
    'role-mismatch': '403 TPP_CERT_NOT_PSD2',
    'authority-mismatch': '403 TPP_CERT_NOT_PSD2',
    'not-in-register': '403 TPP_NOT_REGISTERED',
    'role-not-registered': '403 TPP_NOT_REGISTERED',
    'qwac-not-published': '403 TPP_NOT_REGISTERED',
    'seal-expired': '403 TPP_SEAL_EXPIRED',
    'seal-not-yet-valid': '403 TPP_SEAL_EXPIRED',
    'seal-replaced': '412 TPP_SIGN_VFY',
  }
  /** Why, by the journal: each defect is refused for itself and not for something else. */
  const reasons: Record<DefectName, string> = {
    'qwac-expired': 'client certificate trusted: CERT_HAS_EXPIRED',
    'qwac-not-yet-valid': 'client certificate trusted: CERT_NOT_YET_VALID',
    'qwac-unknown-authority': 'client certificate trusted: UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'qwac-self-signed': 'client certificate trusted: DEPTH_ZERO_SELF_SIGNED_CERT',
    'qwac-without-chain': 'client certificate trusted: UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'qwac-is-seal': 'qualified website certificate: no QcCompliance or QcType 0.4.0.1862.1.6.3',
    'no-qc-statements': 'qualified website certificate: no qcStatements',
    'no-qc-compliance': 'qualified website certificate: no QcCompliance or QcType 0.4.0.1862.1.6.3',
    'no-psd2-statement': 'PSD2 statement: statement or number missing',
    'role-mismatch': 'PSD2 statement: not readable: role identifier and name do not fit',
    'authority-mismatch': 'PSD2 statement: authority of number and statement differ',
    'not-in-register': 'registered provider: number not in the register',
    'role-not-registered': 'registered provider: certificate claims a role that the register lacks',
    'qwac-not-published': 'registered provider: certificate not published for this provider',
    'seal-expired': 'seal certificate in time: out of its validity',
    'seal-not-yet-valid': 'seal certificate in time: out of its validity',
    'seal-replaced': 'seal certificate: TPP-Certificate is not the registered seal certificate',
  }

  let bank: TestSandbox
  const kits = new Map<DefectName, Kit>()
  beforeAll(async () => {
    bank = await startTestSandbox()
    for (const name of defectNames) kits.set(name, await mintBeside(bank, { name, defects: [name] }))
  })
  afterAll(() => bank.stop())

  const outcomeOf = async (name: DefectName) => {
    const kit = kits.get(name)
    if (!kit) throw new Error(`${name} was not minted`)
    return refusalOf(await callBank(kit, customerId))
  }
  const refusedBy = () => {
    const last = bank.journal.entries().at(-1)?.checks.at(-1)
    return `${last?.check}: ${last?.reason}`
  }

  test.each(defectNames)('%s is refused, and for that', async (name) => {
    expect(await outcomeOf(name)).toBe(refusals[name])
    expect(refusedBy()).toBe(reasons[name])
    expect(defectRow(name).refusal).toBe(refusals[name])
  })

  test('a provider without defects passes all of it', async () => {
    const kit = await mintBeside(bank, { name: 'Senza difetti' })
    const later = await bank.restart()
    bank = later
    expect(refusalOf(await callBank(kit, customerId))).toBe('401 TOKEN_MISSING')
  })

  test('a restart does not repair them', async () => {
    bank = await bank.restart()
    for (const name of ['qwac-expired', 'seal-expired'] as const) {
      expect(await outcomeOf(name)).toBe(refusals[name])
    }
  })

  test('defects that do not touch each other combine; those that do are refused, and so is a validity', async () => {
    const mint = (defects: DefectName[], more = {}) =>
      mintBeside(bank, { name: `Con ${defects.join(' ')}`, defects, ...more })
    const kit = await mint(['role-mismatch', 'seal-expired'])
    bank = await bank.restart()
    expect(refusalOf(await callBank(kit, customerId))).toBe('403 TPP_CERT_NOT_PSD2')
    await expect(mint(['qwac-expired', 'qwac-not-yet-valid'])).rejects.toThrow(
      'qwac-expired and qwac-not-yet-valid cannot both hold: validity of the QWAC',
    )
    await expect(mint(['qwac-expired'], { validDays: 5 })).rejects.toThrow(
      'qwac-expired decides the validity',
    )
  })
})

test('a validity that was asked for is kept; only what was not is renewed at a later start', async () => {
  const bank = await startTestSandbox()
  const now = new Date()
  const mint = (name: string, validity: object) =>
    mintProvider(bank.dataDir, { name, roles: ['PSP_AI'], defects: [], ...validity }, now)
  await mint('Breve', { validFrom: '2026-01-01', validDays: 400 })
  await mint('Normale', {})
  const before = (await loadOrMintKeys(bank.dataDir, now)).tpps
  const after = (await loadRenewedKeys(bank.dataDir, new Date(now.getTime() + 500 * 24 * 3600 * 1000))).tpps
  const certs = (tpps: typeof before) =>
    new Map(tpps.map(({ name, qwac, qseal }) => [name, [qwac.cert, qseal.cert]]))
  expect(certs(after).get('Breve')).toEqual(certs(before).get('Breve'))
  expect(certs(after).get('Normale')).not.toEqual(certs(before).get('Normale'))
  const { validFrom, validTo } = new X509Certificate(certs(after).get('Breve')?.[0] ?? '')
  expect(new Date(validFrom).toISOString()).toBe('2026-01-01T00:00:00.000Z')
  expect(new Date(validTo).toISOString()).toBe('2027-02-05T00:00:00.000Z')
  await bank.stop()
})
