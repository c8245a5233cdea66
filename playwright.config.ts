import { existsSync } from 'node:fs'
import { defineConfig } from 'playwright/test'
import { appUrl, ports } from './tests/e2e/ports'

const systemChromium = existsSync('/usr/bin/chromium') ? '/usr/bin/chromium' : undefined

/** The browser tests run against what `npm run demo` starts: production build, real sandbox, own data. */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/browser',
  timeout: 60_000,
  expect: { timeout: 15_000 },
  workers: 1,
  forbidOnly: true,
  use: {
    baseURL: appUrl,
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH || systemChromium,
      args: ['--disable-background-networking', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
    },
    screenshot: 'only-on-failure',
    // Recording every test takes time from all of them: `--trace on` where one has to be looked into.
    trace: 'off',
  },
  webServer: {
    command: 'node sandbox/demo/demo.mjs --control --reset',
    url: `${appUrl}/api/ready`,
    timeout: 300_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    reuseExistingServer: false,
    env: {
      DEMO_DATA_DIR: process.env.E2E_DATA_DIR || 'test-results/demo-data',
      PORT: String(ports.app),
      SANDBOX_API_PORT: String(ports.api),
      SANDBOX_PAGES_PORT: String(ports.pages),
      SANDBOX_CONTROL_PORT: String(ports.control),
      SIGN_IN_ATTEMPTS_PER_MINUTE: '10000',
      // Neither the bank's zone nor the browser's: no day and no hour may hang on where the server stands.
      TZ: 'America/New_York',
    },
  },
})
