import { spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { StartProblem } from './preflight.mjs'

/** A little longer than the app gives its own requests to end. */
const STOP_GRACE_MS = 28_000
const READY_POLL_MS = 200
const KEPT_LINES = 20
/** Preloaded into both programs, so that neither outlives a starter that was killed. */
const STOP_WITH_STARTER = new URL('./stop-with-starter.mjs', import.meta.url).href

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()
let stopping = false

/** @param {import('node:child_process').ChildProcess} child */
function watch(child) {
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

function refuseWhenStopping() {
  if (stopping) throw new StartProblem('Stopped before everything had started.')
}

/** Runs npm in front of the person: its output is theirs. Resolves with the exit code. */
export function runNpm(root, args) {
  // npm names its own script file here, so that no shell and no PATH look-up is needed.
  const cli = process.env.npm_execpath
  const [command, first] = cli ? [process.execPath, [cli]] : ['npm', []]
  refuseWhenStopping()
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...first, ...args], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: !cli && process.platform === 'win32',
      // A group of its own: npm does not pass a signal on to what it runs.
      detached: process.platform !== 'win32',
      env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' },
    })
    watch(child)
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

/** Runs a Node program to its end and resolves with what it printed. */
export function runCommand({ root, args }) {
  refuseWhenStopping()
  return new Promise((resolve, reject) => {
    const child = watch(spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] }))
    let printed = ''
    child.stdout.on('data', (chunk) => {
      printed += chunk
    })
    child.once('error', reject)
    child.once('exit', (code) =>
      code === 0 ? resolve(printed) : reject(new StartProblem('The sandbox bank could not print its kit.')),
    )
  })
}

/** Starts a Node program and resolves once `isReady` says so; looks again with each line of output and every 200 ms. */
export function startProgram({ name, root, args, env = {}, isReady, logFile, onUnexpectedExit }) {
  refuseWhenStopping()
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--import', STOP_WITH_STARTER, ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { ...process.env, ...env },
      // Out of the terminal's group: Ctrl-C reaches only the demo, which stops its programs in order.
      detached: process.platform !== 'win32',
    })
    watch(child)
    const log = logFile ? createWriteStream(logFile, { flags: 'a' }) : null
    log?.once('error', (error) =>
      reject(new StartProblem(`The log file cannot be written: ${logFile} (${error.code}).`)),
    )
    const lastLines = []
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        log?.write(`${line}\n`)
        lastLines.push(line)
        if (lastLines.length > KEPT_LINES) lastLines.shift()
      })
    }
    let ready = false
    const timer = setInterval(async () => {
      if (ready || !(await isReady(lastLines))) return
      ready = true
      clearInterval(timer)
      resolve()
    }, READY_POLL_MS)
    child.once('error', reject)
    child.once('exit', () => {
      clearInterval(timer)
      log?.end()
      if (ready) onUnexpectedExit(name, lastLines.join('\n'))
      else reject(new StartProblem(`The ${name} could not start:\n${lastLines.join('\n')}`))
    })
  })
}

/** Whether a program answers 200 at this address. */
export async function answersOk(url) {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5_000) })
    await response.arrayBuffer()
    return response.ok
  } catch {
    return false
  }
}

/** Lets no further program start, asks every running one to stop, and waits; one that does not listen is killed. */
export async function stopPrograms() {
  stopping = true
  for (const child of [...running].reverse()) {
    await new Promise((resolve) => {
      const timer = setTimeout(() => signalGroup(child, 'SIGKILL'), STOP_GRACE_MS)
      child.once('exit', () => {
        clearTimeout(timer)
        resolve(undefined)
      })
      signalGroup(child, 'SIGTERM')
    })
  }
}

/** The program and whatever it runs; alone where there are no groups, or when it leads none. */
function signalGroup(child, signal) {
  try {
    process.kill(-child.pid, signal)
  } catch {
    child.kill(signal)
  }
}
