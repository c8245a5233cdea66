import { constants, existsSync, readFileSync } from 'node:fs'
import { access, mkdir, readdir, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'

/** A reason not to start that the person at the terminal can do something about. */
export class StartProblem extends Error {}

export function checkNodeVersion(root) {
  const { engines } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  const least = engines.node
    .replace(/[^\d.]/g, '')
    .split('.')
    .map(Number)
  const here = process.versions.node.split('.').map(Number)
  if (here[0] > least[0] || (here[0] === least[0] && here[1] >= least[1])) return
  throw new StartProblem(
    `Node ${engines.node} is needed; this is ${process.versions.node}. Install a newer Node.`,
  )
}

/** @param {Record<string, number>} ports setting name to port */
export async function checkPorts(ports) {
  const taken = []
  for (const [setting, port] of Object.entries(ports)) {
    const fault = await faultOf(port)
    if (fault === 'EACCES') {
      throw new StartProblem(`You have no right to open port ${port}. Choose one above 1023 with ${setting}.`)
    }
    if (fault !== null) taken.push([setting, port])
  }
  if (taken.length === 0) return
  const list = taken.map(([setting, port]) => `  ${port} (change it with ${setting})`).join('\n')
  throw new StartProblem(
    `These ports are taken by another program, perhaps a demo that still runs:\n${list}\n` +
      `Stop that program, or choose other ports: ${taken.map(([setting, port]) => `${setting}=${port + 100}`).join(' ')} npm run demo`,
  )
}

/** Why a port cannot be opened, or null. Both stacks: a program on IPv6 only would still stand in the way. */
async function faultOf(port) {
  for (const host of [undefined, '127.0.0.1']) {
    const fault = await new Promise((resolve) => {
      const probe = createServer()
      probe.once('error', (error) =>
        resolve(['EADDRINUSE', 'EACCES'].includes(error.code) ? error.code : null),
      )
      probe.listen({ port, host }, () => probe.close(() => resolve(null)))
    })
    if (fault !== null) return fault
  }
  return null
}

/** Makes the data folder or says why it cannot be used. */
export async function checkDataFolder(dataDir) {
  try {
    await makeFolder(dataDir)
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    for (const entry of await readdir(dataDir))
      await access(path.join(dataDir, entry), constants.R_OK | constants.W_OK)
  } catch (error) {
    throw new StartProblem(
      `The data folder cannot be written: ${dataDir} (${error.code}).\n` +
        'Give yourself the right to write there, or name another folder: DEMO_DATA_DIR=/some/folder npm run demo',
    )
  }
}

/** Step by step: a recursive mkdir of Node never returns below /proc, which denies that there is such a place. */
async function makeFolder(folder) {
  if (existsSync(folder)) return
  if (path.dirname(folder) !== folder) await makeFolder(path.dirname(folder))
  await mkdir(folder, { mode: 0o700 })
}

/** The secrets and the database belong together: one without the other cannot be read any more. */
export async function checkHalfWritten(dataDir) {
  const secrets = existsSync(path.join(dataDir, 'demo-secrets.json'))
  const database = existsSync(path.join(dataDir, 'app', 'database'))
  const notFolder = (await stat(dataDir)).isDirectory() === false
  if (notFolder || (database && !secrets)) {
    throw new StartProblem(
      `The data folder is incomplete: ${dataDir} has a database but not the secrets it was made with.\n` +
        'Start afresh: npm run demo -- --reset',
    )
  }
}
