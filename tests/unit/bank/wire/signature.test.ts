import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ProtocolFault } from '@/lib/bank/errors'
import { prepareSettings } from '@/lib/bank/settings'
import { prepareHeaders } from '@/lib/bank/wire/headers'
import { underBase } from '@/lib/bank/wire/path'
import { formatSignatureHeader, parseSignatureHeader, requestTarget } from '@/lib/bank/wire/signature'
import { bankPki } from '@/tests/support/bank-pki'
import { bankConfig } from '@/tests/support/hostile-bank'

const settings = prepareSettings(bankConfig('https://bank.example', bankPki()), new Date())
const at = new Date('2026-03-03T09:05:07Z')
const tppRequestId = '6f1c2a34-5b7d-4e8f-9a01-2b3c4d5e6f70'

function prepared(method: string, path: string, body?: Buffer) {
  const context = { accessToken: tppRequestId, transactionId: tppRequestId }
  const inputs = { method, path, body, contentType: 'application/json', context, tppRequestId, at }
  return prepareHeaders(inputs, settings)
}

describe('the signing string of a request', () => {
  test('SIG-1: method and path are lower-cased in the string only, by one setting', () => {
    const path = '/private/customers/7001/products/Zq9Xw8Yv7U/moneyTransfer/prepare'
    expect(requestTarget('GET', path, 'lower')).toBe(
      'get /private/customers/7001/products/zq9xw8yv7u/moneytransfer/prepare',
    )
    expect(requestTarget('GET', path, 'asSent')).toBe(`get ${path}`)
  })

  test('SIG-2: the query is part of it', () => {
    const { signingString } = prepared('GET', '/a/transactions/retrieve?dateFrom=01%2F02%2F2026&page=2')
    expect(signingString.split('\n')[0]).toBe(
      '(request-target): get /a/transactions/retrieve?datefrom=01%2f02%2f2026&page=2',
    )
  })

  test('SIG-3: nothing is decoded or encoded once more', () => {
    const { target } = prepared('GET', '/a%2Fb?q=Caff%C3%A8%20%26%20C%2E')
    expect(target).toBe('get /a%2fb?q=caff%c3%a8%20%26%20c%2e')
    expect(target).not.toContain('%25')
  })

  test('SIG-4: order, repeats and bare flags of the query stay', () => {
    expect(prepared('GET', '/a?z=1&a=2&a=1&flag').target).toBe('get /a?z=1&a=2&a=1&flag')
  })

  test('SIG-5: the prefix of the base address is part of it', () => {
    const path = underBase(settings.base, '/private/customers/{customerId}/accounts', { customerId: '7001' })
    expect(prepared('GET', path).target).toBe('get /psd2/v0/private/customers/7001/accounts')
  })

  test('SIG-17: the Date that is signed is the Date that is sent', () => {
    const { headers, signingString } = prepared('GET', '/a')
    expect(signingString).toContain(`\ndate: ${headers[headers.indexOf('Date') + 1]}`)
  })

  test('a GET signs request target, id and date and sends no Digest', () => {
    const { signedNames, headers, signingString } = prepared('GET', '/a')
    expect(signedNames).toEqual(['(request-target)', 'tpp-request-id', 'date'])
    expect(headers).not.toContain('Digest')
    expect(signingString).toBe(
      `(request-target): get /a\ntpp-request-id: ${tppRequestId}\ndate: Tue, 03 Mar 2026 09:05:07 GMT`,
    )
  })

  test.each(['POST', 'PUT', 'DELETE'])(
    'SIG-14: a %s signs the digest of the very bytes it sends',
    (method) => {
      const { signedNames, headers } = prepared(method, '/a', Buffer.from('{}'))
      expect(signedNames).toEqual(['(request-target)', 'digest', 'tpp-request-id', 'date'])
      expect(headers[headers.indexOf('Digest') + 1]).toBe(
        'SHA-256=RBNvo1WzZ4oRRq0W9+hknpT7T8If536DEMBg9hyq/4o=',
      )
    },
  )
})

describe('values that cannot stand in a header', () => {
  const context = { accessToken: tppRequestId, transactionId: tppRequestId }
  test.each([
    ['accessToken', { ...context, accessToken: 'a\r\nX-Evil: 1' }],
    ['transactionId', { ...context, transactionId: 'not-a-uuid' }],
    ['acceptLanguage', { ...context, acceptLanguage: 'it\r\n' }],
    ['psuIpAddress', { ...context, psuIpAddress: '10.0.0.1, 10.0.0.2' }],
    ['psuIpAddress', { ...context, psuIpAddress: 'fe80::1%eth0' }],
    ['viewId', { ...context, viewId: 'a b' }],
    ['apitrackId', { ...context, session: { apitrackId: 'a b', onApitrackId: () => {} } }],
  ])('%s is refused by name, without its value', (name, spoilt) => {
    const inputs = { method: 'GET', path: '/a', contentType: 'a/b', context: spoilt, tppRequestId, at }
    expect(() => prepareHeaders(inputs, settings)).toThrow(new RegExp(`^${name} `))
  })
})

describe('the Signature header', () => {
  const good = 'keyId="a",algorithm="rsa-sha256",headers="(request-target) date",signature="QUJD"'

  test('quoted strings may hold commas, equals signs and escaped quotes', () => {
    const parsed = parseSignatureHeader(good.replace('"a"', '"a,b=\\"c\\""'))
    expect(parsed).toMatchObject({ keyId: 'a,b="c"', headers: ['(request-target)', 'date'] })
    expect(parsed.signature.toString()).toBe('ABC')
  })

  test.each([
    ['SIG-8: a parameter twice', `${good},headers="date"`],
    ['SIG-8: a signature twice', `${good},signature="QUJD"`],
    ['no quotes', 'keyId=a,algorithm="rsa-sha256",headers="date",signature="QUJD"'],
    ['a blank before the equals sign', good.replace('keyId=', 'keyId =')],
    ['an open quote', good.slice(0, -1)],
    ['a trailing comma', `${good},`],
    ['no keyId', good.replace('keyId="a",', '')],
    ['no headers', good.replace('headers="(request-target) date",', '')],
    ['no signature', good.replace(',signature="QUJD"', '')],
    ['base64 with a newline', good.replace('QUJD', 'QU\\nJD')],
    ['base64url', good.replace('QUJD', '-_-_')],
    ['empty', ''],
    ['too long', good.replace('"a"', `"${'a'.repeat(9000)}"`)],
  ])('%s is refused', (_, header) => {
    expect(() => parseSignatureHeader(header)).toThrow(ProtocolFault)
  })

  test.each(['Date', '', '   ', 'date date', 'date,digest', 'dat\u00e9'])(
    'the names %j are refused',
    (names) => {
      const header = good.replace('(request-target) date', names)
      expect(() => parseSignatureHeader(header)).toThrow(/^signature_names/)
    },
  )

  test('names are case-sensitive: Headers is not headers', () => {
    expect(() => parseSignatureHeader(good.replace('headers=', 'Headers='))).toThrow(/no headers/)
  })

  test('any text is either parsed or refused by name, quickly', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom('keyId="', 'headers="', 'signature="', 'algorithm="rsa-sha256"', '",', '\\', '"', ' '),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        try {
          parseSignatureHeader(pieces.join(''))
        } catch (error) {
          expect(error).toBeInstanceOf(ProtocolFault)
        }
      }),
      { numRuns: 2000 },
    )
  })

  test('what we format, we parse', () => {
    const name = fc.stringMatching(/^[a-z][a-z-]{0,20}$/)
    fc.assert(
      fc.property(
        fc.uniqueArray(name, { minLength: 1, maxLength: 8 }),
        fc.uint8Array({ minLength: 1 }),
        (names, bytes) => {
          const signature = Buffer.from(bytes)
          const header = formatSignatureHeader('app one', names, signature.toString('base64'))
          expect(parseSignatureHeader(header)).toEqual({
            keyId: 'app one',
            algorithm: 'rsa-sha256',
            headers: names,
            signature,
          })
        },
      ),
    )
  })
})
