import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CertificateRequest, certify, mint, type Profile } from '@/sandbox/pki/mint'
import { allRoles } from '@/sandbox/pki/oids'
import { startTestSandbox, type TestSandbox } from '@/tests/support/sandbox'
import { accounts, type Checking, startChecking } from './checking'
import { refusalOf } from './journey'
import { callBank } from './raw-client'

let checking: Checking
let bank: TestSandbox
beforeAll(async () => {
  checking = await startChecking()
  bank = checking.bank
})
afterAll(() => bank.stop())

describe('client certificate', () => {
  /** A certificate for the connection, issued by the trusted authority unless said otherwise. */
  async function certificateWith(
    profile: Profile,
    { number = 'PSDIT-BI-19495S', issuer = bank.keys.trust.issuing, from = new Date(), chain = true } = {},
  ) {
    const pair = await mint(
      {
        subject: { commonName: 'test', organizationName: 'Test', organizationIdentifier: number },
        profile,
        from,
        validityDays: 30,
      },
      issuer,
    )
    return { key: pair.key, cert: chain ? `${pair.cert}${bank.keys.trust.issuing.cert}` : pair.cert }
  }
  const web: Profile = {
    kind: 'qualified',
    use: 'web',
    hostNames: ['tpp.example'],
    psd2: { roles: ['PSP_AI'], ncaName: 'Bank of Italy' },
  }

  test('none: 403', async () => {
    expect(await checking.outcome({ certificate: null })).toBe('403 TPP_CERT_MISSING')
  })

  test('TLS-2: leaf without its chain: 403, because only the root is trusted', async () => {
    const [leaf = ''] = bank.kit.qwac.cert.split(/(?<=-----END CERTIFICATE-----\n)/)
    expect(await checking.outcome({ certificate: { cert: leaf, key: bank.kit.qwac.key } })).toBe(
      '403 TPP_CERT_UNTRUSTED',
    )
    expect(checking.refusedBy()).toBe('client certificate trusted: UNABLE_TO_VERIFY_LEAF_SIGNATURE')
  })

  test('issued by somebody else under the same name: 403', async () => {
    const stranger = await mint({
      subject: {
        commonName: 'Sandbox Qualified Issuing CA',
        organizationName: 'Sandbox Trust Services S.p.A.',
      },
      profile: { kind: 'authority', pathLength: 0 },
      from: new Date(),
      validityDays: 30,
    })
    expect(await checking.outcome({ certificate: await certificateWith(web, { issuer: stranger }) })).toBe(
      '403 TPP_CERT_UNTRUSTED',
    )
  })

  test('expired: 403', async () => {
    const from = new Date(Date.now() - 60 * 24 * 60 * 60 * 1000)
    expect(await checking.outcome({ certificate: await certificateWith(web, { from }) })).toBe(
      '403 TPP_CERT_UNTRUSTED',
    )
    expect(checking.refusedBy()).toBe('client certificate trusted: CERT_HAS_EXPIRED')
  })

  test('the seal certificate instead of the website certificate: 403', async () => {
    expect(await checking.outcome({ certificate: bank.kit.qseal })).toBe('403 TPP_CERT_NOT_QWAC')
  })

  test('qualified but without the PSD2 statement, or without a role in it: 403', async () => {
    const without: Profile = { kind: 'qualified', use: 'web', hostNames: ['tpp.example'] }
    expect(await checking.outcome({ certificate: await certificateWith(without) })).toBe(
      '403 TPP_CERT_NOT_PSD2',
    )
    const roleless: Profile = { ...web, psd2: { roles: [], ncaName: 'Bank of Italy' } }
    expect(await checking.outcome({ certificate: await certificateWith(roleless) })).toBe(
      '403 TPP_CERT_NOT_PSD2',
    )
  })

  test('a number that is not in the register: 403', async () => {
    const certificate = await certificateWith(web, { number: 'PSDIT-BI-00000X' })
    expect(await checking.outcome({ certificate })).toBe('403 TPP_NOT_REGISTERED')
    expect(checking.refusedBy()).toBe('registered provider: number not in the register')
  })

  test('right in every way but not published by the sandbox: 403', async () => {
    expect(await checking.outcome({ certificate: await certificateWith(web) })).toBe('403 TPP_NOT_REGISTERED')
    expect(checking.refusedBy()).toBe('registered provider: certificate not published for this provider')
  })
})

describe('seal certificate', () => {
  const dayMs = 24 * 60 * 60 * 1000

  /** A bank where the provider's seal certificate holds from one day to another, counted from now. */
  async function bankWithSeal(from: number, to: number, wall: () => Date): Promise<TestSandbox> {
    return startTestSandbox({
      wall,
      changeKeys: (keys) => ({
        ...keys,
        tpps: keys.tpps.map((tpp) => {
          const request: CertificateRequest = {
            subject: {
              commonName: tpp.name,
              organizationName: tpp.name,
              organizationIdentifier: tpp.organizationIdentifier,
            },
            profile: { kind: 'qualified', use: 'seal', psd2: { roles: tpp.roles, ncaName: 'Bank of Italy' } },
            from: new Date(Date.now() + from * dayMs),
            validityDays: to - from,
          }
          return {
            ...tpp,
            qseal: { ...tpp.qseal, cert: certify(request, tpp.qseal.key, keys.trust.issuing) },
          }
        }),
      }),
    })
  }

  test.each([
    ['has run out', 31],
    ['is not valid yet', 9],
  ])('that %s: 403, although the website certificate is in time', async (_title, day) => {
    let at = Date.now() + 20 * dayMs
    const other = await bankWithSeal(10, 30, () => new Date(at))
    const outcome = async () =>
      refusalOf(await callBank(other.kit, { path: accounts, signed: { date: new Date(at) } }))
    expect(await outcome()).toBe('401 TOKEN_MISSING')
    at += (day - 20) * dayMs
    expect(await outcome()).toBe('403 TPP_SEAL_EXPIRED')
    expect(other.journal.entries().at(-1)?.checks.at(-1)).toEqual({
      check: 'seal certificate in time',
      verdict: 'refused',
      reason: 'out of its validity',
    })
    await other.stop()
  })
})

test('the kit of all roles claims exactly the four roles of TS 119 495', () => {
  expect(bank.keys.tpps[0]?.roles).toEqual([...allRoles])
})
