import { afterEach, describe, expect, it } from 'vitest'
import { GET as readAccounts } from '@/app/api/accounts/route'
import { checkBank } from '@/lib/flows'
import { signInAs, startTestApp, type TestApp } from '@/tests/support/app'

let app: TestApp
afterEach(() => app.stop())

describe('banks of this interface that answer in another form', () => {
  it.each(['envelope', 'redirect-302'] as const)('OA-1: the token answer as %s', async (tokenForm) => {
    app = await startTestApp({ sandbox: { settings: { tokenForm } } })
    const browser = await signInAs('niccolo')
    expect((await browser.get(readAccounts, '/api/accounts')).status).toBe(200)
  })

  it('own header prefix, own base path, path signed as sent, certificate as URL-encoded PEM', async () => {
    app = await startTestApp({
      sandbox: {
        settings: {
          headerPrefix: 'XYZ',
          basePath: '/Open/Banking/v9',
          requestTargetCase: 'asSent',
          certificateForm: 'pem-url-encoded',
        },
      },
      settings: () => ({ BANK_REQUEST_TARGET_CASE: 'asSent' }),
    })
    const browser = await signInAs('niccolo')
    expect((await browser.get(readAccounts, '/api/accounts')).status).toBe(200)
  })
})

describe('the check at start', () => {
  it('TLS-3: the bank saw our QWAC, and its answer verified', async () => {
    app = await startTestApp()
    expect(await checkBank(app.server.flows)).toEqual({ outcome: 'understood' })
    const serial = app.server.flows.bank.describe().qwac.serialNumber
    const [entry] = app.sandbox.journal.entries()
    expect(entry?.certificateSerial?.toUpperCase()).toBe(serial.toUpperCase())
  })

  it('a bank whose seal has another subject is not trusted, and the start logs it', async () => {
    app = await startTestApp({
      settings: () => ({ BANK_SEAL_SUBJECT: 'CN=Another seal, O=Another bank, C=IT' }),
    })
    const check = await checkBank(app.server.flows)
    expect(check).toMatchObject({ outcome: 'failed', cause: { reason: 'certificate_untrusted' } })
  })

  it('an unreachable bank is logged as well', async () => {
    app = await startTestApp()
    await app.sandbox.close()
    expect(await checkBank(app.server.flows)).toMatchObject({ outcome: 'failed', cause: { sent: false } })
  })
})
