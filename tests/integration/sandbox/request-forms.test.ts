import { X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BankSettings } from '@/sandbox/bank'
import { batchToken, inBatch, outcomeOf } from './banking'
import { accounts, type Checking, startChecking } from './checking'
import { grantConsent, productsOf } from './consent-journey'

describe('a bank that wants TPP-Certificate as PEM', () => {
  let checking: Checking
  let pem: string
  beforeAll(async () => {
    checking = await startChecking()
    await switchTo(checking, { requestCertificateForm: 'pem' })
    pem = new X509Certificate(checking.bank.kit.qseal.cert).toString().trim()
  })
  afterAll(() => checking.bank.stop())

  const outcome = (certificate: string) => checking.outcome({ headers: { 'TPP-Certificate': certificate } })

  test('takes it with blanks, with the two characters \\n, or URL-encoded', async () => {
    expect(await outcome(pem.replaceAll('\n', ' '))).toBe('200')
    expect(await outcome(pem.replaceAll('\n', '\\n'))).toBe('200')
    expect(await outcome(encodeURIComponent(pem))).toBe('200')
  })

  test('takes nothing else', async () => {
    const [, body = ''] = /-----BEGIN CERTIFICATE-----([^-]*)-----END/.exec(pem) ?? []
    for (const wrong of [
      body.replaceAll('\n', ''),
      pem.replaceAll('\n', ' ').replaceAll('CERTIFICATE', 'PUBLIC KEY'),
      `${pem} ${pem}`.replaceAll('\n', ' '),
      encodeURIComponent(pem).replace('%0A', '%0'),
    ]) {
      expect(await outcome(wrong)).toBe('417 HEADER_INVALID TPP-Certificate')
    }
    const other = new X509Certificate(checking.bank.kit.qwac.cert).toString().trim()
    expect(await outcome(other.replaceAll('\n', ' '))).toBe('412 TPP_SIGN_VFY')
  })
})

describe("a bank that wants the end user's address", () => {
  let checking: Checking
  beforeAll(async () => {
    checking = await startChecking({ settings: { psuIpAddress: 'required' } })
  })
  afterAll(() => checking.bank.stop())

  test('refuses a call for a customer who is online without it', async () => {
    expect(await checking.outcome({})).toBe('417 HEADER_MISSING PSU-IP-Address')
    expect(checking.refusedBy()).toBe('address of the end user: PSU-IP-Address')
    expect(await checking.outcome({ headers: { 'PSU-IP-Address': '' } })).toBe(
      '417 HEADER_MISSING PSU-IP-Address',
    )
    expect(await checking.outcome({ headers: { 'PSU-IP-Address': '2001:db8::7' } })).toBe('200')
  })

  test('a batch call has no end user, and needs none', async () => {
    const { kit } = checking.bank
    await switchTo(checking, { psuIpAddress: 'optional' })
    const products = await productsOf(kit, checking.token, '70010001')
    await grantConsent(kit, checking.token, '70010001', [{ name: 'ACCOUNT_INFO', products }])
    await switchTo(checking, { psuIpAddress: 'required' })
    const call = inBatch(kit, await batchToken(kit), { path: accounts })
    expect(await outcomeOf(kit, call)).toBe('200')
  })
})

async function switchTo({ bank }: Checking, change: Partial<BankSettings>): Promise<void> {
  const answer = await fetch(`${bank.controlUrl}/settings`, {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(change),
  })
  if (!answer.ok) throw new Error(`the settings are answered ${answer.status}`)
}
