import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import {
  isPermissive,
  productionPackages,
  reasonFor,
  refusedPackages,
  unusedNames,
} from '@/tests/support/licences'

it('`npm run licences` lists every package of production, each permissive or with a reason', () => {
  const written = execFileSync('npm', ['run', '--silent', 'licences'], { encoding: 'utf8' })
  const packages = productionPackages('.')
  expect(packages.length).toBeGreaterThan(100)
  const listed = new Set([...written.matchAll(/^ {2}(\S+@[\w.+-]+)/gm)].map(([, name]) => name))
  expect(packages.map(({ name, version }) => `${name}@${version}`).filter((one) => !listed.has(one))).toEqual(
    [],
  )
  expect(refusedPackages(packages)).toEqual([])
})

it('the table of reasons has no package that is gone', () => {
  expect(unusedNames(productionPackages('.'))).toEqual([])
})

it.each(['MIT', 'MIT AND ISC', 'MIT and ISC', '(MIT OR GPL-2.0)', '(BSD-3-Clause OR GPL-2.0)'])(
  '%s is permissive',
  (licence) => expect(isPermissive(licence)).toBe(true),
)

it.each([
  'GPL-3.0-only',
  'AGPL-3.0',
  'MIT AND GPL-2.0',
  'SEE LICENSE IN LICENSE.md',
  'UNLICENSED',
  'none named',
  '',
])('%s needs a reason', (licence) => {
  const one = { name: 'some-package', version: '1.0.0', licence }
  expect(refusedPackages([one])).toEqual([one])
})

it('a reason holds for one licence: another one of the same package is refused', () => {
  const one = { name: 'lightningcss-linux-x64-gnu', version: '1.0.0', licence: 'MPL-2.0' }
  expect(reasonFor(one)).toMatch(/platform/)
  expect(refusedPackages([one, { ...one, licence: 'GPL-3.0-only' }])).toHaveLength(1)
})
