import { readdirSync, readFileSync } from 'node:fs'

import { isNativeError } from 'node:util/types'
import { createContext, runInContext } from 'node:vm'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { readBankText } from '@/lib/domain/bank-text'
import { readDay } from '@/lib/domain/days/typed-day'
import { readIban } from '@/lib/domain/iban'
import { chooseLocale } from '@/lib/domain/locale'
import { readAmount } from '@/lib/domain/money/amount-input'
import { readTypedAmount } from '@/lib/domain/money/typed-amount'
import { readableMovement } from '@/lib/domain/movements/readable'
import { keptText, safeText } from '@/lib/exports/csv-text'
import { languageOf } from '@/lib/http/too-large'
import { foldForSearch } from '@/lib/store/values/search-text'
import { visibleText } from '@/lib/ui/format/bank-text'
import { deviceLabel } from '@/lib/web/caller'
import { clientAddress, SOCKET_ADDRESS_HEADER } from '@/lib/web/client-address'

/*
 * Work that grows with the square of a text's length lets one request keep everybody waiting. A linear reader takes about a
 * millisecond for a text of this length, and one that is not takes a minute. So the limit, which ends the run, is far from
 * both, whatever else the machine does.
 */
const LENGTH = 192 * 1024
const LIMIT_MS = 8_000

/** Whether the work ends. What takes too long is ended from outside, in the middle of an expression too. */
function ends(work: () => void, limitMs = LIMIT_MS): boolean {
  try {
    runInContext('work()', createContext({ work }), { timeout: limitMs })
    return true
  } catch (error) {
    if (isNativeError(error) && Reflect.get(error, 'code') === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false
    throw error
  }
}

const runs = new Map<string, string>()

/** So many of these letters, then something that fits nowhere: an expression that tries everything does it then. */
function runOf(letters: string): string {
  const known = runs.get(letters)
  if (known !== undefined) return known
  const made = Buffer.from(`${letters.repeat(Math.ceil(LENGTH / letters.length))}\0!`, 'utf8').toString(
    'utf8',
  )
  runs.set(letters, made)
  return made
}

const ANYWHERE = ['a', 'A', '0', ' ', '\n', 'à', '\u0301', '-', '"', '\\', '(', '.']

/** Runs of what the expression itself names, alone and with something between. */
function worstTextsFor(source: string): string[] {
  const named = source.replace(/\\[dDwWsSbBpPukx]|\{[^}]*\}|[\^\\$|?*+[\]]/g, '')
  const letters = new Set([...ANYWHERE, ...named].filter((letter) => letter.length === 1))
  return [...letters].flatMap((letter) => [letter, `${letter}0`, `${letter} `].map(runOf))
}

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: folder !== '.', encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `${folder}/${name}`)
}

type Found = { text: string; file: string }

function expressionsIn(file: string): Found[] {
  const found: Found[] = []
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) found.push({ text: node.text, file })
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const expressions = [
  ...new Map(
    ['lib', 'app', '.']
      .flatMap(sourcesIn)
      .flatMap(expressionsIn)
      .map((found): [string, Found] => [found.text, found]),
  ).values(),
]

function compiled(text: string): RegExp {
  const end = text.lastIndexOf('/')
  return new RegExp(text.slice(1, end), text.slice(end + 1).replace('g', ''))
}

describe('every regular expression of the app takes a time that grows with the text, not with its square', () => {
  it('finds them', () => {
    expect(expressions.length).toBeGreaterThan(150)
  })

  it.each(expressions)('$text of $file', ({ text }) => {
    const expression = compiled(text)
    const worst = worstTextsFor(expression.source)
    const tryAll = () => {
      for (const one of worst) {
        expression.lastIndex = 0
        expression.test(one)
      }
    }
    expect(ends(tryAll)).toBe(true)
  })

  it('knows one that is not linear', () => {
    const quadratic = /\s+x/
    expect(ends(() => quadratic.test(runOf(' ')), 500)).toBe(false)
  })
})

const from = (header: string, FORWARDED_HEADER: 'x-forwarded-for' | 'forwarded') =>
  clientAddress(new Headers({ [SOCKET_ADDRESS_HEADER]: '127.0.0.1', [FORWARDED_HEADER]: header }), {
    TRUSTED_PROXIES: 1,
    FORWARDED_HEADER,
  })

describe('every reader of texts from outside does, too', () => {
  it.each<[string, (text: string) => unknown]>([
    ['deviceLabel', deviceLabel],
    ['chooseLocale', (text) => chooseLocale(undefined, text)],
    ['X-Forwarded-For', (text) => from(text, 'x-forwarded-for')],
    ['Forwarded', (text) => from(text, 'forwarded')],
    ['the language in the cookies', (text) => languageOf({ headers: { cookie: text } })],
    ['readIban', readIban],
    ['readAmount', (text) => readAmount(text, 'EUR', 'it')],
    ['readTypedAmount', readTypedAmount],
    ['readDay', (text) => readDay(text, '2026-11-28', 'it')],
    [
      'readableMovement',
      (text) =>
        readableMovement({
          shortDescription: text,
          extendedDescription: text,
          codeDescription: text,
          amount: '1',
        }),
    ],
    ['readBankText', (text) => readBankText(text, 140)],
    ['foldForSearch', foldForSearch],
    ['safeText', safeText],
    ['keptText', keptText],
    ['visibleText', visibleText],
  ])('%s', (_name, read) => {
    const shapes = [...ANYWHERE, ',', ';', '=', '\\"', 'for=', '; for="', '(a', '1.', '\r\n', ';locale=']
    const texts = shapes.map(runOf).map((text) => text.replaceAll(/[\0\n\r\u0080-\uffff]/g, ' '))
    expect(ends(() => texts.forEach(read))).toBe(true)
    if (!/Forwarded/.test(_name)) expect(ends(() => shapes.map(runOf).forEach(read))).toBe(true)
  })
})
