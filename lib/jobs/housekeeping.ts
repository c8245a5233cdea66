import { endStaleRuns, type FlowDeps, removeOldDrafts } from '@/lib/flows'

export type HousekeepingReport = {
  done(counts: Record<string, number>): void
  failed(step: string, error: unknown): void
}

/** What was erased has to be gone from the embedded database's files within an hour. */
const INTERVAL_MS = 50 * 60 * 1000

/** Deletes and ends what is long over, now and every fifty minutes; then lets the database tidy up. */
export function keepHouse(flows: FlowDeps, report: HousekeepingReport): void {
  const run = () => {
    if (!flows.background.isRunning('housekeeping')) {
      flows.background.run('housekeeping', () => tidyUp(flows, report))
    }
  }
  run()
  setInterval(run, INTERVAL_MS).unref()
}

/**
 * One process does it for all. Each step is on its own: one that fails is reported and stops no other, and what it has done
 * until then stays done.
 */
export async function tidyUp(flows: FlowDeps, report: HousekeepingReport): Promise<void> {
  const { store, background } = flows
  /** Each call does a part; the last finds nothing to do. */
  const untilNone = async (part: () => Promise<number>) => {
    let total = 0
    for (;;) {
      if (background.isStopping()) return total
      const count = await part()
      if (count === 0) return total
      total += count
    }
  }
  const steps: Record<string, () => Promise<number>> = {
    ended: () => endStaleRuns(flows),
    attempts: () => untilNone(store.connectAttempts.purge),
    sessions: () => untilNone(store.sessions.purge),
    authorizations: () => untilNone(store.authorizations.purgeOld),
    drafts: () => untilNone(() => removeOldDrafts(flows)),
    maintained: async () => {
      if (!background.isStopping()) await store.maintain()
      return 0
    },
  }
  await store.alone('housekeeping', async () => {
    const counts: Record<string, number> = {}
    for (const [step, work] of Object.entries(steps)) {
      try {
        const count = await work()
        if (count > 0) counts[step] = count
      } catch (error) {
        report.failed(step, error)
      }
    }
    if (Object.keys(counts).length > 0) report.done(counts)
  })
}
