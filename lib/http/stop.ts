import type { Log } from '@/lib/log'

/** Time to close jobs, bank and database after the requests' grace. */
export const HARD_EXIT_AFTER_MS = 4_000

type Stop = {
  graceMs: number
  /** So long everything is still served, while readiness already says that this process is about to stop. */
  drainMs: number
  drain: () => Promise<void>
  /** Takes no more requests, and lets those under way end within the grace. */
  stopServing: (graceMs: number) => Promise<void>
  letGo: () => Promise<void>
  exit: (code: number) => void
  log: Log
}

/**
 * Stops the process in order, and only once. When a step hangs or fails, the process exits nevertheless: what it
 * held is taken up at the next start, and an operator who waits for it would kill it anyway.
 */
export function createStop({
  graceMs,
  drainMs,
  drain,
  stopServing,
  letGo,
  exit,
  log,
}: Stop): (signal: string) => Promise<void> {
  let isStopping = false
  return async (signal) => {
    if (isStopping) return
    isStopping = true
    log.info({ signal }, 'stopping')
    const hardExit = setTimeout(
      () => {
        log.error({ signal }, 'the stop hangs: the process ends now')
        exit(1)
      },
      drainMs + graceMs + HARD_EXIT_AFTER_MS,
    )
    try {
      if (drainMs > 0) {
        await drain()
        await new Promise((resolve) => setTimeout(resolve, drainMs))
      }
      await stopServing(graceMs)
      await letGo()
      clearTimeout(hardExit)
      exit(0)
    } catch (error) {
      clearTimeout(hardExit)
      log.error({ signal, err: error }, 'the stop failed: the process ends now')
      exit(1)
    }
  }
}
