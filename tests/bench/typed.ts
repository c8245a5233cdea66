import { readFileSync } from 'node:fs'
import { readBankText, textLengths } from '@/lib/domain/bank-text'
import { addDays } from '@/lib/domain/days/bank-day'
import { judgeDay, type PaymentCalendar } from '@/lib/domain/days/payment-days'
import { readDay } from '@/lib/domain/days/typed-day'
import { readIban } from '@/lib/domain/iban'
import { readAmount } from '@/lib/domain/money/amount-input'
import { hostileTexts } from '@/tests/support/hostile-texts'
import { atMost, rounded, type Verdict } from './measure'

/*
 * What the reading of a typed text takes at most, in milliseconds: each text of the tables of the tests, and what slow
 * expressions are slow at. Alone: `node --import tsx tests/bench/typed.ts`.
 */
const MOST_MILLISECONDS = 50
const RUNS = 5

export function measureTyped(): Record<string, Verdict> {
  const today = '2026-11-28'
  const holidays = Array.from({ length: 10_000 }, (_, index) => addDays(today, index))
  const calendar: PaymentCalendar = {
    today,
    earliestDate: undefined,
    earliestDateInternal: undefined,
    latestDate: undefined,
    holidays,
    abi: undefined,
  }
  return {
    amounts: slowest([...column('amounts.tsv'), ...hostileTexts('amount')], (text) =>
      readAmount(text, 'EUR', 'it'),
    ),
    days: slowest(hostileTexts('day'), (text) => readDay(text, today, 'en')),
    ibans: slowest(hostileTexts('iban'), readIban),
    bankTexts: slowest([...column('texts.tsv'), ...hostileTexts('bankText')], (text) =>
      readBankText(text, textLengths.note),
    ),
    tenThousandHolidays: slowest([today], (day) => judgeDay(day, calendar, undefined)),
  }
}

/** The texts of a table, as `tests/fixtures/transfers` has them. */
function column(table: string): string[] {
  const path = new URL(`../fixtures/transfers/${table}`, import.meta.url)
  return readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => String(JSON.parse(line.split('\t')[0] ?? '""')))
}

/** The best of some runs: a hostile text makes an expression slow in each of them. */
function slowest(texts: readonly string[], read: (text: string) => unknown): Verdict {
  const times = texts.map((text) =>
    Math.min(
      ...Array.from({ length: RUNS }, () => {
        const start = performance.now()
        read(text)
        return performance.now() - start
      }),
    ),
  )
  return atMost(rounded(Math.max(...times), 2), MOST_MILLISECONDS)
}

if (process.argv[1]?.endsWith('typed.ts')) {
  process.stdout.write(`${JSON.stringify(measureTyped(), null, 2)}\n`)
}
