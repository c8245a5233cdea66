import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { StartProblem } from './preflight.mjs'

const fileOf = (dataDir) => path.join(dataDir, 'demo.pid')

/** One demo for one data folder: a second would reset or rewrite what the first has open. */
export function claimDataFolder(dataDir) {
  const file = fileOf(dataDir)
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
  const holder = Number(readFileSync(file, 'utf8'))
  if (isRunningDemo(holder)) {
    throw new StartProblem(
      `A demo is already running on ${dataDir} (process ${holder}). Stop it first, or name another folder: DEMO_DATA_DIR=/some/folder`,
    )
  }
  // Left behind by a demo that was killed.
  writeFileSync(file, String(process.pid))
}

export function releaseDataFolder(dataDir) {
  const file = fileOf(dataDir)
  try {
    if (Number(readFileSync(file, 'utf8')) === process.pid) rmSync(file)
  } catch {
    // Never claimed, or the folder is gone.
  }
}

function isRunningDemo(pid) {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
  try {
    // Where the system tells: another program may have been given the number since.
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('demo.mjs')
  } catch {
    return true
  }
}
