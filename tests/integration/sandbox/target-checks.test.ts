import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestSandbox, type TestSandbox } from '@/tests/support/sandbox'
import { accounts, type Checking, startChecking } from './checking'
import { refusalOf } from './journey'
import { basePathOf, callBank } from './raw-client'

let checking: Checking
let bank: TestSandbox
beforeAll(async () => {
  checking = await startChecking()
  bank = checking.bank
})
afterAll(() => bank.stop())

describe('request target', () => {
  const target = (path: string) => `get ${basePathOf(bank.kit)}${path}`
  // an address that does not exist still has its signature checked first: 404 means that it was right
  const verified = '404 NOT_FOUND'

  test('SIG-1: the path is signed in lower case, and only so', async () => {
    const path = '/private/customers/70010001/products/Zq9Xw8Yv7U/moneyTransfer/prepare'
    // looked for only once the signature was right
    expect(await checking.outcome({ path })).toBe('500 ARC04')
    expect(await checking.outcome({ path, signed: { target: target(path) } })).toBe('412 TPP_SIGN_VFY')
  })

  test('SIG-1: a bank set to the target as sent takes it with its case, and only so', async () => {
    const asSent = await startTestSandbox({ settings: { requestTargetCase: 'asSent' } })
    const path = '/private/customers/70010001/moneyTransfer'
    const call = async (text: string) =>
      refusalOf(await callBank(asSent.kit, { path, signed: { target: text } }))
    expect(await call(target(path))).toBe(verified)
    expect(await call(target(path).toLowerCase())).toBe('412 TPP_SIGN_VFY')
    await asSent.stop()
  })

  test('SIG-2: the query is signed', async () => {
    const path = `${accounts}?dateFrom=01%2F02%2F2026&page=2`
    expect(await checking.outcome({ path })).toBe('200')
    expect(await checking.outcome({ path, signed: { target: target(accounts) } })).toBe('412 TPP_SIGN_VFY')
  })

  test('SIG-3: the raw target counts, never the decoded one', async () => {
    const path = '/private/a%2Fb?q=Caff%C3%A8%20%26%20C%2E'
    expect(await checking.outcome({ path })).toBe(verified)
    expect(await checking.outcome({ path, signed: { target: target(decodeURIComponent(path)) } })).toBe(
      '412 TPP_SIGN_VFY',
    )
    expect(bank.journal.entries().at(-1)?.request.target).toBe(`${basePathOf(bank.kit)}${path}`)
  })

  test('SIG-4: order, repetition and valueless parameters stay as sent', async () => {
    expect(await checking.outcome({ path: `${accounts}?z=1&a=2&a=1&flag` })).toBe('200')
    const reordered = target(`${accounts}?a=2&a=1&flag&z=1`)
    expect(
      await checking.outcome({ path: `${accounts}?z=1&a=2&a=1&flag`, signed: { target: reordered } }),
    ).toBe('412 TPP_SIGN_VFY')
  })

  test('SIG-5: the base path belongs to the target, and a forwarded prefix changes nothing', async () => {
    expect(await checking.outcome({ signed: { target: `get ${accounts}` } })).toBe('412 TPP_SIGN_VFY')
    expect(await checking.outcome({ headers: { 'X-Forwarded-Prefix': '/elsewhere' } })).toBe('200')
  })

  test.each([
    ['/private/%zz'],
    ['/private//customers'],
    ['/private/../x'],
    ['/private/customers/%00/accounts/x'],
  ])('an odd target %s is answered like any other', async (path) => {
    expect(await checking.outcome({ path })).toBe(verified)
  })
})
