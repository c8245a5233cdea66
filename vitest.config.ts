import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Little text that runs for long. Where no earlier run tells how long a file takes, the longest text would go first. */
const RUNS_LONG =
  /(consent-secrets|export-large|interleavings|kill|transfers-(away|proofs|secrets|unknown)|two-customers)\.test\.ts$/

/** A failed migration spoils the migration engine's WebAssembly for the rest of its process. */
const OWN_PROCESS = [
  'tests/integration/store/database/*.test.ts',
  'tests/integration/app/server/{start,settings}.test.ts',
]

const POSTGRES = ['tests/support/shared-postgres.ts']

/** Nobody is left alone at the end with a file that takes a minute. */
class LongRunsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const runsLong = ({ moduleId }: TestSpecification) => RUNS_LONG.test(moduleId)
    return [...sorted.filter(runsLong), ...sorted.filter((file) => !runsLong(file))]
  }
}

export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '') } },
  test: {
    projects: [
      {
        extends: true,
        // They leave nothing behind: what one file loads serves the next.
        test: { name: 'unit', include: ['tests/{unit,vectors}/**/*.test.{ts,tsx}'], isolate: false },
      },
      {
        extends: true,
        // They close what they open: the app alone takes seconds to load, and one load serves all files of a process.
        test: {
          name: 'integration',
          include: ['tests/integration/**/*.test.{ts,tsx}'],
          exclude: OWN_PROCESS,
          isolate: false,
          globalSetup: POSTGRES,
        },
      },
      { extends: true, test: { name: 'integration-alone', include: OWN_PROCESS, globalSetup: POSTGRES } },
    ],
    setupFiles: ['tests/support/setup.ts'],
    environment: 'node',
    // These only end a wait for what never comes: where other programs keep the cores busy, a test takes ten times as long.
    testTimeout: 180_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // Two cores, and tests that wait for banks and databases.
    maxWorkers: 4,
    sequence: { sequencer: LongRunsFirst },
  },
})
