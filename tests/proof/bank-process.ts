import { execFile, spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)

/** Where a bank lives: its data directory and ports, as flags of the command. */
export type BankPlace = { dataDir: string; flags: readonly string[] }

export type BankProcess = {
  /** kill -9; resolves once the process is gone. */
  kill(): Promise<void>
  readonly killed: boolean
}

function command({ dataDir, flags }: BankPlace, args: readonly string[]): string[] {
  return ['--import', 'tsx', 'sandbox/main.ts', ...args, '--data-dir', dataDir, ...flags]
}

/** What a command other than `serve` prints. */
export async function outputOf(place: BankPlace, ...args: string[]): Promise<string> {
  return (await run(process.execPath, command(place, args), { cwd: root })).stdout
}

/** Starts the real program and resolves once it says that it is ready. */
export async function startBank(place: BankPlace, ...args: string[]): Promise<BankProcess> {
  const { bank, ready } = spawnBank(place, args)
  await ready
  return bank
}

/** Starts it and kills it after so many milliseconds, wherever it is by then. */
export async function startAndKill(place: BankPlace, afterMs: number, ...args: string[]): Promise<void> {
  const { bank, ready } = spawnBank(place, args)
  ready.catch(() => {})
  await pause(afterMs)
  await bank.kill()
}

function spawnBank(place: BankPlace, args: readonly string[]) {
  const child = spawn(process.execPath, command(place, ['serve', ...args]), { cwd: root })
  let killed = false
  let complaint = ''
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (text.includes('ready ')) resolve()
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint += text
    })
    child.once('exit', () => reject(new Error(`the bank has ended by itself. ${complaint}`)))
  })
  const bank: BankProcess = {
    get killed() {
      return killed
    },
    kill: () => {
      killed = true
      child.kill('SIGKILL')
      return gone
    },
  }
  return { bank, ready }
}
