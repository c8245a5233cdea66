import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareDecimals } from '@/lib/domain/money/decimal'
import { exportFile } from '@/lib/exports'
import { anyMovement, exportSource, movement, textOf } from '@/tests/support/export-source'

const fileOf = (source: ReturnType<typeof exportSource>, format: 'csv' | 'csv-it') =>
  textOf(exportFile(source, format).text)

function rowsOf(file: string, format: 'csv' | 'csv-it'): string[][] {
  return parse(file, { bom: true, delimiter: format === 'csv' ? ',' : ';', record_delimiter: '\r\n' })
}

/** A formula that is nothing but a text of harmless signs in quotes, parsed or as it stands in the file. */
const isText = (cell: string) => /^="{1,2}[\p{L}\p{Nd} .:/%€()+#!?-]*"{1,3}$/u.test(cell)
/** Everything else that a spreadsheet may take for a formula, by its first character. */
const isFormula = (cell: string) => /^[\s]*[=+\-@＝＋－＠]|^[\t\r]/u.test(cell) && !isText(cell)
const isNumber = (cell: string) => /^-?\d+([.,]\d+)?$/.test(cell)

describe('CSV', () => {
  it('in the international form: commas, points, ISO dates, every field', async () => {
    const odd = movement({
      amount: '-488.000',
      odd: ['amountTransaction.currency'],
      fields: [
        { path: 'channel', kind: 'text', value: 'POS' },
        { path: 'terminal.id', kind: 'number', value: '7' },
      ],
    })
    const [headings = [], row = []] = rowsOf(await fileOf(exportSource([odd]), 'csv'), 'csv')
    expect(Object.fromEntries(headings.map((heading, index) => [heading, row[index]]))).toEqual({
      Status: 'booked',
      'Booking date': '2026-11-20',
      'Value date': '2026-11-21',
      Amount: '-488.00',
      Currency: 'EUR',
      Description: 'PAGAMENTO POS',
      Details: 'Pagamento con carta presso Caffè Centrale',
      Type: 'Pagamento con carta di debito',
      'Bank reference': 'MT1',
      'Bank index': '1',
      'Movement id': odd.movementId,
      'Odd fields': 'amountTransaction.currency',
      'Other fields': 'channel=POS; terminal.id=7',
      Account: 'Conto di casa',
      IBAN: 'IT60X0542811101000000123456',
      'Account id': 'P1',
      'Read at': '2026-11-28T09:30:00.000Z',
      'Complete from': '2026-08-31',
      'Complete to': '2026-11-28',
    })
  })

  it('in the Italian form: semicolons, commas, days first, the bank’s clock, the mark of UTF-8', async () => {
    const file = await fileOf(exportSource([movement({ amount: '1234.5' })]), 'csv-it')
    expect(file.startsWith('\ufeffStato;Data contabile;Data valuta;Importo;')).toBe(true)
    expect(file).toContain('\r\ncontabilizzato;20/11/2026;21/11/2026;1234,50;EUR;')
    expect(file.endsWith(';28/11/2026 10:30;31/08/2026;28/11/2026\r\n')).toBe(true)
  })

  it('keeps what is pending and what has no amount, each marked', async () => {
    const rows = rowsOf(
      await fileOf(exportSource([movement({ status: 'pending' }), movement({ amount: null })]), 'csv'),
      'csv',
    )
    expect(rows.slice(1).map((row) => row.slice(0, 4))).toEqual([
      ['pending', '', '2026-11-21', '-12.50'],
      ['booked', '2026-11-20', '2026-11-21', ''],
    ])
  })

  it.each([
    '=1+1',
    '+39 02 12345',
    '-5',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '＝1+1',
    '＋1',
    '－1',
    '＠A1',
    ' =1',
    '\u200b=1',
    'Rif. 12;=HYPERLINK("//x")',
    'Rif. 12,"=1+1',
    'a\n=1',
  ])('has no formula in %j', async (text) => {
    const source = exportSource([movement({ shortDescription: text })], {
      account: { ...exportSource([]).account, nickname: text },
    })
    for (const format of ['csv', 'csv-it'] as const) {
      const file = await fileOf(source, format)
      const [, row = []] = rowsOf(file, format)
      expect(row).toHaveLength(19)
      for (const cell of row) expect(isFormula(cell) && !isNumber(cell), cell).toBe(false)
      // opened with another separator than the file's, it splits elsewhere
      for (const cell of file.split(/[;,|\t\r\n]/)) {
        expect(isFormula(cell.replace(/^"+/, '')) && !isNumber(cell), cell).toBe(false)
      }
    }
  })

  it('is read back to the same movements whatever the bank wrote', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyMovement, { maxLength: 12 }), async (movements) => {
        for (const format of ['csv', 'csv-it'] as const) {
          const [, ...rows] = rowsOf(await fileOf(exportSource(movements), format), format)
          expect(rows).toHaveLength(movements.length)
          for (const [index, row] of rows.entries()) {
            expect(row).toHaveLength(19)
            expect(row[10]).toBe(movements[index]?.movementId)
            const amount = movements[index]?.amount ?? null
            const written = (row[3] ?? '').replace(',', '.')
            if (amount === null) expect(written).toBe('')
            else expect(compareDecimals(written, amount)).toBe(0)
            for (const cell of row) expect(isFormula(cell) && !isNumber(cell), cell).toBe(false)
          }
        }
      }),
      { numRuns: 100 },
    )
  })
})
