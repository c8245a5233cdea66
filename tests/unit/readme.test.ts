import { execFileSync } from 'node:child_process'
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

it('`npm run sbom` lists every package of ours as CycloneDX', () => {
  const written = execFileSync('npm', ['run', '--silent', 'sbom'], { encoding: 'utf8' })
  const { bomFormat, components }: { bomFormat: string; components: { name: string; version: string }[] } =
    JSON.parse(written)
  expect(bomFormat).toBe('CycloneDX')
  const listed = new Set(components.map(({ name, version }) => `${name}@${version}`))
  const pinned = Object.entries({ ...dependencies, ...devDependencies })
  expect(pinned.map((one) => one.join('@')).filter((one) => !listed.has(one))).toEqual([])
})

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
