import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

export type LicencedPackage = { name: string; version: string; licence: string }

/** They ask for no more than that their text and the names of the authors come along. */
const PERMISSIVE = new Set([
  'MIT',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
])

/** The one declaration of packages whose licence is not permissive, or is not named in their package.json, and why we use them. */
const ALLOWED_BY_NAME: Record<string, { licence: string; reason: string }> = {
  '@fontsource-variable/inter': {
    licence: 'OFL-1.1',
    reason: 'a typeface; it may be served with a program, and only not be sold by itself',
  },
  '@img/sharp-libvips-*': {
    licence: 'LGPL-3.0-or-later',
    reason: 'an optional library beside next, loaded as it comes; we scale no images and never change it',
  },
  'caniuse-lite': {
    licence: 'CC-BY-4.0',
    reason: 'a table of what browsers can do, read by next when it builds; it is not in what we serve',
  },
  elkjs: {
    licence: 'EPL-2.0',
    reason: 'part of the studio of prisma, which we never start; unchanged',
  },
  lightningcss: {
    licence: 'MPL-2.0',
    reason: 'compiles our styles when the app is built; unchanged, and not in what we serve',
  },
  'lightningcss-*': { licence: 'MPL-2.0', reason: 'the binary of lightningcss for one platform' },
  'seq-queue': {
    licence: 'none named',
    reason: 'its file LICENSE is the MIT licence; it comes with a driver of prisma for another database',
  },
}

const lockSchema = z.object({
  packages: z.record(z.string(), z.object({ dev: z.boolean().optional() })),
})
const packageSchema = z.object({ name: z.string(), version: z.string(), license: z.string().optional() })

/** Every installed package that is not for development alone, each version once. */
export function productionPackages(root: string): LicencedPackage[] {
  const { packages } = lockSchema.parse(
    JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')),
  )
  const found = Object.entries(packages)
    .filter(([folder, { dev }]) => folder !== '' && dev !== true)
    .map(([folder]) => path.join(root, folder, 'package.json'))
    // Binaries for other platforms are in the lock and not here.
    .filter((file) => existsSync(file))
    .map((file) => packageSchema.parse(JSON.parse(readFileSync(file, 'utf8'))))
    .map(({ name, version, license }) => ({ name, version, licence: license ?? 'none named' }))
  return [...new Map(found.map((one) => [`${one.name}@${one.version}`, one])).values()]
}

/** One of several to choose from is enough (OR); several that hold together must all be permissive (AND). */
export function isPermissive(licence: string): boolean {
  const bare = licence.replace(/^\(([^()]*)\)$/, '$1')
  if (/[()]/.test(bare)) return false
  return bare.split(/ or /i).some((choice) => choice.split(/ and /i).every((one) => PERMISSIVE.has(one)))
}

/** Why a package may be used although its licence is not permissive. */
export function reasonFor({ name, licence }: LicencedPackage): string | undefined {
  const entry = Object.entries(ALLOWED_BY_NAME).find(([pattern]) => fits(pattern, name))?.[1]
  return entry?.licence === licence ? entry.reason : undefined
}

/** Those that are neither permissive nor allowed by name. */
export function refusedPackages(packages: readonly LicencedPackage[]): LicencedPackage[] {
  return packages.filter((one) => !isPermissive(one.licence) && reasonFor(one) === undefined)
}

/** Names of the table that no package has any more. */
export function unusedNames(packages: readonly LicencedPackage[]): string[] {
  return Object.keys(ALLOWED_BY_NAME).filter(
    (pattern) => !packages.some(({ name }) => fits(pattern, name)) && !isOfPlatform(pattern),
  )
}

/** What stands for any of several platforms; which of them is installed depends on the machine. */
const isOfPlatform = (pattern: string) => pattern.endsWith('*')

function fits(pattern: string, name: string): boolean {
  return isOfPlatform(pattern) ? name.startsWith(pattern.slice(0, -1)) : name === pattern
}
