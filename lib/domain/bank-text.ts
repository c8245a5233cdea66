/*
 * Texts that a transfer carries: the characters that every bank of SEPA passes on (EPC, SEPA credit transfer
 * guidelines, basic Latin set) and no others, for the bank answers them with 422. What is outside is named with a
 * proposal beside it, and never dropped or changed behind the customer's back.
 */

/** `start` and `end` are those of the text as typed, in UTF-16 units, as the selection of an input counts. */
export type TextFault = { start: number; end: number; replacement: string | undefined } & (
  | {
      /** Not in the set. `replacement` is empty for what is best left out, undefined where nothing fits. */
      kind: 'character'
      /** As seen: with its accents, and an emoji of several parts as one. */
      character: string
      /** Counts from 1, in characters as seen. */
      position: number
    }
  /** A slash at the beginning or the end, or two in a row, which banks read as a code of their own. */
  | { kind: 'slash' }
)

export type TextReading =
  /** `text` without blanks around it. */
  | { kind: 'text'; text: string }
  | { kind: 'empty' }
  | { kind: 'too_long'; allowed: number; found: number }
  /** `proposal`: the whole text with all replacements, when each fault has one and the result is a good text. */
  | { kind: 'faults'; faults: readonly [TextFault, ...TextFault[]]; proposal: string | undefined }

/** ISO 20022, as SEPA credit transfers have them: names to 70 characters, remittance information to 140. */
export const textLengths = { payeeName: 70, note: 140 } as const

/** More faults than can be shown are not named, and texts longer than anybody types are not gone through. */
const MOST_FAULTS = 20
const LONGEST_INPUT = 2_000

/** @param allowed greatest length, in characters */
export function readBankText(text: string, allowed: number): TextReading {
  if (text.length > LONGEST_INPUT) return { kind: 'too_long', allowed, found: text.length }
  const length = [...text.trim()].length
  if (length === 0) return { kind: 'empty' }
  const all = inOrder([...characterFaults(text), ...slashFaults(text)])
  const [first, ...others] = all
  if (first === undefined) {
    return length > allowed
      ? { kind: 'too_long', allowed, found: length }
      : { kind: 'text', text: text.trim() }
  }
  const faults = [first, ...others.slice(0, MOST_FAULTS - 1)] as const
  return { kind: 'faults', faults, proposal: proposalOf(text, all, allowed) }
}

/** A character as seen: with combining marks, joined emoji as one, and flags, which are two letters. */
const SEEN =
  /\p{RI}\p{RI}|[^\p{M}](?:\u200d\p{Extended_Pictographic}|\p{M}|\p{Emoji_Modifier}|[\u{e0020}-\u{e007f}])*|\p{M}+/gsu

function characterFaults(text: string): TextFault[] {
  const faults: TextFault[] = []
  const from = text.length - text.trimStart().length
  const to = text.trimEnd().length
  let position = 0
  for (const { 0: character, index } of text.matchAll(SEEN)) {
    position += 1
    if (index < from || index >= to) continue
    if (/^[a-zA-Z0-9/\-?:().,'+ ]$/.test(character)) continue
    const replacement = replacementOf(character)
    faults.push({
      kind: 'character',
      character,
      position,
      start: index,
      end: index + character.length,
      replacement,
    })
  }
  return faults
}

function slashFaults(text: string): TextFault[] {
  const faults: TextFault[] = []
  const first = text.search(/\S/)
  const last = text.trimEnd().length
  for (const { 0: run, index } of text.matchAll(/\/+/g)) {
    const end = index + run.length
    const isAtEdge = index === first || end === last
    if (isAtEdge || run.length > 1) {
      faults.push({ kind: 'slash', start: index, end, replacement: isAtEdge ? '' : '/' })
    }
  }
  return faults
}

const inOrder = (faults: TextFault[]) => faults.sort((a, b) => a.start - b.start)

function proposalOf(text: string, faults: readonly TextFault[], allowed: number): string | undefined {
  let proposal = ''
  let from = 0
  for (const { start, end, replacement } of faults) {
    if (replacement === undefined) return undefined
    proposal += text.slice(from, start) + replacement
    from = end
  }
  proposal = (proposal + text.slice(from)).replace(/ {2,}/g, ' ').trim()
  const isGood = proposal.length > 0 && proposal.length <= allowed && slashFaults(proposal).length === 0
  return isGood ? proposal : undefined
}

/** EPC, SEPA requirements for an extended character set, where it has something readable; letters have their own. */
const REPLACEMENTS: Record<string, string> = {
  '&': '+',
  '€': 'EUR',
  '£': 'GBP',
  '@': '(at)',
  _: '-',
  ';': ',',
  '!': '.',
  '*': '.',
  '#': '.',
  '~': '-',
  '|': '/',
  '\\': '/',
  '=': '-',
  '[': '(',
  ']': ')',
  '{': '(',
  '}': ')',
  '<': '(',
  '>': ')',
  '"': "'",
  '`': "'",
  '´': "'",
  '…': '...',
  '·': '.',
  '•': '-',
  '«': "'",
  '»': "'",
  '°': '.',
  º: 'o',
  ª: 'a',
  '№': 'No',
  '§': 'par.',
  '©': '(c)',
  '®': '(R)',
  '™': '(TM)',
  '×': 'x',
  '÷': ':',
  '½': '1/2',
  ß: 'ss',
  ẞ: 'SS',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'TH',
  ħ: 'h',
  Ħ: 'H',
  ı: 'i',
  ĸ: 'k',
  ŋ: 'n',
  Ŋ: 'N',
  ŧ: 't',
  ŀ: 'l',
  Ŀ: 'L',
  ŉ: 'n',
  Ŧ: 'T',
}

/** Undefined for letters of other scripts: a name that we spelled would be another than the one at the payee's bank. */
function replacementOf(character: string): string | undefined {
  const known = Object.hasOwn(REPLACEMENTS, character) ? REPLACEMENTS[character] : undefined
  if (known !== undefined) return known
  if (/^[\s\p{Zs}]$/u.test(character)) return ' '
  if (/^\p{Pd}$|^\u2212$/u.test(character)) return '-'
  if (/^[\u2018-\u201f\u2032-\u2037\u2039\u203a]$/.test(character)) return "'"
  if (/\p{Extended_Pictographic}|\p{RI}|^\p{C}/u.test(character)) return ''
  const plain = character.normalize('NFKD').replace(/\p{M}/gu, '')
  return /^[a-zA-Z0-9/\-?:().,'+ ]{1,4}$/.test(plain) ? plain : REPLACEMENTS[plain]
}
