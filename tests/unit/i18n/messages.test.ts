import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createTranslator } from 'next-intl'
import { describe, expect, it } from 'vitest'
import { problemCodes } from '@/lib/contracts/problem'
import { signInProblems } from '@/lib/contracts/sign-in'
import { locales } from '@/lib/domain/locale'
import { messagesOf } from '@/lib/i18n/messages'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Every message of a language under its full key. */
function flatten(node: object, path: string[] = []): Map<string, string> {
  const messages = new Map<string, string>()
  for (const [name, value] of Object.entries(node)) {
    if (typeof value === 'string') messages.set([...path, name].join('.'), value)
    else for (const [key, text] of flatten(value, [...path, name])) messages.set(key, text)
  }
  return messages
}

const placeholdersOf = (message: string) => (message.match(/\{\w+|<\w+>/g) ?? []).sort()

const english = flatten(messagesOf('en'))
const italian = flatten(messagesOf('it'))

describe('the two catalogues', () => {
  it('have the same keys, in the same order', () => {
    expect([...italian.keys()]).toEqual([...english.keys()])
  })

  it('have the same placeholders in each message', () => {
    for (const [key, message] of english) {
      expect(placeholdersOf(italian.get(key) ?? ''), key).toEqual(placeholdersOf(message))
    }
  })

  it('name support only where a reference is always shown: in its own line, and on the page of a failed sign-in', () => {
    const naming = [...english, ...italian].filter(([, message]) => /\bsupport\b|assistenza/i.test(message))
    const elsewhere = naming.map(([key]) => key).filter((key) => !/^signInProblem\./.test(key))
    expect(elsewhere).toEqual(['problem.reference', 'problem.reference'])
  })

  it('have no message that is empty, or left in the other language', () => {
    const alike = [
      'landing.example.count',
      'landing.sees.us',
      'details.no',
      'details.field.iban',
      'transferForm.iban.label',
    ]
    for (const [key, message] of english) {
      expect(message.trim(), key).not.toBe('')
      if (!alike.includes(key)) expect(italian.get(key), key).not.toBe(message)
    }
  })

  it('have words for every way in which something can go wrong', () => {
    for (const messages of [english, italian]) {
      for (const code of [...problemCodes, 'offline', 'timeout']) {
        expect(messages.has(`problem.${code}.title`), code).toBe(true)
        expect(messages.has(`problem.${code}.meaning`), code).toBe(true)
      }
      for (const reason of [...signInProblems, 'other']) {
        for (const part of ['title', 'meaning', 'advice']) {
          expect(messages.has(`signInProblem.${reason}.${part}`), `${reason}.${part}`).toBe(true)
        }
      }
    }
  })

  it('are written so that next-intl can read each message', () => {
    for (const locale of locales) {
      const problems: string[] = []
      const t = createTranslator({
        locale,
        messages: messagesOf(locale),
        onError: (error) => problems.push(error.message),
      })
      const values = {
        bank: 'Banca',
        number: '7',
        reference: 'K7P2-9XQ4',
        code: 'C',
        wait: '1',
        name: 'n',
        end: '1',
        age: 'a',
        count: 2,
        shared: 1,
        amount: '1',
        category: 'c',
        categories: 'c',
        day: 'd',
        days: '30 d',
        host: 'h',
        what: 'w',
        at: 'a',
        startAmount: '1',
        startDay: 'd',
        endAmount: '1',
        endDay: 'd',
        lowAmount: '1',
        lowDay: 'd',
        highAmount: '1',
        highDay: 'd',
        from: 'f',
        to: 't',
        step: '1',
        steps: '4',
        length: '1',
        expected: '1',
        fee: '1',
        words: 'w',
        example: 'e',
        characters: 'c',
        character: 'c',
        position: '1',
        allowed: '1',
        found: '1',
        country: 'c',
        currency: 'c',
        earliest: 'e',
        latest: 'l',
        rate: '1',
        hour: '1',
        abi: '1',
        cab: '1',
      }
      const speak: (key: string, values: object) => unknown = t.rich as never
      for (const key of flatten(messagesOf(locale)).keys()) {
        speak(key, { ...values, b: (words: unknown) => words })
      }
      expect(problems).toEqual([])
    }
  })
})

describe('the code', () => {
  const sources = sourcesUnder('app').concat(sourcesUnder('lib/ui'), sourcesUnder('lib/browser'))

  it('uses every message', () => {
    const unused = [...english.keys()].filter((key) => !sources.some((source) => mentions(source, key)))
    expect(unused).toEqual([])
  })

  it('sends the browser only messages that it can fill in: names in braces and nothing else', () => {
    const namespaces = sources.flatMap((source) =>
      [...source.matchAll(/useWords\('(\w+)'\)/g)].map((match) => match[1] ?? ''),
    )
    expect(namespaces.length).toBeGreaterThan(5)
    for (const [key, message] of english) {
      if (!namespaces.includes(key.split('.')[0] ?? '')) continue
      expect(message.replace(/\{\w+\}/g, ''), key).not.toMatch(/[{}<>]/)
    }
  })
})

function sourcesUnder(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => readFileSync(join(root, folder, name), 'utf8'))
}

/** Whether a source opens a namespace of the key and names the rest, literally or with a part left open. */
function mentions(source: string, key: string): boolean {
  const opened = [...source.matchAll(/(?:useTranslations|getTranslations|useWords)\('([\w.]+)'\)/g)]
  return opened.some(([, namespace = '']) => {
    if (!key.startsWith(`${namespace}.`)) return false
    const rest = key.slice(namespace.length + 1)
    if (source.includes(`'${rest}'`)) return true
    const templates = [...source.matchAll(/`([\w.]*\$\{\w+\}[\w.]*)`/g)]
    return templates.some(([, template = '']) => {
      const pattern = template.replaceAll('.', '\\.').replace(/\$\{\w+\}/g, '\\w+')
      return new RegExp(`^${pattern}$`).test(rest)
    })
  })
}
