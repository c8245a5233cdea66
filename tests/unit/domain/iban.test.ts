import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { countrySpecs, isValidIBAN } from 'ibantools'
import { describe, expect, it } from 'vitest'
import { factsOfIban, groupIban, type IbanFault, normaliseIban, readIban } from '@/lib/domain/iban'
import { type IbanPlace, ibanCountries } from '@/lib/domain/iban-registry'
import { hostileTexts } from '@/tests/support/hostile-texts'
import { unreadText } from '@/tests/support/unread-text'

/** The example of each country in the registry of ISO 13616. */
const examples = readFileSync('tests/fixtures/transfers/ibans.txt', 'utf8').trim().split('\n')

function faultOf(text: string): IbanFault | 'none' {
  const reading = readIban(text)
  return reading.kind === 'fault' ? reading.fault : 'none'
}

/** Made as ISO 13616 says, with whole numbers. */
function withCheckDigits(country: string, bban: string): string {
  const figures = [...`${bban}${country}00`].map((character) => Number.parseInt(character, 36)).join('')
  return `${country}${String(98n - (BigInt(figures) % 97n)).padStart(2, '0')}${bban}`
}

describe('every country of the registry', () => {
  it('has an example', () => {
    expect(examples.map((iban) => iban.slice(0, 2))).toEqual([...ibanCountries.keys()])
  })

  it.each(examples)('%s is right, as printed and as typed', (iban) => {
    expect(isValidIBAN(iban)).toBe(true)
    for (const typed of [iban, groupIban(iban), iban.toLowerCase(), `IBAN: ${groupIban(iban)} `]) {
      expect(readIban(typed)).toMatchObject({ kind: 'iban', iban, facts: { country: iban.slice(0, 2) } })
    }
  })

  it('is as long as ibantools has it, and takes nothing that ibantools does not', () => {
    // Letters or digits by the registry; ibantools has letters only, or digits only.
    const stricter = ['BY', 'DO', 'PK', 'PS']
    const sampleOf: Record<IbanPlace, string> = { digit: '7', letter: 'Q', either: 'Z' }
    for (const { code, places } of ibanCountries.values()) {
      const spec = countrySpecs[code]
      expect(spec?.chars, code).toBe(places.length)
      if (stricter.includes(code)) continue
      const bban = places
        .slice(4)
        .map((place) => sampleOf[place])
        .join('')
      expect(bban, code).toMatch(new RegExp(spec?.bban_regexp ?? '(?!)'))
    }
  })

  it('is all of them: what ibantools has beside are French territories and Åland, whose IBANs begin with FR and FI', () => {
    const others = Object.entries(countrySpecs).filter(
      ([code, { IBANRegistry }]) => IBANRegistry && !ibanCountries.has(code),
    )
    expect(others.map(([code]) => code).join(' ')).toBe('AX GF GP MF MQ NC PF PM RE TF WF YT')
  })

  it('is in SEPA where ibantools says so, and in the five newest countries', () => {
    const ours = [...ibanCountries.values()].filter(({ isSepa }) => isSepa).map(({ code }) => code)
    const theirs = Object.keys(countrySpecs).filter((code) => countrySpecs[code]?.SEPA)
    expect(ours).toEqual([...theirs, 'AL', 'MD', 'ME', 'MK', 'RS'].sort())
  })
})

describe('DAT-5: IBANs as they are typed', () => {
  it.each([
    'it60 x054 2811 1010 0000 0123 456',
    'it60\u00a0x054\u00a02811\u200b 1010 0000 0123 456',
    '\ufeffIBAN:IT60X0542811101000000123456\n',
    'Codice IBAN IT60 X054 2811 1010 0000 0123 456',
    'IT60-X054-2811-1010-0000-0123-456',
    'IT 60 X 05428 11101 000000123456',
    'ＩＴ６０Ｘ０５４２８１１１０１００００００１２３４５６',
    '\u202aIT60X05428\u201111101 0000\u2009001234\u202f56\u202c',
  ])('%j is right', (typed) => {
    expect(readIban(typed)).toEqual({
      kind: 'iban',
      iban: 'IT60X0542811101000000123456',
      facts: { country: 'IT', length: 27, isSepa: true, abi: '05428', cab: '11101' },
    })
  })

  it.each<[string, IbanFault]>([
    ['', { kind: 'empty' }],
    [' \u200b ', { kind: 'empty' }],
    ['IT60X0542811101000000123456----', { kind: 'character', character: '-', position: 28 }],
    ['IT60X0542811101000000123456.', { kind: 'character', character: '.', position: 28 }],
    ['ıt60x0542811101000000123456', { kind: 'character', character: 'ı', position: 1 }],
    ['IT60 Х054', { kind: 'character', character: 'Х', position: 5 }],
    ['IT60 😀', { kind: 'character', character: '😀', position: 5 }],
    ['santander', { kind: 'not_an_iban' }],
    ['60542811101000000123456', { kind: 'not_an_iban' }],
    ['I', { kind: 'not_an_iban' }],
    ['IBAN', { kind: 'not_an_iban' }],
    ['US64SVBKUS6S3300958879', { kind: 'country', country: 'US' }],
    ['AT61190430023457320', { kind: 'length', country: 'AT', expected: 20, found: 19 }],
    ['IT60X05428', { kind: 'length', country: 'IT', expected: 27, found: 10 }],
    [`IT60${'0'.repeat(31)}`, { kind: 'too_long', found: 35 }],
    ['0'.repeat(201), { kind: 'too_long', found: undefined }],
    [
      'IT60X0542811O01000000123456',
      { kind: 'structure', country: 'IT', position: 13, character: 'O', expected: 'digit' },
    ],
    [
      'IT6000542811101000000123456',
      { kind: 'structure', country: 'IT', position: 5, character: '0', expected: 'letter' },
    ],
    ['IT60X0542811101000000123465', { kind: 'check_digits', country: 'IT' }],
    ['IT61X0542811101000000123456', { kind: 'check_digits', country: 'IT' }],
    [withCheckDigits('IT', 'Y0542811101000000123456'), { kind: 'cin', country: 'IT' }],
    [withCheckDigits('SM', 'V0322509800000000270100'), { kind: 'cin', country: 'SM' }],
  ])('%j is wrong, and says how', (typed, fault) => {
    expect(faultOf(typed)).toEqual(fault)
  })

  it('refuses 00, 01 and 99, which leave the same remainder as 97, 98 and 02', () => {
    for (const [digits, alias] of [
      ['97', '00'],
      ['98', '01'],
      ['02', '99'],
    ] as const) {
      const bbans = Array.from({ length: 500 }, (_, index) => `NWBK60161331${String(index).padStart(6, '0')}`)
      const iban = bbans
        .map((bban) => withCheckDigits('GB', bban))
        .find((made) => made.slice(2, 4) === digits)
      expect(iban).toBeDefined()
      expect(faultOf(iban ?? '')).toBe('none')
      expect(faultOf(`GB${alias}${iban?.slice(4)}`)).toEqual({ kind: 'check_digits', country: 'GB' })
    }
  })

  it('says where a country is outside of SEPA', () => {
    expect(readIban('TR330006100519786457841326')).toMatchObject({ kind: 'iban', facts: { isSepa: false } })
  })
})

describe('more than 500 bad IBANs, each made from a right one', () => {
  const next = (character: string) =>
    /\d/.test(character)
      ? String((Number(character) + 1) % 10)
      : String.fromCharCode(65 + ((character.charCodeAt(0) - 64) % 26))

  const bad = examples.flatMap((iban): { typed: string; expected: Partial<IbanFault> }[] => {
    const country = iban.slice(0, 2)
    const { length } = iban
    const places = ibanCountries.get(country)?.places ?? []
    const strict = places.findIndex((place, index) => index > 3 && place !== 'either')
    const wrong = places[strict] === 'digit' ? 'O' : '0'
    return [
      {
        typed: iban.slice(0, -1),
        expected: { kind: 'length', country, expected: length, found: length - 1 },
      },
      { typed: `${iban}0`, expected: { kind: 'length', country, expected: length, found: length + 1 } },
      { typed: `ZZ${iban.slice(2)}`, expected: { kind: 'country', country: 'ZZ' } },
      {
        typed: `${iban.slice(0, 7)}*${iban.slice(8)}`,
        expected: { kind: 'character', character: '*', position: 8 },
      },
      { typed: `${iban.slice(0, -1)}${next(iban.slice(-1))}`, expected: { kind: 'check_digits', country } },
      {
        typed: `${country}${String((Number(iban.slice(2, 4)) + 11) % 97).padStart(2, '0')}${iban.slice(4)}`,
        expected: { kind: 'check_digits', country },
      },
      ...(strict < 0
        ? []
        : [
            {
              typed: `${iban.slice(0, strict)}${wrong}${iban.slice(strict + 1)}`,
              expected: { kind: 'structure', country, position: strict + 1, character: wrong } as const,
            },
          ]),
    ]
  })

  it('are more than 500', () => {
    expect(new Set(bad.map(({ typed }) => typed)).size).toBeGreaterThan(500)
  })

  it.each(bad)('$typed: $expected.kind', ({ typed, expected }) => {
    expect(faultOf(typed)).toMatchObject(expected)
    expect(isValidIBAN(typed)).toBe(false)
  })
})

describe('the Italian check letter', () => {
  /** As the Italian association of banks prints the values of odd places. */
  const oddValue: Record<string, number> = {
    ...{
      0: 1,
      1: 0,
      2: 5,
      3: 7,
      4: 9,
      5: 13,
      6: 15,
      7: 17,
      8: 19,
      9: 21,
      A: 1,
      B: 0,
      C: 5,
      D: 7,
      E: 9,
      F: 13,
    },
    ...{ G: 15, H: 17, I: 19, J: 21, K: 2, L: 4, M: 18, N: 20, O: 11, P: 3, Q: 6, R: 8, S: 12, T: 14, U: 16 },
    ...{ V: 10, W: 22, X: 25, Y: 24, Z: 23 },
  }
  const evenValue = (character: string) =>
    /\d/.test(character) ? Number(character) : character.charCodeAt(0) - 65
  const letterOf = (account: string) => {
    const values = [...account].map((character, index) =>
      index % 2 === 0 ? (oddValue[character] ?? 0) : evenValue(character),
    )
    return String.fromCharCode(65 + (values.reduce((sum, value) => sum + value, 0) % 26))
  }
  const account = fc
    .tuple(fc.stringMatching(/^[0-9]{10}$/), fc.stringMatching(/^[0-9A-Z]{12}$/))
    .map((parts) => parts.join(''))

  it('is one of 26, and the other 25 are refused though the check digits fit', () => {
    fc.assert(
      fc.property(account, fc.constantFrom('IT', 'SM'), (digits, country) => {
        const right = letterOf(digits)
        for (const letter of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') {
          const fault = faultOf(withCheckDigits(country, letter + digits))
          expect(fault).toEqual(letter === right ? 'none' : { kind: 'cin', country })
        }
      }),
      { numRuns: 60 },
    )
  })
})

describe('while it is typed', () => {
  it('says country, length and bank as soon as they are known', () => {
    expect(factsOfIban('I')).toBeUndefined()
    expect(factsOfIban('IT')).toMatchObject({ country: 'IT', length: 27, abi: undefined })
    expect(factsOfIban('IT60X0542')).toMatchObject({ abi: undefined, cab: undefined })
    expect(factsOfIban('IT60X05428')).toMatchObject({ abi: '05428', cab: undefined })
    expect(factsOfIban('IT60X0542811101')).toMatchObject({ abi: '05428', cab: '11101' })
    expect(factsOfIban('DE89370400440532013000')).toMatchObject({ abi: undefined, cab: undefined })
    expect(factsOfIban('SM86U0322509800')).toMatchObject({ country: 'SM', abi: '03225', cab: '09800' })
  })

  it('is grouped by four, and grouping it again changes nothing', () => {
    expect(groupIban('IT60X05')).toBe('IT60 X05')
    expect(groupIban('IT60X054')).toBe('IT60 X054')
    expect(groupIban(normaliseIban('IT60 X054 2') ?? '')).toBe('IT60 X054 2')
  })
})

describe('whatever is pasted', () => {
  it('ends in an answer, and what is taken is taken again in its own form', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 250 }), (text) => {
        const reading = readIban(text)
        if (reading.kind === 'iban') expect(readIban(groupIban(reading.iban))).toEqual(reading)
      }),
    )
  })

  it.each(hostileTexts('iban'))('%j is none', (text) => {
    expect(readIban(text).kind).toBe('fault')
  })

  it.each([201, 5_000_000])('looks at no character of a text of %d', (length) => {
    expect(faultOf(unreadText(length))).toMatchObject({ kind: 'too_long' })
  })
})
