import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from './sandbox'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** `appLog` is the file of the app's log lines. */
export type Demo = {
  pid: number
  appUrl: string
  controlUrl: string
  appLog: string
  stop(): Promise<void>
}

/** What `npm run demo -- --control` starts, on free ports with data of its own; with `--dev` the development server. */
export async function startDemo(...flags: '--dev'[]): Promise<Demo> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sportello-demo-'))
  const [app, api, pages, control] = [await freePort(), await freePort(), await freePort(), await freePort()]
  const child = spawn(process.execPath, ['sandbox/demo/demo.mjs', '--control', ...flags], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      DEMO_DATA_DIR: dataDir,
      PORT: String(app),
      SANDBOX_API_PORT: String(api),
      SANDBOX_PAGES_PORT: String(pages),
      SANDBOX_CONTROL_PORT: String(control),
      SIGN_IN_ATTEMPTS_PER_MINUTE: '10000',
      CUSTOMER_LIMITS_FACTOR: '1000',
      REFRESH_INTERVAL_SECONDS: '0',
    },
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await new Promise<void>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (text.includes('Sportello is running')) resolve()
    })
    child.once('exit', () => reject(new Error('the demo did not start')))
  })
  return {
    pid: child.pid ?? 0,
    appUrl: `http://localhost:${app}`,
    controlUrl: `http://localhost:${control}`,
    appLog: join(dataDir, 'app.log'),
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
