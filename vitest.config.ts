import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '') } },
  test: {
    include: ['tests/{unit,vectors,integration}/**/*.test.{ts,tsx}'],
    setupFiles: ['tests/support/setup.ts'],
    environment: 'node',
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Two cores, and tests that wait for banks which do not answer.
    maxWorkers: 3,
  },
})
