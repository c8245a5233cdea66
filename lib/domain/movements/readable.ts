import { signOfDecimal } from '../money/decimal'
import {
  cardWords,
  type KindRules,
  kindRules,
  type MovementKind,
  nameEnds,
  numberedEnds,
  otherOpenings,
  reasonWords,
  statusWords,
  wordsBeforeName,
} from './kind-rules'
import { isCompanyForm, nameCase, sentenceCase } from './name-case'

type BankTexts = {
  amount: string | null
  shortDescription: string | null
  extendedDescription: string | null
  codeDescription: string | null
}

/** Each is null where no rule fits; then the bank's own text stands. */
export type ReadableMovement = {
  /** A piece of the bank's longer text, with other capitals only. */
  counterpart: string | null
  kind: MovementKind | null
  /** The bank's longer text without counterpart, kind and status; null without a counterpart. */
  rest: string | null
}

/** A longer text is none that these rules know. */
const LONGEST = 1_000
const MOST_WORDS = 10

const phrase = (text: string) => text.split(' ').map(plain)
const byLength = (a: { words: string[] }, b: { words: string[] }) => b.words.length - a.words.length

const openings = kindRules
  .flatMap((rules) => rules.openings.map((text) => ({ rules, words: phrase(text) })))
  .sort(byLength)
const others = otherOpenings.map(phrase)
const ends = nameEnds.map(phrase)
const statuses = statusWords.map(phrase)
const reasons = reasonWords.map(phrase)

/** What the bank's texts say of a movement: nothing is guessed, and no word is shown that is not in them. */
export function readableMovement(texts: BankTexts): ReadableMovement {
  const words = wordsOf(texts.extendedDescription)
  const rules = rulesOf(texts, words)
  if (rules === null) return { counterpart: null, kind: null, rest: null }
  const found = nameIn(words, rules)
  if (found === null) return { counterpart: null, kind: rules.kind, rest: null }
  const rest = restOf([...found.before, '-', ...words.slice(found.end)])
  return {
    counterpart: nameCase(
      words
        .slice(found.start, found.end)
        .join(' ')
        .replace(/[,;:]$/, ''),
    ),
    kind: rules.kind,
    rest: rest === '' ? null : sentenceCase(rest),
  }
}

function wordsOf(text: string | null): string[] {
  return text === null || text.length > LONGEST ? [] : text.split(/\s/).filter((word) => word !== '')
}

/** As words are compared: capitals, one kind of apostrophe, no punctuation at the end. */
function plain(word: string): string {
  const capitals = word.toUpperCase().replaceAll('’', "'")
  return /[\p{L}\d][.,:;]$/u.test(capitals) ? capitals.slice(0, -1) : capitals
}

function isAt(words: readonly string[], place: number, wanted: readonly string[]): boolean {
  return wanted.every((word, offset) => {
    const found = words[place + offset]
    return found !== undefined && plain(found) === word
  })
}

/** The first of the bank's texts that names a kind decides; one that the sign contradicts has no kind. */
function rulesOf({ amount, shortDescription, codeDescription }: BankTexts, words: string[]) {
  const sign = amount === null ? 0 : signOfDecimal(amount)
  for (const text of [wordsOf(shortDescription), words, wordsOf(codeDescription)]) {
    if (others.some((other) => isAt(text, 0, other))) return null
    const [longest, ...shorter] = openings.filter((opening) => isAt(text, 0, opening.words))
    if (longest === undefined) continue
    const same = shorter.filter((other) => other.words.length === longest.words.length)
    return [longest, ...same].find(({ rules }) => fits(rules, sign))?.rules ?? null
  }
  return null
}

function fits({ sign }: KindRules, found: number): boolean {
  return sign === 'any' ? found !== 0 : sign === 'in' ? found > 0 : found < 0
}

type Name = { start: number; end: number; before: string[] }

function nameIn(words: string[], rules: KindRules): Name | null {
  const opening = openings.find((one) => isAt(words, 0, one.words))
  const begin = opening?.words.length ?? 0
  if (opening?.words.at(-1) === 'DA') return nameFrom(words, begin, [], rules, true)
  const marks = rules.before.map(phrase)
  for (let place = begin; place < words.length; place += 1) {
    const mark = marks.find((one) => isAt(words, place, one))
    if (mark !== undefined)
      return nameFrom(words, place + mark.length, words.slice(begin, place), rules, true)
    if (isReason(words, place)) break
  }
  const first = rules.first?.map(phrase).find((one) => isAt(words, begin, one))
  if (first !== undefined) return nameFrom(words, begin + first.length, [], rules, true)
  if (rules.leads === 'never') return null
  const start = afterFacts(words, begin, rules.leads === 'company')
  return nameFrom(words, start, words.slice(begin, start), rules, false)
}

function nameFrom(
  words: string[],
  start: number,
  before: string[],
  rules: KindRules,
  isMarked: boolean,
): Name | null {
  let end = start
  let isCompany = false
  while (end < words.length && !isCompany && !isEnd(words, end)) {
    isCompany = isCompanyForm(words[end] ?? '')
    end += 1
  }
  const name = words.slice(start, end)
  const isName = name.length <= MOST_WORDS && name.some((word) => /\p{L}\p{M}*\p{L}/u.test(word))
  return isName && (isMarked || isCompany || rules.leads === 'always') ? { start, end, before } : null
}

const isDate = (word: string | undefined) => /^\d{1,4}[/.-]\d/.test(word ?? '')
const isReference = (word: string) => /^\D{0,4}\d{5}/.test(word) || /^[A-Za-z]{2}\d{2}/.test(word)
const isCardNumber = (word: string | undefined) => /^[*X]*\d/i.test(word ?? '')
const isMasked = (word: string | undefined) => /^[*X]+\d/i.test(word ?? '')
const hasFigure = (word: string | undefined) => /\d/.test(word ?? '')
const isReason = (words: string[], place: number) => reasons.some((one) => isAt(words, place, one))

/** "CARTA DI DEBITO *0190": how many words it is, 0 for anything else. */
function cardAt(words: string[], place: number): number {
  if (plain(words[place] ?? '') !== 'CARTA') return 0
  if (isCardNumber(words[place + 1])) return 2
  let end = place + 1
  while (cardWords.has(plain(words[end] ?? ''))) end += 1
  return isMasked(words[end]) ? end + 1 - place : 0
}

/** A card, "DEL 24/11/2026", a date, a reference: how many words they are, 0 for anything else. */
function factAt(words: string[], place: number): number {
  const word = words[place] ?? ''
  const next = words[place + 1]
  const card = cardAt(words, place)
  if (card > 0) return card
  if (['DEL', 'IL', 'IN', 'AL', 'ALLE', 'ORE'].includes(plain(word)) && /^\d{1,4}[/.:-]\d/.test(next ?? ''))
    return 2
  return isDate(word) || isReference(word) || /^\*\d/.test(word) ? 1 : 0
}

/** A shop may be called "Agosto": such words are passed over only where a company form has to end the name. */
function afterFacts(words: string[], begin: number, isCompany: boolean): number {
  let place = begin
  for (;;) {
    const isBefore =
      isCompany && (wordsBeforeName.has(plain(words[place] ?? '')) || /^\d{4}$/.test(words[place] ?? ''))
    const length = isBefore ? 1 : factAt(words, place)
    if (length === 0) return place
    place += length
  }
}

function isEnd(words: string[], place: number): boolean {
  return (
    factAt(words, place) > 0 || isNumberedEnd(words, place) || ends.some((one) => isAt(words, place, one))
  )
}

/** "ORDINE 628", "PRATICA N. 12/A" */
function isNumberedEnd(words: string[], place: number): boolean {
  if (!numberedEnds.has(plain(words[place] ?? ''))) return false
  const isNumberSign = ['N', 'NR', 'NUM', 'NUMERO'].includes(plain(words[place + 1] ?? ''))
  return hasFigure(words[place + (isNumberSign ? 2 : 1)])
}

/** Status words drop out, and so do the words and hyphens that only introduce the reason. */
function restOf(words: string[]): string {
  const kept: string[] = []
  for (let place = 0; place < words.length; ) {
    const status = statuses.find((one) => isAt(words, place, one))
    const isIntroduction = isReason(words, place)
    if (status === undefined && !isIntroduction) kept.push(words[place] ?? '')
    place += status?.length ?? 1
  }
  return kept.join(' ')
}
