import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

export type AppProcess = {
  /** Has it end itself with SIGKILL once it comes to this boundary; after a while, where a call is under way. */
  dieAt(boundary: string, laterMs: number): void
  /** kill -9. */
  kill(): void
  /** Resolves when it is gone; rejects when it went otherwise than by SIGKILL. */
  readonly gone: Promise<void>
  readonly isGone: boolean
  /** What it wrote on stderr. */
  complaint(): string
}

/**
 * Starts the app (app-child.ts) and resolves once it answers and its jobs run.
 * @param isAlone no other server has the database: whatever an earlier one was asking the bank is not asked any more
 */
export async function startApp(settings: Record<string, string>, isAlone: boolean): Promise<AppProcess> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'tests/proof/app-child.ts'], {
    cwd: root,
    env: { ...process.env, APP_SETTINGS: JSON.stringify(settings), APP_IS_ALONE: String(isAlone) },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let complaint = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint += text
  })
  let isGone = false
  const gone = endOf(child, () => complaint)
  gone
    .catch(() => {})
    .finally(() => {
      isGone = true
    })
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve())
    gone.then(() => reject(new Error('killed at its start')), reject)
  })
  return {
    dieAt: (dieAt, laterMs) => void child.send({ dieAt, laterMs }),
    kill: () => void child.kill('SIGKILL'),
    gone,
    get isGone() {
      return isGone
    },
    complaint: () => complaint,
  }
}

function endOf(child: ChildProcess, complaint: () => string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code, signal) => {
      if (signal === 'SIGKILL') resolve()
      else reject(new Error(`the app has ended by itself (${code ?? signal}). ${complaint()}`))
    })
  })
}
