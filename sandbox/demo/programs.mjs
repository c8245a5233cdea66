import { spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { StartProblem } from './preflight.mjs'

const STOP_GRACE_MS = 10_000
const KEPT_LINES = 20

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()

/** Runs npm in front of the person: its output is theirs. Resolves with the exit code. */
export function runNpm(root, args) {
  // npm names its own script file here, so that no shell and no PATH look-up is needed.
  const cli = process.env.npm_execpath
  const [command, first] = cli ? [process.execPath, [cli]] : ['npm', []]
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...first, ...args], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: !cli && process.platform === 'win32',
      env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' },
    })
    running.add(child)
    child.once('error', reject)
    child.once('exit', (code) => {
      running.delete(child)
      resolve(code ?? 1)
    })
  })
}

/** Runs a Node program to its end and resolves with what it printed. */
export function runCommand({ root, args }) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
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

/** Starts a Node program and resolves once a line of its output says that it is ready. */
export function startProgram({ name, root, args, env = {}, readyWhen, logFile, onUnexpectedExit }) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
      // Out of the terminal's group: Ctrl-C reaches only the demo, which stops its programs in order.
      detached: process.platform !== 'win32',
    })
    running.add(child)
    const log = logFile ? createWriteStream(logFile, { flags: 'a' }) : null
    const lastLines = []
    let ready = false
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        log?.write(`${line}\n`)
        lastLines.push(line)
        if (lastLines.length > KEPT_LINES) lastLines.shift()
        if (!ready && readyWhen(line)) {
          ready = true
          resolve()
        }
      })
    }
    child.once('error', reject)
    child.once('exit', () => {
      running.delete(child)
      log?.end()
      if (ready) onUnexpectedExit(name, lastLines.join('\n'))
      else reject(new StartProblem(`The ${name} could not start:\n${lastLines.join('\n')}`))
    })
  })
}

/** Asks every program to stop, last started first, and waits; one that does not listen is killed. */
export async function stopPrograms() {
  for (const child of [...running].reverse()) {
    await new Promise((resolve) => {
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_GRACE_MS)
      child.once('exit', () => {
        clearTimeout(timer)
        resolve(undefined)
      })
      child.kill('SIGTERM')
    })
  }
}
