import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

/** Lints one import as if it stood in `file`, under the project's own rules; true when they refuse it. */
function isRefused(file: string, imported: string): boolean {
  const folder = mkdtempSync(path.join(tmpdir(), 'import-rules-'))
  try {
    const rules: { vcs: { enabled: boolean } } = JSON.parse(readFileSync('biome.json', 'utf8'))
    writeFileSync(path.join(folder, 'biome.json'), JSON.stringify({ ...rules, vcs: { enabled: false } }))
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true })
    writeFileSync(path.join(folder, file), `import { a } from '${imported}'\n\nexport const b = a\n`)
    const biome = path.resolve('node_modules/@biomejs/biome/bin/biome')
    const { stdout, stderr } = spawnSync(process.execPath, [biome, 'lint', '.'], {
      cwd: folder,
      encoding: 'utf8',
    })
    expect(stderr + stdout).toContain('Checked 2 files')
    return `${stdout}${stderr}`.includes('noRestrictedImports')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe('who may import whom', () => {
  it.each([
    ['lib/domain/money.ts', 'zod'],
    ['lib/domain/money.ts', '@/lib/bank'],
    ['lib/contracts/accounts.ts', '@/lib/flows'],
    ['lib/bank/transport.ts', 'next/headers'],
    ['lib/bank/transport.ts', '@prisma/client'],
    ['lib/bank/transport.ts', '@/lib/config'],
    ['lib/bank/endpoints/accounts.ts', '@/lib/store'],
    ['lib/bank/transport.ts', '@/sandbox'],
    ['lib/store/index.ts', '@/lib/bank'],
    ['lib/store/index.ts', '../bank'],
    ['lib/flows/connect-bank.ts', '@/lib/web/session'],
    ['lib/flows/connect-bank.ts', '@prisma/client'],
    ['lib/web/session.ts', '@/lib/bank'],
    ['lib/web/session.ts', '@/lib/store'],
    ['lib/browser/accounts.ts', '@/lib/flows'],
    ['lib/ui/button.tsx', '@/lib/browser/accounts'],
    ['app/api/accounts/route.ts', '@/lib/bank'],
    ['app/api/accounts/route.ts', '@/lib/store'],
    ['app/(bank)/accounts/page.tsx', '@/lib/flows'],
    ['app/(bank)/accounts/page.tsx', '@/lib/store'],
    ['sandbox/api/pipeline.ts', '@/lib/bank/signature'],
    ['sandbox/api/pipeline.ts', '../../lib/bank/signature'],
  ])('%s may not import %s', (file, imported) => {
    expect(isRefused(file, imported)).toBe(true)
  })

  it.each([
    ['lib/bank/transport.ts', 'undici'],
    ['lib/bank/transport.ts', '@/lib/domain/money'],
    ['lib/flows/connect-bank.ts', '@/lib/bank'],
    ['lib/web/session.ts', '@/lib/flows'],
    ['app/api/accounts/route.ts', '@/lib/flows'],
    ['app/(bank)/accounts/page.tsx', '@/lib/web/session'],
    ['sandbox/api/pipeline.ts', 'fastify'],
  ])('%s may import %s', (file, imported) => {
    expect(isRefused(file, imported)).toBe(false)
  })
})
