import { bankLimits } from '@/lib/domain/bank-limits'
import { type CalendarDate, readDate } from '../calendar-date'
import { isBlank, isRecord } from '../fields'
import { type Money, readMoney } from '../money'

/**
 * Reads the fields of an object one by one, so that an odd one costs itself and nothing else; `odd` and `conflicts`
 * gather names. Blank is undefined.
 */
export type FieldReader = {
  /** Trimmed; one that is longer than `longest` is dropped, and odd. */
  text(name: string, longest?: number): string | undefined
  flag(name: string): boolean | undefined
  date(name: string): CalendarDate | undefined
  money(name: string, amountName?: string): Money | undefined
  /** Rows that `readRow` does not understand, and those after the first `most`, are dropped, and the list is odd. */
  list<T>(name: string, most: number, readRow: (row: unknown) => T | undefined): T[]
  inner(name: string): FieldReader
  /** Of two spellings that disagree, nothing. */
  twinText(name: string, twin: string, longest?: number): string | undefined
  /** Of two spellings that disagree, false: less is allowed. */
  twinFlag(name: string, twin: string): boolean | undefined
  readonly odd: readonly string[]
  readonly conflicts: readonly string[]
}

export function fieldReader(
  value: unknown,
  prefix = '',
  odd: string[] = [],
  conflicts: string[] = [],
): FieldReader {
  const record = isRecord(value) ? value : {}
  const read = <T>(name: string, parse: (given: unknown) => T | undefined): T | undefined => {
    const given = record[name]
    if (isBlank(given)) return undefined
    const parsed = parse(given)
    if (parsed === undefined) odd.push(prefix + name)
    return parsed
  }
  /** One of two values: that of the only spelling there is, and where both agree theirs. */
  const settle = <T>(
    names: [string, string],
    parse: (given: unknown) => T | undefined,
    safer: T | undefined,
  ) => {
    const [first, second] = [read(names[0], parse), read(names[1], parse)]
    if (first === undefined || second === undefined || first === second) return first ?? second
    conflicts.push(prefix + names[0])
    return safer
  }
  return {
    text: (name, longest) => read(name, textOf(longest)),
    flag: (name) => read(name, readFlag),
    date: (name) => read(name, readDate),
    money: (name, amountName) => {
      const money = readMoney(record[name], amountName)
      if (money === 'odd') odd.push(prefix + name)
      return typeof money === 'string' ? undefined : money
    },
    list: (name, most, readRow) => {
      const rows = read(name, (given) => (Array.isArray(given) ? given : undefined)) ?? []
      const known = rows.slice(0, most).flatMap((row) => readRow(row) ?? [])
      if (known.length < rows.length) odd.push(prefix + name)
      return known
    },
    inner: (name) => {
      if (!isBlank(record[name]) && !isRecord(record[name])) odd.push(prefix + name)
      return fieldReader(record[name], `${prefix}${name}.`, odd, conflicts)
    },
    twinText: (name, twin, longest) => settle([name, twin], textOf(longest), undefined),
    twinFlag: (name, twin) => settle([name, twin], readFlag, false),
    odd,
    conflicts,
  }
}

/** Trimmed; a number, as some serialisers write codes, as its digits. Undefined for a text that is too long. */
export function readText(value: unknown, longest: number = bankLimits.text): string | undefined {
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  return text.length <= longest ? text : undefined
}

const textOf = (longest?: number) => (value: unknown) => readText(value, longest)

function readFlag(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined
}
