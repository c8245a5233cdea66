import fc from 'fast-check'
import { Ofx } from 'ofx-data-extractor'
import { parseSync } from 'ofx-js'
import { describe, expect, it } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { z } from 'zod'
import type { Movement } from '@/lib/contracts/movements'
import { compareDecimals, sumDecimals } from '@/lib/domain/money/decimal'
import { exportFile } from '@/lib/exports'
import { anyMovement, exportSource, movement, textOf } from '@/tests/support/export-source'

const ofxOf = (source: ReturnType<typeof exportSource>) => textOf(exportFile(source, 'ofx').text)

const transaction = z.object({
  TRNTYPE: z.string(),
  DTPOSTED: z.string(),
  TRNAMT: z.string(),
  FITID: z.string(),
  NAME: z.string(),
  MEMO: z.string().optional(),
})
/** Nothing, one, or a list of them. */
const many = <Item extends z.ZodType>(item: Item) =>
  z.preprocess((found) => (Array.isArray(found) ? found : found === undefined ? [] : [found]), z.array(item))
const balance = z.object({ BALAMT: z.string(), DTASOF: z.string() }).optional()
const statements = z.object({
  OFX: z.object({
    BANKMSGSRSV1: z.object({
      STMTTRNRS: many(
        z.object({
          STATUS: z.object({ MESSAGE: z.string() }),
          STMTRS: z.object({
            CURDEF: z.string(),
            BANKACCTFROM: z.record(z.string(), z.string()),
            BANKTRANLIST: z.object({ DTSTART: z.string(), DTEND: z.string(), STMTTRN: many(transaction) }),
            LEDGERBAL: balance,
            AVAILBAL: balance,
          }),
        }),
      ),
    }),
  }),
})
const read = (file: string) => statements.parse(parseSync(file)).OFX.BANKMSGSRSV1.STMTTRNRS

const digits = (day: string) => day.replaceAll('-', '')
const isHeld = ({ status, amount, currency }: Movement) =>
  status === 'booked' && amount !== null && /^[A-Z]{3}$/.test(currency ?? '')

describe('OFX 2', () => {
  it('is read back by two independent parsers to the same count, sums, dates and ids', async () => {
    const movements = ['-12.50', '+1000', '-0.01', '0'].map((amount, index) =>
      movement({
        amount,
        bookingDate: `2026-0${index + 1}-31`.replace('02-31', '03-29').replace('04-31', '10-25'),
      }),
    )
    const file = await ofxOf(exportSource([movement({ status: 'pending' }), ...movements]))
    const [statement] = read(file)
    const transactions = statement?.STMTRS.BANKTRANLIST.STMTTRN ?? []
    const other = new Ofx(file).getBankTransferList()
    const days = movements.map(({ bookingDate }) => bookingDate ?? '')
    expect(transactions.map(({ TRNAMT }) => TRNAMT)).toEqual(['-12.50', '1000.00', '-0.01', '0.00'])
    expect(transactions.map(({ DTPOSTED }) => DTPOSTED.slice(0, 8))).toEqual(days.map(digits))
    expect(transactions.map(({ TRNTYPE }) => TRNTYPE)).toEqual(['DEBIT', 'CREDIT', 'DEBIT', 'OTHER'])
    expect(other.map(({ TRNAMT, DTPOSTED, FITID }) => [String(TRNAMT), String(DTPOSTED), FITID])).toEqual(
      transactions.map(({ TRNAMT, FITID }, index) => [TRNAMT, days[index], FITID]),
    )
    expect(sumDecimals(other.map(({ TRNAMT }) => String(TRNAMT)))).toBe('987.49')
    expect(transactions.map(({ FITID }) => FITID)).toEqual(movements.map(({ movementId }) => movementId))
    expect(statement?.STATUS.MESSAGE).toContain('Left out: 1 pending.')
  })

  it('names account, period and balances', async () => {
    const [statement] = read(await ofxOf(exportSource([movement()], { asked: { from: '2026-11-01' } })))
    expect(statement?.STMTRS).toMatchObject({
      CURDEF: 'EUR',
      BANKACCTFROM: { BANKID: '05428', BRANCHID: '11101', ACCTID: '000000123456', ACCTKEY: 'X' },
      BANKTRANLIST: { DTSTART: '20261101120000[0:GMT]', DTEND: '20261128120000[0:GMT]' },
      LEDGERBAL: { BALAMT: '1234.56', DTASOF: '20261128120000[0:GMT]' },
      AVAILBAL: { BALAMT: '1200.00', DTASOF: '20261128120000[0:GMT]' },
    })
  })

  it('has no balance where the bank gave none, and no invented account', async () => {
    const account = { ...exportSource([]).account, iban: '' }
    const [statement] = read(await ofxOf(exportSource([], { balance: null, account })))
    expect(statement?.STMTRS).toMatchObject({ BANKACCTFROM: { ACCTID: 'P1' }, BANKTRANLIST: { STMTTRN: [] } })
    expect(statement?.STMTRS.LEDGERBAL).toBeUndefined()
  })

  it('DAT-1: writes each day so that it is that day from Los Angeles to Tokyo', async () => {
    const [statement] = read(await ofxOf(exportSource([movement({ bookingDate: '2026-03-29' })])))
    const posted = statement?.STMTRS.BANKTRANLIST.STMTTRN[0]?.DTPOSTED ?? ''
    const [, y = '', m = '', d = '', hour = ''] =
      /^(\d{4})(\d\d)(\d\d)(\d\d)0000\[0:GMT\]$/.exec(posted) ?? []
    const moment = new Date(Date.UTC(Number(y), Number(m) - 1, Number(d), Number(hour)))
    for (const timeZone of ['UTC', 'Europe/Rome', 'America/Los_Angeles', 'Pacific/Honolulu', 'Asia/Tokyo']) {
      expect(new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(moment)).toBe(
        '2026-03-29',
      )
    }
  })

  it('is well-formed, in the lengths there are, and complete whatever the bank wrote', async () => {
    const files: string[] = []
    await fc.assert(
      fc.asyncProperty(fc.array(anyMovement, { maxLength: 12 }), async (movements) => {
        const file = await ofxOf(exportSource(movements))
        files.push(file)
        const found = read(file).flatMap(({ STMTRS }) => STMTRS.BANKTRANLIST.STMTTRN)
        const held = movements.filter(isHeld)
        expect(found.map(({ FITID }) => FITID).sort()).toEqual(
          held.map(({ movementId }) => movementId).sort(),
        )
        const [sum, stored] = [
          sumDecimals(found.map(({ TRNAMT }) => TRNAMT)),
          sumDecimals(held.map(({ amount }) => amount ?? '0')),
        ]
        expect(compareDecimals(sum, stored)).toBe(0)
        for (const { NAME, MEMO } of found) {
          expect([...NAME].length).toBeLessThanOrEqual(32)
          expect([...(MEMO ?? '')].length).toBeLessThanOrEqual(255)
        }
      }),
      { numRuns: 120 },
    )
    const xml = files.map((contents, index) => ({ fileName: `${index}.xml`, contents }))
    const { errors } = await validateXML({ xml, normalization: 'format', maxMemoryPages: 8192 })
    expect(errors).toEqual([])
  })
})
