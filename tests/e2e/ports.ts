/**
 * How many browsers work beside each other, each with an app, a bank and data of its own. One more than cores: a test waits
 * for a fifth of its time.
 */
export const workers = 3

const first = Number(process.env.E2E_FIRST_PORT ?? 3210)

/** Five in a row for each worker, so that several clones can run their browser tests beside each other. */
export function portsOf(worker: number) {
  const app = first + 5 * worker
  return { app, api: app + 1, pages: app + 2, control: app + 3, clock: app + 4 }
}

/** Where the app and the bank of a worker keep their data. */
export function dataDirectoryOf(worker: number): string {
  return `${process.env.E2E_DATA_DIR || 'test-results/demo-data'}-${worker}`
}

const here = Number(process.env.TEST_PARALLEL_INDEX ?? 0)

export const ports = portsOf(here)
export const dataDirectory = dataDirectoryOf(here)

export const appUrl = `http://localhost:${ports.app}`
/** Of the app's clock (app-clock.mjs). */
export const clockUrl = `http://127.0.0.1:${ports.clock}`
export const controlUrl = `http://localhost:${ports.control}`
