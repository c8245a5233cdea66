import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const readme = readFileSync('README.md', 'utf8')
const {
  dependencies,
  devDependencies,
  scripts,
}: Record<string, Record<string, string>> = JSON.parse(readFileSync('package.json', 'utf8'))

it.each(Object.keys({ ...dependencies, ...devDependencies }))('README gives a reason for %s', (name) => {
  const row = name.startsWith('@types/') ? '@types/*' : name
  expect(
    readme
      .split('\n')
      .some((line) => line.startsWith('|') && new RegExp(`[| ,]${escaped(row)}[, ]`).test(line)),
  ).toBe(true)
})

it('README names only commands that exist', () => {
  const named = [...readme.matchAll(/npm run (?:--silent )?([a-z:]+)/g)].map(([, name = '']) => name)
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((name) => !(name in (scripts ?? {})))).toEqual([])
})

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
