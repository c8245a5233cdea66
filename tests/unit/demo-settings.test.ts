import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { demoEnvironment } from '@/sandbox/demo/settings.mjs'
import { startTestSandbox, type TestSandbox } from '@/tests/support/sandbox'

let sandbox: TestSandbox
const folder = mkdtempSync(path.join(tmpdir(), 'demo-settings-'))
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(async () => {
  await sandbox.stop()
  rmSync(folder, { recursive: true })
})

it('the demo names every setting of .env.example, so that a leftover .env cannot change it', async () => {
  const environment = await demoEnvironment({
    kit: sandbox.kit,
    dataDir: folder,
    appUrl: 'http://localhost:3000',
    port: 3000,
  })
  const documented = [...readFileSync('.env.example', 'utf8').matchAll(/^([A-Z_]+)=/gm)].map(
    ([, name]) => name,
  )
  expect(documented.length).toBeGreaterThan(25)
  expect(documented.filter((name) => name !== undefined && !(name in environment))).toEqual([])
})

it('.env.example explains every setting that config.ts reads', () => {
  const documented = readFileSync('.env.example', 'utf8')
  const read = [...readFileSync('lib/config.ts', 'utf8').matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(
    ([, name]) => name,
  )
  expect(read.length).toBeGreaterThan(25)
  for (const name of read) expect(documented).toMatch(new RegExp(`^${name}=`, 'm'))
})
