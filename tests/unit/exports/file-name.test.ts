import { describe, expect, it } from 'vitest'
import { fileAmount } from '@/lib/exports/amounts'
import { contentDisposition, fileNameOf } from '@/lib/exports/file-name'
import { exportSource } from '@/tests/support/export-source'

describe('the name of a file', () => {
  const named = (nickname: string) =>
    fileNameOf(exportSource([], { account: { ...exportSource([]).account, nickname } }), 'camt053')

  it('is the account and the days', () => {
    expect(named('Conto di casa')).toBe('Conto di casa 2026-08-31 2026-11-28.xml')
  })

  it.each([
    ['IT60X0542811101000000123456', 'Sportello 2026-08-31 2026-11-28.xml'],
    ['Conto IT60 X054 2811 1010 0000 0123 456', 'Sportello 2026-08-31 2026-11-28.xml'],
    ['../../etc/passwd', 'etc passwd 2026-08-31 2026-11-28.xml'],
    ['a"; filename=x\r\nSet-Cookie: y', 'a ; filename=x Set-Cookie y 2026-08-31 2026-11-28.xml'],
    ['', 'Sportello 2026-08-31 2026-11-28.xml'],
  ])('of %j is harmless and holds no IBAN', (nickname, expected) => {
    expect(named(nickname)).toBe(expected)
  })

  it('is sent in ASCII and whole', () => {
    expect(contentDisposition("Caffè d'oro 🏦.csv")).toBe(
      `attachment; filename="Caffe d'oro __.csv"; filename*=UTF-8''Caff%C3%A8%20d%27oro%20%F0%9F%8F%A6.csv`,
    )
  })
})

describe('DAT-4: an amount in a file', () => {
  it.each([
    ['-488.000', 'EUR', '-488.00'],
    ['+5', 'EUR', '5.00'],
    ['0.1', 'EUR', '0.10'],
    ['1.2345', 'EUR', '1.2345'],
    ['500', 'JPY', '500'],
    ['500.5', 'JPY', '500.5'],
    ['-1.2', 'KWD', '-1.200'],
    ['-0.00', 'EUR', '0.00'],
    ['007', null, '7'],
    ['9999999999.99', 'EUR', '9999999999.99'],
  ])('%s %s is %s', (amount, currency, expected) => {
    expect(fileAmount(amount, currency)).toBe(expected)
  })
})
