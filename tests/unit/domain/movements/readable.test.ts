import { describe, expect, it } from 'vitest'
import { readableMovement } from '@/lib/domain/movements/readable'
import { alone, forms, names, untouched } from './corpus'

type Row = { short: string | null; text: string; amount: string | null }

const read = ({ short, text, amount }: Row) =>
  readableMovement({ shortDescription: short, extendedDescription: text, codeDescription: null, amount })

const rows = forms.flatMap(([short, form, amount, kind, rest]) =>
  names.map(([name, counterpart]) => ({
    row: { short, text: form.replace('{name}', name), amount },
    read: { counterpart, kind, rest },
  })),
)

describe('a movement that a person can read', () => {
  it('is tried with at least 300 texts', () => {
    expect(new Set(rows.map(({ row }) => `${row.short} ${row.text}`)).size).toBeGreaterThan(300)
  })

  it.each(forms)('%s: %s', (_short, form) => {
    const own = rows.filter(({ row }) => names.some(([name]) => row.text === form.replace('{name}', name)))
    for (const { row, read: expected } of own)
      expect({ ...row, ...read(row) }).toEqual({ ...row, ...expected })
  })

  it.each(alone)('%s: %s', (short, text, amount, counterpart, kind, rest) => {
    expect(read({ short, text, amount })).toEqual({ counterpart, kind, rest })
  })

  it.each(untouched)('leaves the text of the bank as it is: %s: %s', (short, text, amount, kind) => {
    expect(read({ short, text, amount })).toEqual({ counterpart: null, kind, rest: null })
  })
})

/** The same numbers in every run: a failure can be repeated. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

function madeUp(): Row[] {
  const next = numbers(20_261_129)
  const pool = [...rows.map(({ row }) => row), ...alone.map(([short, text]) => ({ short, text }))]
  const words = [
    ...new Set(pool.flatMap(({ text }) => text.split(' '))),
    'İSTANBUL',
    'ẞ',
    'ΣΟΦΟΣ',
    'straße',
    '\u0301',
    'DA',
    'A',
    'ﬁ',
  ]
  const amounts = ['1.00', '-1.00', '0.00', null]
  return Array.from({ length: 5_000 }, () => ({
    short: pool[next(pool.length)]?.short ?? null,
    text: Array.from({ length: next(14) }, () => words[next(words.length)]).join(next(9) ? ' ' : '  '),
    amount: amounts[next(amounts.length)] ?? null,
  }))
}

describe('nothing is guessed', () => {
  const texts = [...rows.map(({ row }) => row), ...madeUp()]

  it('shows words of the bank only', () => {
    const shown = texts.flatMap((row) => {
      const { counterpart, rest } = read(row)
      const own = new Set(
        row.text
          .toUpperCase()
          .split(/\s+/)
          .flatMap((word) => [word, word.replace(/[,;:]$/, '')]),
      )
      return `${counterpart ?? ''} ${rest ?? ''}`
        .split(' ')
        .filter((word) => word !== '' && !own.has(word.toUpperCase()))
        .map((word) => ({ word, row }))
    })
    expect(shown).toEqual([])
  })

  it('never calls a debit incoming or a credit outgoing, nor names a kind without an amount', () => {
    const signs = { in: ['transferIn', 'salary'], out: ['transferOut', 'directDebit', 'fee', 'tax'] }
    const wrong = texts.filter((row) => {
      const { kind } = read(row)
      if (kind === null) return false
      if (row.amount === null || Number(row.amount) === 0) return true
      return (row.amount.startsWith('-') ? signs.in : signs.out).includes(kind)
    })
    expect(wrong).toEqual([])
  })
})
