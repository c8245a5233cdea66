// `npm test`: installs what is missing, then runs everything: format, lint, types, unused exports, unit and integration
// tests, the build, browser tests. `npm run test:fast`: only the unit tests, the build, and the browser tests
// of the main journeys. The last line counts what really ran.
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildWhenNeeded } from '../sandbox/demo/build.mjs'
import { installWhenNeeded } from '../sandbox/demo/install.mjs'
import { StartProblem } from '../sandbox/demo/preflight.mjs'
import { ensureBrowser } from './support/ensure-browser.mjs'

const root = path.resolve(import.meta.dirname, '..')
const isFast = process.argv.includes('--fast')
const reports = path.join(root, 'test-results', 'reports')
const totals = { passed: 0, failed: 0, skipped: 0 }
/** What failed, by name: said once more at the end, where the start of a long output may be out of sight. */
const failures = []
const scratch = mkdtempSync(path.join(fastestDirectory(), 'sportello-tests-'))
// PostgreSQL runs as a user of its own where the tests run as root: it has to get through to its directory.
chmodSync(scratch, 0o711)

try {
  await installWhenNeeded(root)
  rmSync(reports, { recursive: true, force: true })
  mkdirSync(reports, { recursive: true })
  const browser = ensureBrowser()
  if (!isFast) {
    check('format and lint', bin('@biomejs/biome', 'bin/biome'), ['check', '--error-on-warnings', '.'])
    check('types', bin('typescript', 'bin/tsc'), ['--noEmit'])
    check('files and exports that nothing uses', bin('knip', 'bin/knip.js'), [
      '--no-progress',
      '--no-config-hints',
    ])
  }
  vitest()
  await build()
  browserTests(browser)
} catch (error) {
  totals.failed += 1
  failures.push('the run stopped early (the reason is above)')
  process.stderr.write(`${error instanceof StartProblem ? error.message : error.stack}\n`)
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
for (const failure of failures) process.stdout.write(`FAILED ${failure}\n`)
if (totals.skipped > 0) process.stdout.write(`${totals.skipped} skipped (the reasons are above)\n`)
process.stdout.write(`${totals.passed} passed, ${totals.failed} failed\n`)
process.exit(totals.failed > 0 || totals.passed === 0 ? 1 : 0)

function check(name, script, args) {
  process.stdout.write(`\n== ${name}\n`)
  const good = run(script, args) === 0
  count(good)
  if (!good) failures.push(name)
}

function vitest() {
  process.stdout.write(isFast ? '\n== unit tests\n' : '\n== unit and integration tests\n')
  const file = path.join(reports, 'vitest.json')
  const code = run(bin('vitest', 'vitest.mjs'), [
    'run',
    ...(isFast ? ['--project=unit'] : []),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ])
  const report = readReport(file)
  const passed = report?.numPassedTests ?? 0
  const failed = report?.numFailedTests ?? 0
  for (const { name, status, assertionResults } of report?.testResults ?? []) {
    const file = path.relative(root, name)
    const failedTests = assertionResults.filter((test) => test.status === 'failed')
    for (const { fullName } of failedTests) failures.push(`${file}: ${fullName}`)
    if (status === 'failed' && failedTests.length === 0) failures.push(`${file}: the file itself`)
  }
  tally('vitest', {
    passed,
    failed,
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
    code,
  })
}

async function build() {
  process.stdout.write('\n== build\n')
  await buildWhenNeeded(root)
  count(true)
}

function browserTests(browser) {
  process.stdout.write(isFast ? '\n== browser tests of the main journeys\n' : '\n== browser tests\n')
  const file = path.join(reports, 'playwright.json')
  const code = run(
    bin('playwright', 'cli.js'),
    ['test', ...(isFast ? ['--grep=@main'] : []), '--reporter=line,json'],
    {
      PLAYWRIGHT_JSON_OUTPUT_NAME: file,
      E2E_DATA_DIR: path.join(scratch, 'demo-data'),
      CHROMIUM_PATH: browser ?? '',
    },
  )
  const report = readReport(file)
  const stats = report?.stats
  for (const spec of specsOf(report?.suites ?? [])) {
    if (!spec.ok) failures.push(`tests/e2e/${spec.file}: ${spec.title}`)
  }
  const passed = (stats?.expected ?? 0) + (stats?.flaky ?? 0)
  tally('playwright', { passed, failed: stats?.unexpected ?? 0, skipped: stats?.skipped ?? 0, code })
}

/** A runner that ends badly without a failed test (a crash, a file that does not load) is itself a failure. */
function tally(runner, { passed, failed, skipped, code }) {
  totals.passed += passed
  totals.failed += failed
  totals.skipped += skipped
  if (code !== 0 && failed === 0) {
    totals.failed += 1
    failures.push(`${runner} ended with code ${code} (the reason is above)`)
  }
}

/** All specs of Playwright's report: suites lie within suites. */
function specsOf(suites) {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [...specs, ...specsOf(inner)])
}

/**
 * The databases of the tests write to the disk before they answer, hundreds of them thousands of times: in memory that
 * takes a third less time.
 */
function fastestDirectory() {
  const inMemory = '/dev/shm'
  if (!existsSync(inMemory)) return tmpdir()
  const { bavail, bsize } = statfsSync(inMemory)
  return bavail * bsize > 4 * 1024 ** 3 ? inMemory : tmpdir()
}

function count(good) {
  if (good) totals.passed += 1
  else totals.failed += 1
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}

function bin(name, script) {
  return path.join(root, 'node_modules', name, script)
}

function run(script, args, env = {}) {
  const result = spawnSync(process.execPath, [script, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', TMPDIR: scratch, ...env },
  })
  return result.status ?? 1
}
