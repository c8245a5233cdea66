import { type CalendarDate, readDate } from '../calendar-date'
import { isBlank, isRecord } from '../fields'
import { type Money, readMoney } from '../money'

/**
 * Reads the fields of an object one by one, so that an odd one costs itself and nothing else; `odd` and `conflicts`
 * gather names. Blank is undefined.
 */
export type FieldReader = {
  text(name: string): string | undefined
  flag(name: string): boolean | undefined
  date(name: string): CalendarDate | undefined
  money(name: string, amountName?: string): Money | undefined
  /** Rows that `readRow` does not understand are left out, and the list is odd. */
  list<T>(name: string, readRow: (row: unknown) => T | undefined): T[]
  inner(name: string): FieldReader
  /** Of two spellings that disagree, nothing. */
  twinText(name: string, twin: string): string | undefined
  /** Of two spellings that disagree, false: less is allowed. */
  twinFlag(name: string, twin: string): boolean | undefined
  readonly odd: readonly string[]
  readonly conflicts: readonly string[]
}

export const MAX_TEXT_LENGTH = 1000
const MAX_LIST_LENGTH = 2000

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
    text: (name) => read(name, readText),
    flag: (name) => read(name, readFlag),
    date: (name) => read(name, readDate),
    money: (name, amountName) => {
      const money = readMoney(record[name], amountName)
      if (money === 'odd') odd.push(prefix + name)
      return typeof money === 'string' ? undefined : money
    },
    list: (name, readRow) => {
      const rows = read(name, (given) => (Array.isArray(given) ? given : undefined)) ?? []
      const known = rows.slice(0, MAX_LIST_LENGTH).flatMap((row) => readRow(row) ?? [])
      if (known.length < rows.length) odd.push(prefix + name)
      return known
    },
    inner: (name) => {
      if (!isBlank(record[name]) && !isRecord(record[name])) odd.push(prefix + name)
      return fieldReader(record[name], `${prefix}${name}.`, odd, conflicts)
    },
    twinText: (name, twin) => settle([name, twin], readText, undefined),
    twinFlag: (name, twin) => settle([name, twin], readFlag, false),
    odd,
    conflicts,
  }
}

/** Trimmed and cut; a number, as some serialisers write codes, as its digits. */
export function readText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? value.trim().slice(0, MAX_TEXT_LENGTH) : undefined
}

function readFlag(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined
}
