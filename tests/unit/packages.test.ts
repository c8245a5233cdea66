import { readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import path from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const {
  dependencies,
  devDependencies,
}: Record<string, Record<string, string>> = JSON.parse(readFileSync('package.json', 'utf8'))

describe('where a package is declared', () => {
  /** What a production server is built and started from. */
  const OF_PRODUCTION = ['lib', 'app', 'prisma']
  const FILES_OF_PRODUCTION = [
    'proxy.ts',
    'instrumentation.ts',
    'instrumentation-client.ts',
    'next.config.mjs',
    'postcss.config.mjs',
    'prisma.config.ts',
  ]
  const OF_DEVELOPMENT = ['sandbox', 'tests']
  const FILES_OF_DEVELOPMENT = ['vitest.config.ts', 'playwright.config.ts']

  /** Needed in production, and named by no import of ours. */
  const NOT_IMPORTED = [
    'react-dom',
    '@prisma/client',
    '@tailwindcss/postcss',
    'tsx',
    '@fontsource-variable/inter',
  ]

  const production = usedBy(OF_PRODUCTION, FILES_OF_PRODUCTION)
  const development = usedBy(OF_DEVELOPMENT, FILES_OF_DEVELOPMENT)

  it('is dependencies for all that production builds and starts with, and for nothing else', () => {
    expect([...new Set([...production, ...NOT_IMPORTED])].sort()).toEqual(
      Object.keys(dependencies ?? {}).sort(),
    )
  })

  it('is devDependencies for what only the sandbox and the tests import', () => {
    const only = [...development].filter((name) => !production.has(name) && !NOT_IMPORTED.includes(name))
    expect(only.length).toBeGreaterThan(5)
    expect(only.filter((name) => devDependencies?.[name] === undefined)).toEqual([])
  })

  it('is the same in package-lock.json', () => {
    const { packages }: { packages: Record<string, Record<string, unknown>> } = JSON.parse(
      readFileSync('package-lock.json', 'utf8'),
    )
    expect(packages['']).toMatchObject({ dependencies, devDependencies })
    const ofDevelopment = Object.keys(dependencies ?? {}).filter(
      (name) => packages[`node_modules/${name}`]?.dev,
    )
    expect(ofDevelopment).toEqual([])
  })
})

/** The packages whose code is imported; types are gone when a program runs. */
function usedBy(folders: string[], files: string[]): Set<string> {
  const found = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name)),
  )
  const read = [...found, ...files].filter(
    (file) => /\.(tsx?|mjs|css)$/.test(file) && !file.includes('generated'),
  )
  return new Set(read.flatMap(importedBy).map(packageOf))
}

function importedBy(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  const named = file.endsWith('.css')
    ? [...text.matchAll(/@import ['"]([^'"]+)/g)].map(([, name = '']) => name)
    : ts
        .preProcessFile(text.replace(/^import type [^;]*?from .*$/gm, ''), true, true)
        .importedFiles.map(({ fileName }) => fileName)
  return named.filter((name) => !/^(\.|@\/)/.test(name) && !isBuiltin(name))
}

const packageOf = (imported: string) => imported.split('/', imported.startsWith('@') ? 2 : 1).join('/')
