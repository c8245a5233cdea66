import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { BankConfigError, readPemSetting } from '@/lib/bank'
import { certificatesFrom, privateKeyFrom } from '@/lib/bank/trust/pem'
import { bankPki } from '@/tests/support/bank-pki'
import { chainOf } from '@/tests/support/hostile-bank'

const { qseal, tppCa } = bankPki()
const directory = mkdtempSync(join(tmpdir(), 'pem-'))
afterAll(() => rmSync(directory, { recursive: true }))

const forms: [string, (pem: string) => string][] = [
  ['as it is', (pem) => pem],
  ['one line with \\n as two characters', (pem) => pem.replaceAll('\n', '\\n')],
  ['base64 of the PEM', (pem) => Buffer.from(pem).toString('base64')],
  ['base64 of the PEM, folded', (pem) => Buffer.from(pem).toString('base64').replace(/.{76}/g, '$&\n')],
  ['with a byte order mark', (pem) => `\uFEFF${pem}`],
  ['with CRLF', (pem) => pem.replaceAll('\n', '\r\n')],
  ['with \\r\\n as four characters', (pem) => pem.replaceAll('\n', '\\r\\n')],
  ['in quotes', (pem) => `"${pem.trim()}"`],
  ['with blanks for newlines', (pem) => pem.replaceAll('\n', ' ')],
  ['indented', (pem) => pem.replaceAll('\n', '\n   ')],
  ['without a final newline', (pem) => pem.trimEnd()],
  ['after the attributes that openssl prints', (pem) => `Bag Attributes\n  friendlyName: seal\n${pem}`],
]

describe.each(forms)('KEY-1: PEM %s', (_, write) => {
  test('loads as a key', () => {
    expect(privateKeyFrom(write(qseal.keyPem), 'TPP_QSEAL_KEY').equals(qseal.key)).toBe(true)
  })

  test('loads as a chain', () => {
    const chain = certificatesFrom(write(chainOf(qseal, tppCa)), 'TPP_QSEAL_CERT')
    expect(chain.map((certificate) => certificate.raw)).toEqual([qseal.x509.raw, tppCa.x509.raw])
  })

  test('is recognised as PEM and not taken for a path', () => {
    const text = write(qseal.keyPem)
    expect(readPemSetting(text, 'TPP_QSEAL_KEY')).toBe(text)
  })
})

describe('KEY-1: what cannot be read is refused with the setting’s name and never its content', () => {
  const secret = qseal.keyPem.split('\n')[1] ?? ''
  const broken = `-----BEGIN PRIVATE KEY-----\n${secret}\n-----END PRIVATE KEY-----\n`

  test.each([
    ['half a key', broken, 'holds a private key that cannot be read'],
    ['a certificate where a key belongs', qseal.pem, 'holds no private key'],
    ['two keys', qseal.keyPem + qseal.keyPem, 'holds more than one private key'],
    ['an encrypted key', broken.replaceAll('PRIVATE', 'ENCRYPTED PRIVATE'), 'is encrypted with a passphrase'],
    ['something else', secret, 'is not PEM'],
  ])('%s', (_, text, problem) => {
    const error = thrownBy(() => privateKeyFrom(text, 'TPP_QSEAL_KEY'))
    expect(error).toBeInstanceOf(BankConfigError)
    expect(error.setting).toBe('TPP_QSEAL_KEY')
    expect(error.message).toContain(`TPP_QSEAL_KEY: ${problem}`)
    expect(JSON.stringify([error.message, error.stack, error.cause])).not.toContain(secret)
  })
})

describe('a setting that is a path', () => {
  test('is read', () => {
    const path = join(directory, 'key.pem')
    writeFileSync(path, qseal.keyPem)
    expect(readPemSetting(path, 'TPP_QSEAL_KEY')).toBe(qseal.keyPem)
  })

  test.each([
    ['missing', join(directory, 'missing.pem'), 'ENOENT'],
    ['a directory', directory, 'EISDIR'],
    ['nothing', '  ', 'neither PEM nor'],
    ['half a PEM on one line', 'MIIEvQIBADANBg\nkqhkiG9w0B', 'neither PEM nor'],
  ])('%s is refused by name', (_, value, problem) => {
    const error = thrownBy(() => readPemSetting(value, 'TPP_QWAC_KEY'))
    expect(error.message).toContain('TPP_QWAC_KEY: ')
    expect(error.message).toContain(problem)
    if (value.trim()) expect(error.message).not.toContain(value)
  })
})

test('KEY-3: a leaf file without a final newline and its issuer join to one chain', () => {
  const joined = `${qseal.pem.trimEnd()}${tppCa.pem}`
  expect(certificatesFrom(joined, 'TPP_QSEAL_CERT')).toHaveLength(2)
})

function thrownBy(run: () => unknown): BankConfigError {
  try {
    run()
  } catch (error) {
    if (error instanceof BankConfigError) return error
    throw error
  }
  throw new Error('nothing was thrown')
}
