import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import path from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

// Follows every import of the program to the file that it reaches, and holds it against one table.

/** A layer is named by where its files are; the first that fits a file is its layer. */
const layers = {
  domain: /^lib\/domain\//,
  contracts: /^lib\/contracts\//,
  bank: /^lib\/bank\//,
  store: /^lib\/store\//,
  flows: /^lib\/flows\//,
  exports: /^lib\/exports\//,
  jobs: /^lib\/jobs\//,
  web: /^lib\/web\//,
  browser: /^lib\/browser\//,
  ui: /^lib\/ui\//,
  i18n: /^lib\/i18n\//,
  http: /^lib\/http\//,
  config: /^lib\/config\.ts$/,
  log: /^lib\/log\.ts$/,
  server: /^lib\/server\.ts$/,
  start: /^lib\/start\.ts$/,
  api: /^app\/(api|\.well-known)\//,
  screens: /^app\//,
  entry: /^(proxy|instrumentation)\.ts$/,
  browserEntry: /^instrumentation-client\.ts$/,
  prismaClient: /^prisma\/generated\//,
  migrations: /^prisma\//,
  sandbox: /^sandbox\//,
  tests: /^tests\//,
} satisfies Record<string, RegExp>

type Layer = keyof typeof layers

const anyOfLib: Layer[] = [
  'domain',
  'contracts',
  'bank',
  'store',
  'flows',
  'exports',
  'jobs',
  'web',
  'browser',
  'ui',
  'i18n',
  'http',
  'config',
  'log',
  'server',
]

type Allowance = {
  /** Layers whose every file may be imported, beside the layer itself. */
  layers?: Layer[]
  /** Single files that may be imported. */
  files?: string[]
  /** The only packages that may be imported; all others when absent. */
  packages?: RegExp
  notPackages?: RegExp
}

const database = /^(@prisma\/.*|prisma|@electric-sql\/.*|pglite-prisma-adapter)$/
const serverOnly = /^(node:.*|@prisma\/.*|prisma|@electric-sql\/.*|pglite-prisma-adapter|undici|pino)$/
const framework = /^(next|next-auth|next-intl|react|react-dom)(\/.*)?$/
const nothing = /^(?!)/

const bankDoor = 'lib/bank/index.ts'
const storeDoor = 'lib/store/index.ts'
const flowsDoor = 'lib/flows/index.ts'
const exportsDoor = 'lib/exports/index.ts'

/** Who may import whom: lib/README.md has the same in words. */
const allowances: Record<Exclude<Layer, 'tests' | 'prismaClient'>, Allowance> = {
  domain: { packages: nothing },
  contracts: { layers: ['domain'], notPackages: serverOnly },
  bank: { layers: ['domain'], packages: /^(node:.*|undici|zod)$/ },
  store: { layers: ['domain', 'prismaClient'], notPackages: framework },
  flows: {
    layers: ['domain'],
    files: [bankDoor, storeDoor],
    packages: /^(node:.*|zod)$/,
  },
  exports: { layers: ['contracts', 'domain'], packages: nothing },
  jobs: { files: [flowsDoor], notPackages: framework },
  web: { layers: ['contracts', 'domain', 'server'], files: [flowsDoor, exportsDoor], notPackages: database },
  browser: { layers: ['contracts', 'domain'], notPackages: serverOnly },
  ui: { layers: ['contracts', 'domain'], notPackages: serverOnly },
  i18n: { layers: ['domain'], notPackages: serverOnly },
  http: { layers: ['web', 'i18n', 'domain', 'log'], notPackages: database },
  config: {},
  log: {},
  server: { layers: ['config', 'log', 'bank', 'store', 'flows', 'web'] },
  browserEntry: { layers: ['ui'], packages: nothing },
  start: { layers: anyOfLib, files: ['prisma/migrate.ts'] },
  api: { layers: ['web', 'contracts', 'domain'], files: [flowsDoor, exportsDoor], notPackages: database },
  screens: {
    layers: ['browser', 'ui', 'i18n', 'contracts', 'domain'],
    files: ['lib/web/session.ts', 'lib/web/screens.ts'],
    notPackages: database,
  },
  entry: { layers: ['config', 'server', 'web'] },
  migrations: { layers: ['config', 'store'] },
  sandbox: {},
}

function isLayer(name: string): name is Layer {
  return Object.hasOwn(layers, name)
}

function layerOf(file: string): Layer | undefined {
  return Object.keys(layers)
    .filter(isLayer)
    .find((layer) => layers[layer].test(file))
}

/** The file of the project that an import reaches, or the package, with `node:` before what Node has. */
function resolve(file: string, imported: string): { file: string } | { package: string } | { lost: string } {
  const inProject = imported.startsWith('@/') || /^\.{1,2}(\/|$)/.test(imported)
  if (!inProject)
    return { package: isBuiltin(imported) ? `node:${imported.replace(/^node:/, '')}` : imported }
  const base = path.posix.normalize(
    imported.startsWith('@/') ? imported.slice(2) : path.posix.join(path.posix.dirname(file), imported),
  )
  // made by `prisma generate`, and never by hand
  if (layers.prismaClient.test(base)) return { file: base }
  const candidates = ['', '.ts', '.tsx', '.d.ts', '.mjs', '/index.ts', '/index.tsx'].map((end) => base + end)
  const found = candidates.find((candidate) => existsSync(candidate) && statSync(candidate).isFile())
  return found === undefined ? { lost: base } : { file: found.replace(/\/$/, '') }
}

/** Why `file` may not import that, or null when it may. */
function objection(file: string, imported: string): string | null {
  const from = layerOf(file)
  if (from === undefined) return 'stands in no layer'
  if (from === 'tests' || from === 'prismaClient') return null
  const { layers: mayReach = [], files = [], packages, notPackages } = allowances[from]
  const target = resolve(file, imported)
  if ('lost' in target) return `reaches no file (${target.lost})`
  if ('package' in target) {
    const refused = packages ? !packages.test(target.package) : notPackages?.test(target.package)
    return refused ? `${from} does not use ${target.package}` : null
  }
  const to = layerOf(target.file)
  if (to === undefined) return `reaches ${target.file}, which stands in no layer`
  return to === from || mayReach.includes(to) || files.includes(target.file)
    ? null
    : `${from} does not import ${target.file}`
}

/** All that a file imports: import, export from, import(), import types, require. */
function importsOf(text: string): string[] {
  return ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName)
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.posix.join(folder, name.replaceAll(path.sep, '/')))
    .filter((file) => /\.(ts|tsx|mts|mjs|js)$/.test(file) && !layers.prismaClient.test(file))
}

const files = ['lib', 'app', 'sandbox', 'prisma']
  .flatMap(filesUnder)
  .concat('proxy.ts', 'instrumentation.ts', 'instrumentation-client.ts')
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))

describe('every import of the program', () => {
  it('is one that its layer may have', () => {
    const objections = files.flatMap(({ file, text }) =>
      importsOf(text).flatMap((imported) => {
        const why = objection(file, imported)
        return why === null ? [] : [`${file} imports ${imported}: ${why}`]
      }),
    )
    expect(objections).toEqual([])
  })

  it('is written out, so that it can be followed', () => {
    const computed = /\b(?:import|require)\s*\(\s*(?!['"])/
    expect(files.filter(({ text }) => computed.test(text)).map(({ file }) => file)).toEqual([])
  })

  it('is seen in each of its forms', () => {
    const forms = `
      import { a } from './1'
      import type { B } from './2'
      import './3'
      export * from './4'
      export type { C } from './5'
      const d = await import('./6')
      type E = import('./7').E
      const f = require('./8')`
    expect(importsOf(forms).sort()).toEqual(['./1', './2', './3', './4', './5', './6', './7', './8'])
  })
})

describe('the table', () => {
  it.each([
    ['lib/domain/locale.ts', 'zod'],
    ['lib/domain/locale.ts', 'crypto'],
    ['lib/contracts/accounts.ts', 'fs'],
    ['lib/bank/wire/transport.ts', 'pino'],
    ['lib/bank/wire/transport.ts', '@/lib/log'],
    ['lib/bank/wire/transport.ts', '../../config'],
    ['lib/bank/endpoints/index.ts', '../../store'],
    ['lib/bank/endpoints/index.ts', '../../../lib/store'],
    ['lib/bank/wire/transport.ts', '@/lib/bank/../store'],
    ['lib/store/index.ts', '@/prisma/migrate'],
    ['lib/flows/index.ts', '@/lib/bank/wire/transport'],
    ['lib/flows/index.ts', '../bank/wire/transport'],
    ['lib/exports/csv.ts', '../store'],
    ['lib/exports/csv.ts', 'zod'],
    ['lib/web/session.ts', '@/lib/exports/csv'],
    ['lib/web/session.ts', '@/lib/flows/deps'],
    ['lib/web/session.ts', '@/lib/config'],
    ['lib/web/session.ts', '../../sandbox'],
    ['lib/server.ts', './ui/button'],
    ['lib/start.ts', '../sandbox'],
    ['lib/start.ts', '../tests/support/app'],
    ['lib/log.ts', './config'],
    ['lib/new-file.ts', './config'],
    ['lib/config.ts', './nowhere'],
    ['app/api/accounts/route.ts', '@/lib/server'],
    ['app/api/accounts/route.ts', '../../../lib/store'],
    ['app/layout.tsx', '@/lib/web/problem'],
    ['app/layout.tsx', '@/lib/server'],
    ['app/layout.tsx', './api/accounts/route'],
    ['proxy.ts', './lib/store'],
    ['instrumentation.ts', '@/lib/bank'],
    ['sandbox/index.ts', '../lib/bank'],
    ['sandbox/api/server.ts', '../../tests/support/sandbox'],
    ['sandbox/api/server.ts', '../../app/layout'],
    ['sandbox/api/server.ts', '../../prisma/migrate'],
    ['lib/browser/watch/overview.ts', '@/lib/flows'],
    ['lib/ui/button.tsx', '@/lib/browser/watch/overview'],
    ['lib/ui/button.tsx', 'node:fs'],
    ['lib/i18n/messages.ts', '@/lib/web/session'],
    ['lib/http/server.ts', '@/lib/server'],
    ['lib/web/problem.ts', '../http/server'],
    ['lib/jobs/housekeeping.ts', '@/lib/store'],
  ])('objects when %s imports %s', (file, imported) => {
    const why = objection(file, imported)
    expect(why).not.toBeNull()
    // a row that names a file of long ago would prove nothing
    if (!imported.endsWith('/nowhere')) expect(why).not.toMatch(/^reaches no file/)
  })

  it.each([
    ['lib/flows/index.ts', '@/lib/bank'],
    ['lib/bank/endpoints/index.ts', '../reading/hal'],
    ['lib/exports/csv.ts', '@/lib/contracts/exports'],
    ['lib/web/session.ts', '@/lib/flows'],
    ['app/layout.tsx', '@/lib/web/session'],
    ['app/layout.tsx', './globals.css'],
    ['lib/start.ts', '@/prisma/migrate'],
  ])('lets %s import %s', (file, imported) => {
    expect(objection(file, imported)).toBeNull()
  })
})

describe('the environment', () => {
  /** Where it may be read, and which of its names; lib/config and sandbox/main hand the whole to their parsers. */
  const readers: Record<string, RegExp> = {
    'lib/config.ts': /process\.env\b/,
    'lib/start.ts': /Object\.assign\(process\.env, \{ NODE_ENV:/,
    'instrumentation.ts': /process\.env\.NEXT_RUNTIME\b/,
    'sandbox/main.ts': /process\.env\b/,
  }
  const anyUse =
    /\bprocess\s*(?:\?\.|\.)\s*env\b|\bprocess\s*(?:\?\.)?\[|=\s*process\b(?!\.)|['"](?:node:)?process['"]/

  it('is read in lib/config and sandbox/main, and two names elsewhere', () => {
    const found = files
      // the starter of the demo is no part of the program: it hands its environment on to what it starts
      .filter(({ file }) => !file.startsWith('sandbox/demo/'))
      .flatMap(({ file, text }) =>
        text.split('\n').flatMap((line, index) => {
          const may = readers[file]?.test(line) ?? false
          return anyUse.test(line) && !may ? [`${file}:${index + 1}: ${line.trim()}`] : []
        }),
      )
    expect(found).toEqual([])
  })

  it.each([
    'const { A } = process.env',
    "process['env'].A",
    'const { env } = process',
    "import { env } from 'node:process'",
  ])('is recognised in: %s', (line) => {
    expect(anyUse.test(line)).toBe(true)
  })
})
