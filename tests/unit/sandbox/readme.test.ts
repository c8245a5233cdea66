import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { faultNames, faultRow } from '@/sandbox/control/faults'
import { parameterKinds } from '@/sandbox/control/scenarios'
import { describeSetting, switchableNames } from '@/sandbox/control/settings'
import { defaultSettings } from '@/sandbox/index'
import { usage } from '@/sandbox/options'
import { defectNames, defectRow } from '@/sandbox/pki/defects'

const readme = readFileSync(fileURLToPath(new URL('../../../sandbox/README.md', import.meta.url)), 'utf8')
const section = (heading: string) => {
  const start = readme.indexOf(`${heading}\n`)
  const rest = readme.slice(start + heading.length)
  const end = rest.search(/\n#{2,3} /)
  return start < 0 ? '' : rest.slice(0, end < 0 ? undefined : end)
}
/** Rows of all tables of a text, cells trimmed. */
const rowsOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split(/(?<!\\)\|/).slice(1, -1))
    .map((cells) => cells.map((cell) => cell.trim()))

describe("the sandbox's README says what the program does", () => {
  test('every fault, in its words', () => {
    const rows = new Map(rowsOf(section('### Scenarios')).map(([name, about]) => [name, about]))
    const named = faultNames.map((name) => [`\`${name}\``, faultRow(name).about])
    expect(named.filter(([name, about]) => rows.get(name ?? '') !== about)).toEqual([])
  })

  test('every parameter of a scenario', () => {
    const text = section('### Scenarios')
    expect(parameterKinds.map(({ name }) => name).filter((name) => !text.includes(`\`${name}\``))).toEqual([])
  })

  test('every defect of a provider, with what it leads to', () => {
    const rows = rowsOf(section('### Further providers')).map((cells) => cells.join(' | '))
    for (const name of defectNames) {
      const { about, refusal } = defectRow(name)
      const [status, code] = refusal.split(' ')
      expect(rows).toContain(`\`${name}\` | ${about} | ${status} \`${code}\``)
    }
  })

  test('every setting, with its default and its other values', () => {
    const text = section('### Readings that can be switched')
    for (const name of switchableNames) {
      const { values } = describeSetting(name)
      const atStart = String(defaultSettings[name])
      if ('min' in values) expect(text).toContain(`\`${name}\`: ${atStart}`)
      else {
        const others = values.filter((value) => value !== atStart)
        const listed = [atStart, ...others].map((value) => `\`${value}\``).join(', ')
        expect(text).toContain(`\`${name}\`: ${listed}`)
      }
    }
  })

  test('every flag', () => {
    const flags = [...usage.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, flag]) => flag ?? '')
    expect(flags.length).toBeGreaterThan(15)
    expect(flags.filter((flag) => !readme.includes(`\`${flag}`))).toEqual([])
  })
})
