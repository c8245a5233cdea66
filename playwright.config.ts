import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { defineConfig } from 'playwright/test'
import { appUrl, dataDirectoryOf, portsOf, workers } from './tests/e2e/ports'
import { findBrowser } from './tests/support/ensure-browser.mjs'

/** Against what `npm run demo` starts: production build and real sandbox, with data of its own for each worker. */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/browser',
  // These only end a wait for what never comes: another program may keep a core busy.
  timeout: 180_000,
  expect: { timeout: 45_000 },
  workers,
  // Not by files: no worker is left alone at the end with a long one.
  fullyParallel: true,
  forbidOnly: true,
  use: {
    // Read anew by each worker.
    baseURL: appUrl,
    launchOptions: {
      executablePath: findBrowser() ?? undefined,
      args: ['--disable-background-networking', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
    },
    screenshot: 'only-on-failure',
    // Recording every test takes time from all of them: `--trace on` where one has to be looked into.
    trace: 'off',
  },
  webServer: Array.from({ length: workers }, (_, worker) => demoOf(worker)),
})

function demoOf(worker: number) {
  const ports = portsOf(worker)
  return {
    command: 'node sandbox/demo/demo.mjs --control --reset',
    url: `http://localhost:${ports.app}/api/ready`,
    timeout: 300_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 } as const,
    reuseExistingServer: false,
    env: {
      DEMO_DATA_DIR: dataDirectoryOf(worker),
      PORT: String(ports.app),
      SANDBOX_API_PORT: String(ports.api),
      SANDBOX_PAGES_PORT: String(ports.pages),
      SANDBOX_CONTROL_PORT: String(ports.control),
      APP_CLOCK_PORT: String(ports.clock),
      NODE_OPTIONS: `--import ${pathToFileURL(path.resolve('tests/e2e/app-clock.mjs'))}`,
      SIGN_IN_ATTEMPTS_PER_MINUTE: '10000',
      CUSTOMER_LIMITS_FACTOR: '1000',
      REFRESH_INTERVAL_SECONDS: '0',
      // Neither the bank's zone nor the browser's: no day and no hour may hang on where the server stands.
      TZ: 'America/New_York',
    },
  }
}
