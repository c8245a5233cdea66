/*
 * Spreadsheets turn a text of a file into a number, a day, a time, a truth value or an error. Which texts depends on the
 * program and its language, so the rule here is wider than any of them: a text that is kept as text loses nothing.
 */

/** Of numbers, days and times, beside digits and words: signs of any script. */
const signs = /[\s\p{Sc}\p{Cf}\p{Pd}.,:/%'’()+\u2212\u066a-\u066c\u060c]/gu
const digits = /\p{Nd}/gu
const longestValue = 300

const beginsOfNames = [
  ...['gen', 'feb', 'mar', 'apr', 'mag', 'giu', 'lug', 'ago', 'set', 'ott', 'nov', 'dic'],
  ...['jan', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'dec'],
  ...['lun', 'mer', 'gio', 'ven', 'sab', 'dom', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
]
const nameOfMonthOrDay = new RegExp(`^(?:${beginsOfNames.join('|')})`)
/** Exponents, halves of the day, and what stands between day and time. */
const shortWord = /^(?:[edapmtz]|[ap]m|[年月日時分秒]|eur|euro)$/
const currencies: ReadonlySet<string> = new Set(
  Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()),
)

const truth = /^(?:vero|falso|true|false)$/
const error = /^#(?:n\/[ad]|[\p{L}_]+(?:\/0)?[!?])$/u
const isTextAlready = /^[\s\p{Cf}]*'/u

/** Whether a spreadsheet may take the text for something else than a text. */
export function isTakenForValue(text: string): boolean {
  if (text.length > longestValue || isTextAlready.test(text)) return false
  // Full-width and mathematical forms count as the plain ones.
  const plain = text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim()
    .toLowerCase()
  if (truth.test(plain) || error.test(plain)) return true
  const rest = plain.replace(digits, ' ')
  if (rest === plain) return false
  return rest
    .replace(signs, ' ')
    .split(' ')
    .every((word) => word === '' || isWordOfValue(word))
}

function isWordOfValue(word: string): boolean {
  return (
    shortWord.test(word) || currencies.has(word) || (/^\p{L}+$/u.test(word) && nameOfMonthOrDay.test(word))
  )
}
