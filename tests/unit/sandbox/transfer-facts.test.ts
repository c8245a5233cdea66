import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { instantOf } from '@/sandbox/calendar/bank-day'
import { isWorkingDay } from '@/sandbox/calendar/holidays'
import { forbiddenCharacter } from '@/sandbox/operations/money-transfer/characters'
import { countries, countryOptions } from '@/sandbox/operations/money-transfer/countries'
import { croOf } from '@/sandbox/operations/money-transfer/cro'
import { convert, currencies, isPayable, publishedRate } from '@/sandbox/operations/money-transfer/currencies'
import { readPayeeIban } from '@/sandbox/operations/money-transfer/payee-iban'
import { texts } from '@/sandbox/operations/money-transfer/texts'
import {
  firstExecutionDay,
  isOffline,
  lastExecutionDay,
  ratesPublished,
} from '@/sandbox/operations/money-transfer/working-hours'
import { italianIban, writtenIban } from '@/sandbox/state/iban'

/** Examples of the ISO 13616 registry. */
const registry = [
  'AD1200012030200359100100',
  'AT611904300234573201',
  'BE68539007547034',
  'BR1800360305000010009795493C1',
  'CH9300762011623852957',
  'DE89370400440532013000',
  'ES9121000418450200051332',
  'FR1420041010050500013M02606',
  'GB29NWBK60161331926819',
  'IE29AIBK93115212345678',
  'IT60X0542811101000000123456',
  'LC55HEMM000100010012001200023015',
  'MT84MALT011000012345MTLCAST001S',
  'NL91ABNA0417164300',
  'NO9386011117947',
  'SM86U0322509800000000270100',
  'TR330006100519786457841326',
  'VA59001123000012345678',
]

/** Check digits made right, by another way of counting than the bank's. */
function withCheckDigits(country: string, bban: string): string {
  const digits = [...`${bban}${country}00`].map((char) => Number.parseInt(char, 36)).join('')
  return `${country}${String(98n - (BigInt(digits) % 97n)).padStart(2, '0')}${bban}`
}

describe('IBAN of the beneficiary', () => {
  test.each(registry)('%s is one', (iban) => {
    expect(readPayeeIban(iban)?.country.code).toBe(iban.slice(0, 2))
  })

  test.each([
    ['no check digits fit', 'DE88370400440532013000'],
    ['too short for its country', withCheckDigits('DE', '37040044053201300')],
    ['too long for its country', withCheckDigits('DE', '3704004405320130001')],
    ['too long for any', `IT60X${'0'.repeat(5000)}`],
    ['check digits 00, which stand for 97', 'IT00O0999801600700100010002'],
    ['check digits 01, which stand for 98', 'ES0100000000000000000003'],
    ['check digits 99, which stand for 02', 'ES9900000000000000000082'],
    ['blanks', 'DE89 3704 0044 0532 0130 00'],
    ['small letters', 'de89370400440532013000'],
    ['a country without IBAN', withCheckDigits('US', '123456789012345678')],
    ['a wrong Italian check letter', withCheckDigits('IT', 'Y0542811101000000123456')],
    ['a wrong Sammarinese check letter', withCheckDigits('SM', 'V0322509800000000270100')],
    ['a letter in the ABI', withCheckDigits('IT', 'X05A2811101000000123456')],
    ['something else', "IT60'; DROP"],
    ['nothing', ''],
  ])('%s', (_why, text) => {
    expect(readPayeeIban(text)).toBeNull()
  })

  test('any one wrong character is found', () => {
    const chars = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ']
    const iban = 'IT60X0542811101000000123456'
    fc.assert(
      fc.property(fc.nat(iban.length - 1), fc.constantFrom(...chars), (place, char) => {
        const changed = `${iban.slice(0, place)}${char}${iban.slice(place + 1)}`
        fc.pre(changed !== iban)
        expect(readPayeeIban(changed)).toBeNull()
      }),
    )
  })

  test('an account has one way to be written, whatever its check digits', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{20}$/), (bban) => {
        const ways = Array.from({ length: 100 }, (_, digits) => `ES${String(digits).padStart(2, '0')}${bban}`)
        expect(ways.filter((way) => readPayeeIban(way) !== null)).toEqual([withCheckDigits('ES', bban)])
      }),
    )
  })

  test('the bank is read from Italian and Sammarinese ones alone', () => {
    expect(readPayeeIban(italianIban('09998', '01600', '000000000042'))?.abi).toBe('09998')
    expect(readPayeeIban('SM86U0322509800000000270100')?.abi).toBe('03225')
    expect(readPayeeIban('DE89370400440532013000')?.abi).toBeNull()
  })

  test('is written in groups of four', () => {
    expect(writtenIban('IT60X0542811101000000123456')).toBe(
      'IT60\u00a0X054\u00a02811\u00a01010\u00a00000\u00a00123\u00a0456',
    )
    expect(writtenIban('BE68539007547034')).toBe('BE68\u00a05390\u00a00754\u00a07034')
  })
})

describe('countries', () => {
  test('are rows in good form, no code twice', () => {
    const all = [...countries.values()]
    expect(all.every(({ code, numeric }) => /^[A-Z]{2}$/.test(code) && /^\d{3}$/.test(numeric))).toBe(true)
    expect(all.every(({ ibanLength }) => ibanLength >= 15 && ibanLength <= 34)).toBe(true)
    expect(new Set(all.map(({ numeric }) => numeric)).size).toBe(all.length)
    expect(all.filter(({ reach }) => reach === 'eea')).toHaveLength(30)
  })

  test('have a name in each language, in its order', () => {
    expect(countryOptions.en).toContainEqual({ label: 'Switzerland', value: '756' })
    expect(countryOptions.it).toContainEqual({ label: 'Svizzera', value: '756' })
    const labels = countryOptions.it.map(({ label }) => label)
    expect(labels).toEqual([...labels].sort(new Intl.Collator('it').compare))
  })
})

describe('characters of a transfer', () => {
  test('the Latin set of SEPA passes', () => {
    expect(forbiddenCharacter("Az09 /-?:().,'+")).toBeNull()
    expect(forbiddenCharacter('')).toBeNull()
  })

  test.each([
    ['Юлия', 'Ю (U+042E)'],
    ['Niccolò', 'ò (U+00F2)'],
    ['a&b', '& (U+0026)'],
    ['<b>', '< (U+003C)'],
    ['a\nb', 'U+000A'],
    ['a\u0000b', 'U+0000'],
    ['a\u00a0b', 'U+00A0'],
    ['a\u202eb', 'U+202E'],
    ['e\u0301', 'U+0301'],
    ['\u{1f600}', '\u{1f600} (U+1F600)'],
    ['\ud800', 'U+D800'],
  ])('%j does not', (text, shown) => {
    expect(forbiddenCharacter(text)).toBe(shown)
  })
})

describe('CRO', () => {
  test('follows from the resource alone, and its check digits fit', () => {
    const resourceId = randomUUID()
    expect(croOf(resourceId)).toBe(croOf(resourceId))
    expect(croOf(resourceId)).toMatch(/^\d{16}$/)
    expect(BigInt(croOf(resourceId)) % 97n).toBe(1n)
  })

  test('differs from resource to resource', () => {
    const made = Array.from({ length: 10_000 }, () => croOf(randomUUID()))
    expect(new Set(made).size).toBe(made.length)
  })
})

describe('currencies', () => {
  test('have a published rate for one euro, or none', () => {
    expect(['EUR', 'USD', 'GBP', 'JPY'].map(publishedRate)).toEqual(['1.0000', '1.0842', '0.8573', ''])
  })

  test('convert there and back to within a cent or two', () => {
    expect(convert(100_00n, 'EUR', 'USD')).toBe(108_42n)
    expect(convert(108_42n, 'USD', 'EUR')).toBe(100_00n)
    expect(convert(163_25n, 'JPY', 'EUR')).toBe(1_00n)
    expect(convert(123n, 'CHF', 'CHF')).toBe(123n)
    expect(convert(50n, 'EUR', 'JPY')).toBe(82_00n)
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 999_999_999_99n }), (amount) => {
        const back = convert(convert(amount, 'EUR', 'GBP'), 'GBP', 'EUR')
        expect(back - amount <= 2n && amount - back <= 2n).toBe(true)
      }),
    )
  })

  test('have as many decimals as they have: yen none', () => {
    expect(currencies.filter((code) => isPayable(1n, code))).toEqual(['EUR', 'USD', 'GBP', 'CHF'])
    expect(currencies.filter((code) => isPayable(100n, code))).toEqual(currencies)
    expect(isPayable(1_10n, 'JPY')).toBe(false)
  })

  test('the least that can be paid comes to something in every currency of an account', () => {
    const least = (code: string) => (isPayable(1n, code) ? 1n : 100n)
    for (const from of currencies) {
      for (const to of ['EUR', 'USD', 'GBP', 'CHF'])
        expect(convert(least(from), from, to)).toBeGreaterThan(0n)
    }
  })

  test('have a name in each language', () => {
    expect(Object.keys(texts.en.currencies)).toEqual(Object.keys(texts.it.currencies))
  })
})

describe('working hours', () => {
  const at = (text: string) => instantOf(...splitTime(text))
  const splitTime = (text: string): [string, string] => [text.slice(0, 10), `${text.slice(11)}:00`]

  test.each([
    ['a working day, before all cut-offs', '2026-11-30T17:29', '2026-11-30', '2026-11-30', '2026-11-30'],
    ['the cut-off of other banks', '2026-11-30T17:30', '2026-12-01', '2026-11-30', '2026-11-30'],
    ['the cut-off of this bank', '2026-11-30T22:00', '2026-12-01', '2026-12-01', '2026-11-30'],
    ['the last minute', '2026-11-30T23:59', '2026-12-01', '2026-12-01', '2026-12-01'],
    ['a Saturday', '2026-11-28T10:00', '2026-11-30', '2026-11-30', '2026-11-30'],
    ['Friday evening', '2026-11-27T18:00', '2026-11-30', '2026-11-27', '2026-11-27'],
    ['the eve of a holiday', '2026-12-07T18:00', '2026-12-09', '2026-12-07', '2026-12-07'],
    ['a holiday', '2026-12-08T10:00', '2026-12-09', '2026-12-09', '2026-12-09'],
    ['Christmas Eve in the evening', '2026-12-24T23:00', '2026-12-28', '2026-12-28', '2026-12-24'],
    ['Maundy Thursday in the evening', '2027-03-25T18:00', '2027-03-30', '2027-03-25', '2027-03-25'],
  ])('%s', (_when, now, otherBank, internal, urgent) => {
    expect(firstExecutionDay(at(now), 'other-bank')).toBe(otherBank)
    expect(firstExecutionDay(at(now), 'internal')).toBe(internal)
    expect(firstExecutionDay(at(now), 'urgent')).toBe(urgent)
  })

  test('the first execution day is a working day, whatever the time', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
        (now) => {
          expect(isWorkingDay(firstExecutionDay(now, 'other-bank'))).toBe(true)
        },
      ),
    )
  })

  test('the bank is offline at night, on weekends and holidays', () => {
    const times = [
      '2026-11-30T07:59',
      '2026-11-30T08:00',
      '2026-11-30T21:59',
      '2026-11-30T22:00',
      '2026-11-29T12:00',
    ]
    expect(times.map((time) => isOffline(at(time)))).toEqual([true, false, false, true, true])
  })

  test.each([
    ['2026-11-28', '2027-05-27'],
    ['a Saturday', '2026-11-30', '2027-05-28'],
    ['a Sunday', '2026-12-01', '2027-05-28'],
    ['Easter Monday', '2026-09-30', '2027-03-25'],
  ])('the last execution day is a working day within 180 days: %s %s', (...row) => {
    const [today, last] = row.slice(-2)
    expect(lastExecutionDay(today ?? '')).toBe(last)
  })

  test('rates are those of the last working day at four', () => {
    expect(ratesPublished(at('2026-11-30T15:59'))).toEqual({ day: '2026-11-27', hour: '16:00' })
    expect(ratesPublished(at('2026-11-30T16:00'))).toEqual({ day: '2026-11-30', hour: '16:00' })
    expect(ratesPublished(at('2026-11-29T18:00'))).toEqual({ day: '2026-11-27', hour: '16:00' })
  })
})
