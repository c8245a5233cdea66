import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'

const refused: [file: string, imported: string][] = [
  ['lib/domain/money.ts', 'zod'],
  ['lib/domain/money.ts', 'undici'],
  ['lib/domain/money.ts', 'node:crypto'],
  ['lib/domain/money.ts', '@/lib/bank'],
  ['lib/contracts/accounts.ts', '@/lib/flows'],
  ['lib/contracts/accounts.ts', 'node:crypto'],
  ['lib/bank/transport.ts', 'next/headers'],
  ['lib/bank/transport.ts', 'pino'],
  ['lib/bank/transport.ts', '@prisma/client'],
  ['lib/bank/transport.ts', '@/lib/config'],
  ['lib/bank/transport.ts', '@/lib/log'],
  ['lib/bank/transport.ts', '../log'],
  ['lib/bank/transport.ts', '@/sandbox'],
  ['lib/bank/transport.ts', './../store'],
  ['lib/bank/transport.ts', '@/lib/bank/../store'],
  ['lib/bank/endpoints/accounts.ts', '@/lib/store'],
  ['lib/bank/endpoints/accounts.ts', '../../store'],
  ['lib/bank/endpoints/accounts.ts', '../../../lib/store'],
  ['lib/bank/endpoints/accounts.ts', '../../../sandbox'],
  ['lib/store/index.ts', '@/lib/bank'],
  ['lib/store/index.ts', '../bank'],
  ['lib/store/index.ts', '../../lib/bank'],
  ['lib/store/index.ts', '@/prisma/migrate'],
  ['lib/flows/connect-bank.ts', '@/lib/bank/transport'],
  ['lib/flows/connect-bank.ts', '@/lib/store/sessions'],
  ['lib/flows/connect-bank.ts', '@/lib/web/session'],
  ['lib/flows/connect-bank.ts', '@prisma/client'],
  ['lib/jobs/refresh.ts', '@/lib/store'],
  ['lib/exports/csv.ts', '@/lib/store'],
  ['lib/exports/csv.ts', '@/lib/flows'],
  ['lib/exports/csv.ts', '../flows'],
  ['lib/exports/csv.ts', 'node:fs'],
  ['lib/exports/csv.ts', 'zod'],
  ['lib/web/session.ts', '@/lib/exports/csv'],
  ['lib/web/session.ts', '@/lib/bank'],
  ['lib/web/session.ts', '@/lib/store'],
  ['lib/web/session.ts', '@/lib/flows/deps'],
  ['lib/web/session.ts', '@/tests/support/app'],
  ['lib/web/session.ts', '../../tests/support/app'],
  ['lib/browser/accounts.ts', '@/lib/flows'],
  ['lib/ui/button.tsx', '@/lib/browser/accounts'],
  ['lib/ui/button.tsx', 'node:fs'],
  ['lib/i18n/messages.ts', '@/lib/web/session'],
  ['lib/http/server.ts', '@/lib/server'],
  ['lib/http/server.ts', '@/lib/store'],
  ['lib/http/server.ts', '../config'],
  ['lib/web/problem.ts', '../http/server'],
  ['lib/config.ts', '@/lib/server'],
  ['lib/log.ts', './config'],
  ['lib/server.ts', '@/lib/bank/transport'],
  ['lib/server.ts', '@/lib/browser/accounts'],
  ['lib/server.ts', './ui/button'],
  ['lib/start.ts', '@/sandbox'],
  ['lib/start.ts', '../tests/support/app'],
  ['proxy.ts', '@/lib/store'],
  ['proxy.ts', './lib/store'],
  ['instrumentation.ts', '@/lib/bank'],
  ['instrumentation-client.ts', '@/lib/browser/paths'],
  ['prisma/migrate.ts', '@/lib/server'],
  ['prisma/migrate.ts', '../lib/server'],
  ['app/api/accounts/route.ts', '@/lib/bank'],
  ['app/api/accounts/route.ts', '@/lib/store'],
  ['app/api/accounts/route.ts', '../../../lib/store'],
  ['app/api/accounts/route.ts', '@/lib/server'],
  ['app/api/accounts/route.ts', '@/lib/config'],
  ['app/api/accounts/route.ts', '@/lib/flows/list-accounts'],
  ['app/(bank)/accounts/page.tsx', '@/lib/flows'],
  ['app/(bank)/accounts/page.tsx', '@/lib/exports'],
  ['app/(bank)/accounts/page.tsx', '@/lib/store'],
  ['app/(bank)/accounts/page.tsx', '@/lib/web/problem'],
  ['app/(bank)/accounts/page.tsx', '../../../lib/store'],
  ['app/(bank)/accounts/page.tsx', '../../api/accounts/route'],
  ['sandbox/api/pipeline.ts', '@/lib/bank/signature'],
  ['sandbox/api/pipeline.ts', '../../lib/bank/signature'],
  ['sandbox/api/pipeline.ts', '../../lib'],
  ['sandbox/api/pipeline.ts', '../../app/error'],
  ['sandbox/api/pipeline.ts', '../../prisma/migrate'],
  ['sandbox/api/pipeline.ts', '../../tests/support/sandbox'],
]

const allowed: [file: string, imported: string][] = [
  ['lib/domain/money.ts', './locale'],
  ['lib/contracts/accounts.ts', '@/lib/domain/locale'],
  ['lib/bank/transport.ts', 'undici'],
  ['lib/bank/transport.ts', 'node:tls'],
  ['lib/bank/transport.ts', '@/lib/domain/money'],
  ['lib/bank/endpoints/accounts.ts', '../hal'],
  ['lib/store/index.ts', '@/prisma/generated/client'],
  ['lib/flows/connect-bank.ts', '@/lib/bank'],
  ['lib/exports/csv.ts', '@/lib/contracts/exports'],
  ['lib/web/download.ts', '@/lib/exports'],
  ['lib/web/session.ts', '@/lib/flows'],
  ['lib/web/session.ts', 'next/server'],
  ['lib/server.ts', '@/lib/store'],
  ['lib/server.ts', './web/rate-limit'],
  ['lib/http/server.ts', '@/lib/web/problem'],
  ['lib/start.ts', '@/prisma/migrate'],
  ['proxy.ts', '@/lib/web/security-headers'],
  ['prisma/migrate.ts', '@/lib/store/errors'],
  ['app/api/accounts/route.ts', '@/lib/flows'],
  ['app/(bank)/accounts/page.tsx', '@/lib/web/session'],
  ['app/(bank)/accounts/page.tsx', '../../_parts/problem-words'],
  ['sandbox/api/pipeline.ts', 'fastify'],
  ['sandbox/api/checks/access.ts', '../../http/message'],
]

const report = z.object({
  diagnostics: z.array(
    z.object({
      category: z.literal('lint/style/noRestrictedImports'),
      location: z.object({ path: z.string(), start: z.object({ line: z.number() }) }),
    }),
  ),
})

const nameOf = (file: string, imported: string) => `${file} imports ${imported}`

/** Lints files that hold these imports, one to a line, under the project's own rules; returns those refused. */
function lint(cases: [file: string, imported: string][]): Set<string> {
  const files = new Map<string, string[]>()
  for (const [file, imported] of cases) files.set(file, [...(files.get(file) ?? []), imported])
  const folder = mkdtempSync(path.join(tmpdir(), 'import-rules-'))
  try {
    const rules: object = JSON.parse(readFileSync('biome.json', 'utf8'))
    writeFileSync(path.join(folder, 'biome.json'), JSON.stringify({ ...rules, vcs: { enabled: false } }))
    for (const [file, imports] of files) {
      mkdirSync(path.join(folder, path.dirname(file)), { recursive: true })
      const lines = imports.map((imported) => `export * from '${imported}'`)
      writeFileSync(path.join(folder, file), `${lines.join('\n')}\n`)
    }
    const biome = path.resolve('node_modules/@biomejs/biome/bin/biome')
    const only = ['--only=style/noRestrictedImports', '--max-diagnostics=none', '--reporter=json']
    const { stdout } = spawnSync(process.execPath, [biome, 'lint', ...only, '.'], {
      cwd: folder,
      encoding: 'utf8',
    })
    const { diagnostics } = report.parse(JSON.parse(stdout))
    return new Set(
      diagnostics.map(({ location }) =>
        nameOf(location.path, files.get(location.path)?.[location.start.line - 1] ?? ''),
      ),
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe('who may import whom, as the linter has it', () => {
  let found: Set<string>
  beforeAll(() => {
    found = lint([...refused, ...allowed])
  })

  it.each(refused)('%s may not import %s', (file, imported) => {
    expect(found).toContain(nameOf(file, imported))
  })

  it.each(allowed)('%s may import %s', (file, imported) => {
    expect(found).not.toContain(nameOf(file, imported))
  })
})
