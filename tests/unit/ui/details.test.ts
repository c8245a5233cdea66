import { describe, expect, it } from 'vitest'
import { detailGroups } from '@/lib/ui/detail-groups'
import { formatBankDate } from '@/lib/ui/format/bank-date'
import { visibleText } from '@/lib/ui/format/bank-text'
import { knownName } from '@/lib/ui/known-details'

const text = (path: string, value = 'x') => ({ path, kind: 'text' as const, value })

/** Each group as `its names: its rows`. */
function outline(...paths: string[]): string[] {
  const step = ({ name, position }: { name: string; position: number | null }) =>
    position === null ? name : `${name} ${position}`
  return detailGroups(paths.map((path) => text(path))).map(
    ({ names, rows }) => `${names.map(step).join(' > ')}: ${rows.map(step).join(', ')}`,
  )
}

describe('fields by where they stood', () => {
  it('what stands in no group comes first, then each group in the order of the bank', () => {
    expect(outline('address.street', 'name', 'address.town', 'email')).toEqual([
      ': name, email',
      'address: street, town',
    ])
  })

  it('what the bank puts around all of it is left out, and nothing else', () => {
    expect(outline('customer.name', 'customer.address.street')).toEqual([': name', 'address: street'])
    expect(outline('customer.name', 'email')).toEqual([': email', 'customer: name'])
    expect(outline('address.street', 'address.town')).toEqual(['address: street, town'])
    expect(outline('customer')).toEqual([': customer'])
  })

  it('places in lists count from one', () => {
    expect(outline('holders.0.name', 'holders.1.name', 'lines.0', 'lines.1')).toEqual([
      ': lines 1, lines 2',
      'holders 1: name',
      'holders 2: name',
    ])
  })

  it('a name that comes twice, or with dots, loses nothing', () => {
    const fields = [text('a', '1'), text('a', '2'), text('b..c', '3'), text('', '4')]
    expect(
      detailGroups(fields)
        .flatMap(({ rows }) => rows.map(({ value }) => value))
        .sort(),
    ).toEqual(['1', '2', '3', '4'])
  })
})

describe('a text of the bank', () => {
  it.each([
    ['a\u0007b', 'a\ufffdb'],
    ['a\u202egnp.exe', 'a\ufffdgnp.exe'],
    ['\u2066IT60\u2069', '\ufffdIT60\ufffd'],
    ['line\r\nline\tend', 'line\nline\tend'],
    ['\u0085\u009f', '\ufffd\ufffd'],
  ])('shows what would be hidden: %j', (given, shown) => expect(visibleText(given)).toBe(shown))

  it.each(['Čapek', 'بنك', 'ירושלים', '👩‍👩‍👧', '<b>bold</b>', ''])('else stays as it is: %j', (given) =>
    expect(visibleText(given)).toBe(given),
  )
})

describe('a date of the bank', () => {
  it.each([
    ['03/04/2019', 'en', '3 April 2019'],
    ['2019-04-03', 'en', '3 April 2019'],
    ['03/04/2019', 'it', '3 aprile 2019'],
    ['29/02/2024', 'it', '29 febbraio 2024'],
  ])('%s in %s is %s', (given, locale, written) => expect(formatBankDate(given, locale)).toBe(written))

  it.each(['31/02/2024', '29/02/2023', '2024-13-01', '00/00/0000', 'yesterday', '3/4/2019', ''])(
    'is none: %j',
    (given) => expect(formatBankDate(given, 'en')).toBeNull(),
  )
})

describe('a name of the bank', () => {
  it('is known in any case and joined in any way', () => {
    expect(['taxCode', 'TAXCODE', 'tax_code', 'tax-code'].map(knownName)).toEqual(Array(4).fill('taxCode'))
  })

  it.each(['constructor', '__proto__', 'creditworthiness', ''])('is not known: %j', (name) =>
    expect(knownName(name)).toBeUndefined(),
  )
})
