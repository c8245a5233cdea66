import { type BankDay, toSlashed } from '../calendar/bank-day'
import { kinds, type Pattern } from './histories/history'
import { words } from './histories/words'
import type { Random } from './random'

const monthNames = [
  'GENNAIO',
  'FEBBRAIO',
  'MARZO',
  'APRILE',
  'MAGGIO',
  'GIUGNO',
  'LUGLIO',
  'AGOSTO',
  'SETTEMBRE',
  'OTTOBRE',
  'NOVEMBRE',
  'DICEMBRE',
]

/** What all descriptions of one account have in common. */
export type Wording = {
  random: Random
  /** Last four digits of the card. */
  card: string
  /** Number of the shop's payment terminal. */
  terminal: string
}

export function createWording(random: Random): Wording {
  return { random, card: digits(random, 4), terminal: digits(random, 8) }
}

type Part = string | ((wording: Wording, day: BankDay) => string)

const compiled = new Map<string, readonly Part[]>()
const lists = new Map<string, readonly [string, ...string[]]>(Object.entries(words))

export function describe(
  wording: Wording,
  pattern: Pattern,
  day: BankDay,
): { short: string; extended: string; code: string } {
  const [short, code] = kinds[pattern.kind]
  const text = wording.random.pick(pattern.texts)
  // Joined rather than added up: a sum of pieces keeps every piece, and there may be a hundred thousand of them.
  const extended = partsOf(text)
    .map((part) => (typeof part === 'string' ? part : part(wording, day)))
    .join('')
  return { short, extended, code }
}

export function digits(random: Random, count: number): string {
  return random
    .below(10 ** count)
    .toString()
    .padStart(count, '0')
}

function partsOf(text: string): readonly Part[] {
  const known = compiled.get(text)
  if (known) return known
  const parts = text.split(/[{}]/).map((piece, index) => (index % 2 === 0 ? piece : placeholder(piece)))
  compiled.set(text, parts)
  return parts
}

function placeholder(name: string): Part {
  const list = lists.get(name)
  if (list) return ({ random }) => random.pick(list)
  if (name === 'card') return ({ card }) => card
  if (name === 'terminal') return ({ terminal }) => terminal
  if (name === 'date') return (_wording, day) => toSlashed(day)
  if (name === 'month')
    return (_wording, day) => `${monthNames[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`
  if (name === 'year') return (_wording, day) => day.slice(0, 4)
  const [, count] = /^d(\d)$/.exec(name) ?? []
  if (count === undefined) throw new Error(`no such placeholder in a description: ${name}`)
  return ({ random }) => digits(random, Number(count))
}
