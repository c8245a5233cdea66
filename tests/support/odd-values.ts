import type { Movement } from '@/lib/contracts/movements'
import { movement } from './export-source'

/*
 * Values that banks have sent or may send and that files get wrong: one table, which every form of export is held
 * against (unit/exports/odd-values.test.tsx). A new odd value is one line here.
 */

const oddAmounts: readonly [amount: string | null, currency: string | null][] = [
  ['-0.00', 'EUR'],
  ['0', 'EUR'],
  ['+12.50', 'EUR'],
  ['1.005', 'EUR'],
  ['-0.00001', 'EUR'],
  ['-0.000000001', 'EUR'],
  ['0007.50', 'EUR'],
  ['999999999999999.99', 'EUR'],
  ['9'.repeat(40), 'EUR'],
  [`-${'1'.repeat(40)}.000`, 'EUR'],
  ['-488.000', 'KWD'],
  ['1.2345', 'KWD'],
  ['500', 'JPY'],
  ['500.5', 'JPY'],
  ['7.00', 'XAU'],
  ['12.50', 'eur'],
  ['12.50', '€'],
  ['12.50', '=1+1'],
  ['12.50', null],
  [null, 'EUR'],
  [null, null],
]

const oddDays: readonly [bookingDate: string | null, valueDate: string | null][] = [
  ['1900-01-01', '1899-12-31'],
  ['9999-12-31', '9999-12-31'],
  ['2028-02-29', '2000-02-29'],
  ['2026-03-29', '2026-10-25'],
  ['2027-02-28', '1900-02-28'],
  ['0001-01-01', null],
  [null, '2026-11-20'],
  [null, null],
]

/** Texts that a spreadsheet takes for a number, a day, a time, a truth value or an error. */
export const textsLikeValues: readonly string[] = [
  '07567835273',
  '6424997851023118',
  '1'.repeat(40),
  '0',
  '-5',
  '1,5',
  ',5',
  '.5',
  '5,',
  ',5E3',
  '%5',
  '5-',
  '−5',
  '−,5',
  '1.234,56',
  "1'234",
  '1 1/2',
  '12E5',
  '0e0',
  '1,5e-3',
  '１２３',
  '，５',
  '５％',
  '１２／１１',
  '１２Ｅ５',
  '٠٧٥٦',
  '١٢٣٫٥',
  '०७५६',
  '𝟎𝟕𝟓𝟔',
  '\u200e0756',
  '\u202d0756\u202c',
  '12/11',
  '1-2',
  '12:30',
  '12:30:45,5',
  '10 a.m.',
  '5p',
  '3.5.2026',
  '2026-11-20',
  '2026-11-20T10:00:00Z',
  '3 mar',
  '3 marzo 2026 12:30',
  'lun 3 mar 2026',
  'Monday, March 3, 2026',
  'MAG-26',
  '2026年3月5日',
  '5%',
  '€ 5',
  '5 €',
  '5,00 EUR',
  'USD 5',
  '(123)',
  'VERO',
  'false',
  'ＴＲＵＥ',
  '#N/D',
  '#N/A',
  '#DIV/0!',
  '#NOME?',
]

/** Ids and other texts. */
export const oddTexts: readonly string[] = [
  ...textsLikeValues,
  '+39 02 12345',
  "'5",
  'IT60X0542811101000000123456',
  '=1+1',
  '="1"',
  '@x',
  '＝1+1',
  '\t=1',
  'a\tb',
  '"quoted" \'text\'',
  'one\r\ntwo\nthree',
  ' blanks around ',
  '\u00a07567835273',
  'a;b,c|d',
  'x;=1+1',
  'a & b < c > d ]]> &amp;',
  '👩‍👩‍👧 Caffè',
  '\u202e1234\u202c',
  '\u200b=1',
  '\u0000\u0001\u001f',
  'a\ufffe\uffff\ud800b',
  'é'.repeat(200),
  '',
  ' ',
]

/** A movement for each of them, the text in every place that has one. */
export function oddMovements(): Movement[] {
  return [
    ...oddAmounts.map(([amount, currency]) => movement({ amount, currency })),
    ...oddDays.map(([bookingDate, valueDate]) => {
      const day = bookingDate ?? valueDate
      return movement({ bookingDate, valueDate, day, status: day === null ? 'pending' : 'booked' })
    }),
    ...oddTexts.map((text) =>
      movement({
        shortDescription: text,
        extendedDescription: text,
        codeDescription: text,
        moneyTransferId: text,
        index: text,
        fields: [{ path: 'further', kind: 'text', value: text }],
        odd: [text],
      }),
    ),
  ]
}
