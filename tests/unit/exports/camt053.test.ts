import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { exportFile } from '@/lib/exports'
import { anyMovement, exportSource, movement, textOf } from '@/tests/support/export-source'

const schema = readFileSync('tests/fixtures/schemas/camt.053.001.08.xsd', 'utf8')

const camtOf = (source: ReturnType<typeof exportSource>) => textOf(exportFile(source, 'camt053').text)

/** What the schema objects to, as libxml2 sees it. */
async function objections(...files: string[]): Promise<string[]> {
  const xml = files.map((contents, index) => ({ fileName: `${index}.xml`, contents }))
  const { errors } = await validateXML({ xml, schema, maxMemoryPages: 8192 })
  return errors.map(({ message }) => message)
}

const all = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>(.*?)</${name}>`, 'g'))].map(([, inside = '']) => inside)

describe('camt.053.001.08', () => {
  it('has one statement for each currency, with what is booked and its amounts unrounded', async () => {
    const source = exportSource([
      movement({ status: 'pending' }),
      movement({ amount: '-488.000' }),
      movement({ amount: '+1000.5' }),
      movement({ currency: 'KWD', amount: '-1.234' }),
      movement({ currency: 'JPY', amount: '500' }),
      movement({ amount: null, odd: ['amountTransaction.amount'] }),
    ])
    const xml = await camtOf(source)
    expect(await objections(xml)).toEqual([])
    expect(all(xml, 'Stmt')).toHaveLength(0)
    expect(xml.match(/<Stmt>/g)).toHaveLength(3)
    expect(all(xml, 'Ntry').map((entry) => [all(entry, 'Amt')[0], all(entry, 'CdtDbtInd')[0]])).toEqual([
      ['488.00', 'DBIT'],
      ['1000.50', 'CRDT'],
      ['1.234', 'DBIT'],
      ['500', 'CRDT'],
    ])
    expect(all(all(xml, 'TxsSummry')[0] ?? '', 'Sum')).toEqual(['1488.50', '1000.50', '488.00'])
    expect(all(xml, 'AddtlStmtInf')[0]).toBe(
      'Movements as read from the bank at 2026-11-28T09:30:00.000Z. Complete from 2026-08-31 to 2026-11-28. Left out: 1 pending, 1 without an amount.',
    )
  })

  it('gives only balances that are known', async () => {
    const balancesIn = async (given: Partial<ReturnType<typeof exportSource>>) =>
      all(await camtOf(exportSource([movement()], given)), 'Bal').map((xml) => [
        all(xml, 'Cd')[0] ?? all(xml, 'Prtry')[0],
        all(xml, 'Amt')[0],
        all(xml, 'CdtDbtInd')[0],
        all(all(xml, 'Dt')[0] ?? '', 'Dt')[0] ?? /<Dt>(\d[^<]*)/.exec(xml)?.[1],
      ])
    const asGiven = [
      ['ITBD', '1234.56', 'CRDT', '2026-11-28'],
      ['ITAV', '1200.00', 'CRDT', '2026-11-28'],
    ]
    expect(await balancesIn({})).toEqual(asGiven)
    const opening = { amount: '-10.00', day: '2026-08-31' }
    const closing = { amount: '1247.06', day: '2026-11-20' }
    expect(await balancesIn({ periodBalances: { currency: 'EUR', opening, closing } })).toEqual([
      ['OPBD', '10.00', 'DBIT', '2026-08-31'],
      ['CLBD', '1247.06', 'CRDT', '2026-11-20'],
      ...asGiven,
    ])
    expect(await balancesIn({ balance: null })).toEqual([['SUM OF ENTRIES', '12.50', 'DBIT', '2026-11-28']])
  })

  it('has a statement without entries where nothing is booked', async () => {
    const nothing = exportSource([], { balance: null, covered: null, movementsReadAt: null })
    const nameless = exportSource([], {
      balance: null,
      account: { ...nothing.account, currency: '', iban: '', nickname: '' },
    })
    for (const source of [nothing, nameless]) {
      const xml = await camtOf(source)
      expect(await objections(xml)).toEqual([])
      expect(all(xml, 'NbOfNtries')).toEqual(['0'])
    }
  })

  it('cuts what is too long with a mark, splits what may be split, and drops no character in between', async () => {
    const long = 'Caffè 👩‍👩‍👧 '.repeat(40).trim()
    const xml = await camtOf(
      exportSource([movement({ shortDescription: 'y'.repeat(600), extendedDescription: long })]),
    )
    expect(await objections(xml)).toEqual([])
    expect(all(xml, 'Ustrd').join('')).toBe(long)
    expect(all(xml, 'AddtlNtryInf')[0]).toBe(`${'y'.repeat(499)}…`)
  })

  it('leaves out an amount that the schema cannot hold, and counts it', async () => {
    const xml = await camtOf(exportSource([movement({ amount: '1.12345678' }), movement()]))
    expect(await objections(xml)).toEqual([])
    expect(all(xml, 'Ntry')).toHaveLength(1)
    expect(all(xml, 'TxsSummry')).toEqual([])
    expect(xml).toContain('1 with an amount this format cannot hold')
  })

  it('is valid whatever the bank wrote', async () => {
    const files: string[] = []
    await fc.assert(
      fc.asyncProperty(fc.array(anyMovement, { maxLength: 12 }), async (movements) => {
        const xml = await camtOf(exportSource(movements))
        files.push(xml)
        const isExact = (amount: string | null) => /^[+-]?0*\d{1,13}(\.\d{1,5}0*)?$/.test(amount ?? '')
        const fit = movements.filter(
          ({ status, amount, currency }) =>
            status === 'booked' && /^[A-Z]{3}$/.test(currency ?? '') && isExact(amount),
        )
        expect(all(xml, 'Ntry').length).toBeGreaterThanOrEqual(fit.length)
      }),
      { numRuns: 120 },
    )
    expect(await objections(...files)).toEqual([])
  })
})
