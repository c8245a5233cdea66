import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { NextIntlClientProvider } from 'next-intl'
import { parseSync } from 'ofx-js'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { MovementDays } from '@/app/(bank)/accounts/[productId]/movement-days'
import type { Movement } from '@/lib/contracts/movements'
import { compareDecimals } from '@/lib/domain/money/decimal'
import { exportFile } from '@/lib/exports'
import en from '@/lib/i18n/messages/en.json' with { type: 'json' }
import { exportSource, textOf } from '@/tests/support/export-source'
import { oddMovements, oddTexts, textsLikeValues } from '@/tests/support/odd-values'

const movements = oddMovements()
const nickname = '07567835273'
const account = { ...exportSource([]).account, productId: '0012345678', nickname }
const source = exportSource(movements, { account })
const fileOf = (format: Parameters<typeof exportFile>[1]) => textOf(exportFile(source, format).text)

/** What may stand in a file: no control characters, no halves of surrogate pairs. Written apart from the app's own rule. */
const held = (text: string) =>
  [...text]
    .map((one) => (/\p{Surrogate}/u.test(one) ? '\ufffd' : one))
    .filter((one) => {
      const code = one.codePointAt(0) ?? 0
      return code >= 0x20 ? code !== 0xfffe && code !== 0xffff : '\t\r\n'.includes(one)
    })
    .join('')
const oneLine = (text: string) => held(text).replace(/\s+/g, ' ').trim()

const same = (written: string | undefined, { amount }: Movement) =>
  expect(amount === null ? written : compareDecimals(written ?? '', amount)).toBe(amount === null ? '' : 0)

/** What a spreadsheet makes of a cell that has only a text in quotes as its formula: the text. */
const shown = (cell: string) => /^="([^"]*)"$/.exec(cell)?.[1] ?? cell
/** Without the apostrophes that keep a spreadsheet from calculating. */
const bare = (text: string) => text.replace(/'/g, '')

describe('odd amounts, days and texts', () => {
  it.each(['csv', 'csv-it'] as const)('are read back from %s', async (format) => {
    const [, ...rows] = parse(await fileOf(format), {
      bom: true,
      delimiter: format === 'csv' ? ',' : ';',
      record_delimiter: '\r\n',
    })
    expect(rows).toHaveLength(movements.length)
    for (const [at, one] of movements.entries()) {
      const row: string[] = rows[at] ?? []
      const day = (text = '') => (format === 'csv' ? text : text.split('/').reverse().join('-'))
      expect([day(row[1]), day(row[2])]).toEqual([one.bookingDate ?? '', one.valueDate ?? ''])
      same(format === 'csv' ? row[3] : row[3]?.replace(',', '.'), one)
      const given = [
        one.currency,
        one.shortDescription,
        one.extendedDescription,
        one.codeDescription,
        one.moneyTransferId,
        one.index,
      ]
      expect(row.slice(4, 10).map((cell) => bare(shown(cell)))).toEqual(
        given.map((text) => bare(held(text ?? ''))),
      )
      expect([row[13], row[15]].map((cell) => shown(cell ?? ''))).toEqual([nickname, '0012345678'])
    }
  })

  it('are texts in csv-it where a spreadsheet would make a number, a day or a truth value of them', async () => {
    const rows: string[][] = parse(await fileOf('csv-it'), { bom: true, delimiter: ';' })
    const cells = rows.slice(-oddTexts.length).map((row) => row[8] ?? '')
    for (const value of textsLikeValues) {
      const cell = cells[oddTexts.indexOf(value)]
      expect([`="${value}"`, `'${value}`], value).toContain(cell)
    }
    for (const text of ['IT60X0542811101000000123456', '👩‍👩‍👧 Caffè', 'a;b,c|d', "'5"]) {
      expect(cells[oddTexts.indexOf(text)]).toBe(text)
    }
    // No formula but the one that is a text of harmless signs.
    for (const cell of rows.flat().filter((one) => /^\s*[=+@-]/.test(one))) {
      expect(cell).toMatch(/^(?:="[\p{L}\p{Nd} .:/%€()+#!?-]*"|-?\d+(?:,\d+)?)$/u)
    }
    expect((await fileOf('csv')).split('\r\n').join('')).toContain(',07567835273,')
  })

  it('are valid in camt.053, to the last digit or counted as left out', async () => {
    const xml = await fileOf('camt053')
    const schema = readFileSync('tests/fixtures/schemas/camt.053.001.08.xsd', 'utf8')
    const { errors } = await validateXML({ xml: [{ fileName: 'odd.xml', contents: xml }], schema })
    expect(errors.map(({ message }) => message)).toEqual([])
    const entries = xml.split('<Ntry>').slice(1)
    const ofId = new Map(movements.map((one) => [one.movementId.replaceAll('-', ''), one]))
    const text = (entry: string, name: string) =>
      new RegExp(`<${name}(?: [^>]*)?>([^<]*)<`).exec(entry)?.[1] ?? ''
    for (const entry of entries) {
      const one = ofId.get(text(entry, 'NtryRef'))
      if (one === undefined) throw new Error('an entry of no movement')
      const sign = text(entry, 'CdtDbtInd') === 'DBIT' ? '-' : ''
      same(`${sign}${text(entry, 'Amt')}`, one)
      expect(/<BookgDt><Dt>([^<]*)/.exec(entry)?.[1] ?? null).toBe(one.bookingDate)
      expect(/<ValDt><Dt>([^<]*)/.exec(entry)?.[1] ?? null).toBe(one.valueDate)
    }
    const isWritten = ({ status, amount, currency }: Movement) =>
      status === 'booked' && amount !== null && /^[A-Z]{3}$/.test(currency ?? '')
    const tooLong = movements.filter(
      ({ amount }) =>
        /^-?\d{19,}/.test(amount ?? '') ||
        (/\.\d*[1-9]\d{0,3}$/.test(amount ?? '') && /\.0{6}/.test(amount ?? '')),
    )
    expect(entries).toHaveLength(movements.filter(isWritten).length - tooLong.length)
    expect(tooLong).toHaveLength(3)
  })

  it('are read back from OFX', async () => {
    const file = await fileOf('ofx')
    const { errors } = await validateXML({
      xml: [{ fileName: 'odd.xml', contents: file }],
      normalization: 'format',
    })
    expect(errors.map(({ message }) => message)).toEqual([])
    const found: Record<string, string>[] = [parseSync(file).OFX.BANKMSGSRSV1.STMTTRNRS]
      .flat()
      .flatMap((statement) => statement.STMTRS.BANKTRANLIST.STMTTRN ?? [])
    const ofId = new Map(movements.map((one) => [one.movementId, one]))
    expect(found.length).toBeGreaterThan(oddTexts.length)
    for (const transaction of found) {
      const one = ofId.get(transaction.FITID ?? '')
      if (one === undefined) throw new Error('a transaction of no movement')
      same(transaction.TRNAMT, one)
      expect(transaction.DTPOSTED?.slice(0, 8)).toBe((one.day ?? '').replaceAll('-', ''))
      const reference = oneLine(one.moneyTransferId ?? '')
      if (reference !== '' && [...reference].length <= 32) {
        expect(transaction.REFNUM).toBe(reference)
      }
    }
  })

  it('are on paper, every digit of them', () => {
    const page = {
      account,
      isShared: true,
      closedAt: null,
      covered: null,
      movementsReadAt: null,
      isReading: false,
      problem: null,
      total: null,
      sums: null,
      dayTotals: [],
      movements,
      nextCursor: null,
    }
    const address = { typed: {}, filters: {}, problems: {}, after: undefined, movement: undefined }
    const html = renderToStaticMarkup(
      <NextIntlClientProvider locale="en" messages={en} timeZone="Europe/Rome">
        <MovementDays page={page} address={address} today="2026-11-28" />
      </NextIntlClientProvider>,
    )
    // A long figure may go on in the next line after a group of its digits.
    const digits = html.replaceAll('<wbr/>', '').replaceAll(',', '')
    for (const { amount } of movements) {
      const [, whole = ''] = /^[+-]?0*(\d+(?:\.\d*[1-9])?)/.exec(amount ?? '') ?? []
      expect(digits).toContain(whole)
    }
    expect(html).not.toMatch(/NaN|Invalid|undefined/)
  })
})
