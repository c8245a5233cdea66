import PgBoss from 'pg-boss'
import { type FlowDeps, liveTransfers, settleTransfer } from '@/lib/flows'

export { type HousekeepingReport, keepHouse, tidyUp } from './housekeeping'

/** Statements of pg-boss, on whichever database there is. Without values it may be a whole script. */
export type ExecuteSql = (text: string, values?: readonly unknown[]) => Promise<{ rows: unknown[] }>

export type Jobs = {
  /** A transfer is looked at at once, by this process if it can. */
  wake(transferId: string): void
  /** Begins nothing any more, and waits for what is being done. */
  close(): Promise<void>
}

const QUEUE = 'settle-transfer'
/** The queue is asked so often; a wake is heard at once. */
const POLL_SECONDS = 2
/** One that waits for a slow bank does not hold up the others. */
const WORKERS = 2
const BATCH = 20
/** What is due later than the next sweep is left to it. */
const SWEEP_MS = 60_000
/** What is due later, while its customer is there, may be anybody's: their page asks again by then. */
const STAYS_MS = 5_000
/** Longer than all the calls of one look take. */
const EXPIRE_SECONDS = 300
const MAINTENANCE_SECONDS = 600
const KEEP_SECONDS = 3_600

type JobData = { transferId: string }

/**
 * Finishes transfers whose page is not there any more. A job says that a transfer is to be looked at, nothing else; what is
 * done, and whether, is decided by `settleTransfer` with what the store says then. So jobs may be lost, doubled or late:
 * a sweep at the start and every minute finds all that are live again.
 */
export async function startJobs(
  flows: FlowDeps,
  executeSql: ExecuteSql,
  report: (error: unknown) => void,
): Promise<Jobs> {
  let phase: 'starting' | 'running' | 'closed' = 'starting'
  const boss = new PgBoss({
    db: {
      async executeSql(text, values) {
        try {
          return await executeSql(text, values)
        } catch (error) {
          // pg-boss leaves some of its promises to themselves: a failure would end the process.
          if (phase === 'starting') throw error
          if (phase === 'running') report(error)
          return { rows: [] }
        }
      },
    },
    schedule: false,
    maintenanceIntervalSeconds: MAINTENANCE_SECONDS,
    archiveCompletedAfterSeconds: KEEP_SECONDS,
    deleteAfterSeconds: KEEP_SECONDS,
  })
  boss.on('error', report)
  await startOnce(boss)
  await boss.createQueue(QUEUE, {
    name: QUEUE,
    policy: 'short',
    retryLimit: 0,
    expireInSeconds: EXPIRE_SECONDS,
  })
  phase = 'running'
  const runner = createRunner(flows, boss, report)
  await runner.start()
  return {
    wake: runner.wake,
    async close() {
      await runner.close()
      phase = 'closed'
    },
  }
}

/** Of processes that start at the same time on a new database one makes the tables, and the others find them. */
async function startOnce(boss: PgBoss): Promise<void> {
  try {
    await boss.start()
  } catch {
    await boss.stop({ graceful: false }).catch(() => {})
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    await boss.start()
  }
}

function createRunner(flows: FlowDeps, boss: PgBoss, report: (error: unknown) => void) {
  const workers: string[] = []
  const running = new Set<Promise<void>>()
  const timers = new Set<ReturnType<typeof setTimeout>>()
  let isClosing = false
  let sweeping: ReturnType<typeof setInterval> | undefined

  /** One job per transfer and second: a second request for the same due time adds none. */
  async function enqueue(transferId: string, due: Date): Promise<void> {
    const delayMs = Math.max(0, due.getTime() - flows.now().getTime())
    if (isClosing || delayMs > SWEEP_MS) return
    const startAfter = new Date(Date.now() + delayMs)
    const singletonKey = `${transferId}@${Math.ceil(due.getTime() / 1_000)}`
    await boss.send(QUEUE, { transferId }, { startAfter, singletonKey })
    if (delayMs === 0) for (const worker of workers) boss.notifyWorker(worker)
  }

  /**
   * While its customer is at the page it stays with this process, which knows what their requests bring along for the
   * bank; should the process end before that, the next sweep finds the transfer.
   */
  function lookAgain(transferId: string, due: Date): Promise<void> | undefined {
    const delayMs = Math.max(0, due.getTime() - flows.now().getTime())
    if (!flows.attendance.isThere(transferId) || delayMs > STAYS_MS) return enqueue(transferId, due)
    if (isClosing) return undefined
    const timer = setTimeout(() => {
      timers.delete(timer)
      void track(settle(transferId))
    }, delayMs)
    timers.add(timer)
    return undefined
  }

  async function settle(transferId: string): Promise<void> {
    if (isClosing) return
    try {
      const due = await settleTransfer(flows, transferId)
      if (due !== null) await lookAgain(transferId, due)
    } catch (error) {
      // The next sweep finds it again.
      report(error)
    }
  }

  /** One process at a time: what another makes jobs of in this moment needs no second one. */
  async function sweep(): Promise<void> {
    await flows.store.alone('sweep', async () => {
      for await (const live of liveTransfers(flows)) {
        for (const { transferId, due } of live) await enqueue(transferId, due)
      }
    })
  }

  const track = (work: Promise<void>) => {
    const tracked = work.catch(report).finally(() => running.delete(tracked))
    running.add(tracked)
    return tracked
  }

  return {
    async start() {
      for (let count = 0; count < WORKERS; count += 1) {
        const options = { pollingIntervalSeconds: POLL_SECONDS, batchSize: BATCH }
        const worker = await boss.work<JobData>(QUEUE, options, async (jobs) => {
          await Promise.all(jobs.map(({ data }) => track(settle(data.transferId))))
        })
        workers.push(worker)
      }
      // One that fails ends no start: the next is a minute later.
      await track(sweep())
      sweeping = setInterval(() => void track(sweep()), SWEEP_MS)
      sweeping.unref()
    },
    wake(transferId: string) {
      if (!isClosing) void track(Promise.resolve(lookAgain(transferId, flows.now())))
    },
    async close() {
      isClosing = true
      clearInterval(sweeping)
      for (const timer of timers) clearTimeout(timer)
      await Promise.all([...running])
      await boss.stop({ graceful: false })
    },
  }
}
